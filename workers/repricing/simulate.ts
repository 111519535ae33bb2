import type { PlannedChange, PlannedSkip } from "../../db/repricing/runs.ts";
import type { Simulated } from "../../src/prices/repricing/calls.ts";
import { evaluate, plannedOf, type RepricingScope } from "../../src/prices/repricing/rules/evaluate.ts";
import { engineRule } from "../../src/prices/repricing/rules/rule.ts";
import { fingerprintsOf, rulesOf } from "../../src/prices/repricing/rules/rules-of.ts";
import { storeSimulation } from "../../src/prices/repricing/simulations/store-simulation.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** The number of changes and skips that are shown. */
const SHOWN_MAX = 1_000;

/** Says what rules would change, and keeps it for a run. Nothing else is written. */
export async function simulate(
  { reader, write, now }: ThreadServices,
  tenantId: string,
  { ruleIds, filter }: RepricingScope,
): Promise<Simulated> {
  const db = reader(tenantId);
  const rows = await rulesOf(db, ruleIds);
  const changes: PlannedChange[] = [];
  const skips: PlannedSkip[] = [];
  let evaluated = 0;
  for await (const { decided } of evaluate(db, rows.map(engineRule), filter, { nowMs: now() })) {
    evaluated += decided.length;
    for (const { facts, decision } of decided) {
      const planned = plannedOf(facts.id, decision);
      if (Array.isArray(planned)) changes.push(planned);
      else skips.push([facts.id, planned]);
    }
  }
  const rules = fingerprintsOf(rows);
  const stored = await write(storeSimulation, tenantId, { rules, changes, evaluated, skips });
  return {
    ...stored,
    evaluated,
    changes: changes.slice(0, SHOWN_MAX),
    skipped: skips.slice(0, SHOWN_MAX),
    isTruncated: changes.length > SHOWN_MAX || skips.length > SHOWN_MAX,
  };
}
