import type { PlannedChange } from "../../../../db/repricing/runs.ts";
import { BASE_CURRENCY } from "../../../kit/base-currency.ts";
import type { Decision, SkipReason } from "../rules/decide.ts";

/** A decision as a change to be made, or why there is none. */
export function plannedOf(productId: string, decision: Decision): PlannedChange | SkipReason {
  if ("skip" in decision) return decision.skip;
  const { rule, beforeCents, afterCents, reason } = decision;
  const { currency = BASE_CURRENCY, perEuro = null } = rule;
  return [productId, rule.id, rule.name, rule.priceListId, beforeCents, afterCents, reason, currency, perEuro];
}
