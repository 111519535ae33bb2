import type { PlannedChange, PlannedSkip } from "../../db/repricing/runs.ts";
import { evaluate, type RepricingScope } from "../../src/repricing/evaluate.ts";
import { keepSimulation } from "../../src/repricing/keep-simulation.ts";
import { plannedOf } from "../../src/repricing/planned.ts";
import { engineRule } from "../../src/repricing/rule.ts";
import { fingerprintsOf, rulesOf } from "../../src/repricing/rules-of.ts";
import type { Simulated } from "../../src/repricing/simulated.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** So many changes and skips are shown. */
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
  const kept = await write(keepSimulation, tenantId, { rules, changes, evaluated, skips });
  return {
    ...kept,
    evaluated,
    changes: changes.slice(0, SHOWN_MAX),
    skipped: skips.slice(0, SHOWN_MAX),
    isTruncated: changes.length > SHOWN_MAX || skips.length > SHOWN_MAX,
  };
}
