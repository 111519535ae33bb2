import type { Reader } from "../../db/ports.ts";
import { invalidBody } from "../http/output/errors.ts";
import { conditionsOf } from "../resource/list.ts";
import { inOrder, RepricingRule, type RuleRow } from "./rule.ts";

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

/** Those that have changed since they were last simulated. */
export const unsimulated = (rows: readonly RuleRow[]): RuleRow[] =>
  rows.filter(({ version, simulated_version: simulated }) => version !== simulated);
