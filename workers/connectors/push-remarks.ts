import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";

/** Why a product has no price for the platform, where it has one here. */
const unpriced = (outcome: PushOutcome & { error: string }, priceProblem: string | undefined): PushOutcome =>
  outcome.error === NO_PRICE && priceProblem !== undefined ? { ...outcome, error: priceProblem } : outcome;

/** What was sent, with what was made to fit of its texts, and why its price was not sent. */
export const withRemarks = (
  kind: PushKind,
  items: readonly PushItem[],
  outcomes: readonly PushOutcome[],
): PushOutcome[] => {
  const byId = new Map(items.map((item) => [item.productId, item]));
  return outcomes.map((each) => {
    const { priceProblem, fitted = [] } = byId.get(each.productId) ?? {};
    if ("error" in each) return unpriced(each, priceProblem);
    // Once, and not again with what follows: a stock, a price.
    const more = kind === "products" ? [...fitted, ...(priceProblem === undefined ? [] : [priceProblem])] : [];
    return more.length === 0 ? each : { ...each, remarks: [...(each.remarks ?? []), ...more] };
  });
};
