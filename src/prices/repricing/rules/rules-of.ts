import type { Reader } from "../../../../db/ports.ts";
import type { SimulatedRules } from "../../../../db/repricing/runs.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { conditionsOf } from "../../../kit/resource/list.ts";
import { fingerprintOf, inOrder, RepricingRule, type RuleRow } from "./rule.ts";

/** The rules that are named, or all active ones, in the order in which they count. Throws VALIDATION_FAILED. */
export async function rulesOf(db: Reader, ids: readonly string[] | null): Promise<RuleRow[]> {
  if (ids === null) return inOrder(await RepricingRule.table.listAll(db, conditionsOf({ is_active: true })));
  const rows = await RepricingRule.table.findBy(db, "id", ids);
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing === undefined) return inOrder(rows);
  const field = `rule_ids.${ids.indexOf(missing)}`;
  throw invalidBody([{ field, type: "invalid_value", key: "validation.unknown_reference" }]);
}

/** Like `rulesOf`, for a run: throws VALIDATION_FAILED for a rule that is switched off, too. */
export async function rulesToRun(db: Reader, ids: readonly string[] | null): Promise<RuleRow[]> {
  const rows = await rulesOf(db, ids);
  const off = rows.find((row) => !row.is_active);
  if (!off || !ids) return rows;
  throw invalidBody([
    { field: `rule_ids.${ids.indexOf(off.id)}`, type: "invalid_value", key: "repricing.rule_inactive" },
  ]);
}

/** Those that have changed since they were last simulated. */
export const unsimulated = (rows: readonly RuleRow[]): RuleRow[] =>
  rows.filter((row) => fingerprintOf(row) !== row.simulated_as);

/** The rules with what decides of each. */
export const fingerprintsOf = (rows: readonly RuleRow[]): SimulatedRules =>
  rows.map((row) => [row.id, fingerprintOf(row)]);

/** Of rules as they were, those that still are so and switched on. */
export async function findUnchanged(db: Reader, rules: SimulatedRules): Promise<RuleRow[]> {
  const before = new Map(rules);
  const rows = await RepricingRule.table.findBy(db, "id", [...before.keys()]);
  return inOrder(rows.filter((row) => row.is_active && fingerprintOf(row) === before.get(row.id)));
}
