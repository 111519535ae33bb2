import type { StoredChange } from "../../../../db/repricing/changes.ts";
import type { PlannedChange, PlannedSkip } from "../../../../db/repricing/runs.ts";
import { priceOf } from "../../../kit/cents.ts";
import { isoOfMs, millisecondsOf } from "../../../text/instant.ts";
import { changeOf } from "../../price-alerts/crossing.ts";
import { DAY_MS } from "../../pricing/price-history.ts";

const targetOf = (listId: string | null) => (listId === null ? ("base" as const) : { price_list_id: listId });
const isoOrNull = (ms: number | null) => (ms === null ? null : isoOfMs(ms));

export const changeBody = (change: StoredChange) => ({
  id: change.id,
  run_id: change.runId,
  rule_id: change.ruleId,
  rule_name: change.ruleName,
  product_id: change.productId,
  target: targetOf(change.priceListId),
  old_price: priceOf(change.beforeCents),
  new_price: change.afterCents / 100,
  reason: change.reason,
  status: change.revertedAtMs === null ? ("applied" as const) : ("reverted" as const),
  reverted_at: isoOrNull(change.revertedAtMs),
  created_at: isoOfMs(change.createdAtMs),
});

/** The last millisecond of a day, or the time itself. */
export const endOf = (moment: string) =>
  millisecondsOf(moment) + (moment.length === "2026-11-21".length ? DAY_MS - 1 : 0);

/** What a simulation would leave as it is. */
export const skippedBody = ([productId, reason]: PlannedSkip) => ({ product_id: productId, reason });

/** What a simulation would change. */
export function plannedBody([productId, ruleId, , listId, before, after, reason]: PlannedChange) {
  const change = changeOf(before, after);
  return {
    product_id: productId,
    rule_id: ruleId,
    target: targetOf(listId),
    old_price: priceOf(before),
    new_price: after / 100,
    change_pct: change === null ? null : change / 100,
    reason,
  };
}
