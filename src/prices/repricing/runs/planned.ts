import type { PlannedChange } from "../../../../db/repricing/runs.ts";
import type { Decision, SkipReason } from "../rules/decide.ts";

/** A decision as a change to be made, or why there is none. */
export function plannedOf(productId: string, decision: Decision): PlannedChange | SkipReason {
  if ("skip" in decision) return decision.skip;
  const { rule, beforeCents, afterCents, reason } = decision;
  return [productId, rule.id, rule.name, rule.priceListId, beforeCents, afterCents, reason];
}
