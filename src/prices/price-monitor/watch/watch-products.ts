import { mutation } from "../../../../db/ports.ts";
import { findMonitored, findMonitoredIds, putMonitored, type Tier } from "../../../../db/price-monitor/monitored.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { type Conditional, requireVersion, versionOf } from "../../../http/output/etag.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { Monitored } from "../bodies.ts";
import { planChecks } from "../check/begin-checks.ts";

export const DEFAULT_TIER: Tier = "tier3_standard";

/** Watches products. Says how many are new, and which ids are of no live product. */
export const enrolProducts = mutation(
  "price-monitor.enrol",
  async (tx, { ids, tier }: { ids: string[]; tier: Tier }, context) => {
    const rows = await findRowsByIds(tx, ids);
    const live = rows.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ id }) => id);
    const known = await findMonitoredIds(tx, live);
    await putMonitored(tx, live, { tier, isActive: true, nowMs: context.now() });
    if (live.length > 0) await planChecks(tx, tier, context.now());
    const found = new Set(live);
    return {
      enrolled: live.length - known.length,
      updated: known.length,
      unknown: ids.filter((id) => !found.has(id)),
    };
  },
);

interface WatchChange extends Conditional {
  productId: string;
  tier: Tier | undefined;
  isActive: boolean | undefined;
}

/** Changes how a product is watched; one that is not yet is from now on. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED. */
export const changeWatch = mutation(
  "price-monitor.change-watch",
  async (tx, { productId, tier, isActive, expected }: WatchChange, context): Promise<void> => {
    const { id } = await findLiveProduct(tx, productId);
    const before = await findMonitored(tx, id);
    requireVersion(expected, before ? versionOf(Monitored.of(before)) : "");
    const watch = { tier: tier ?? before?.tier ?? DEFAULT_TIER, isActive: isActive ?? before?.isActive ?? true };
    if (watch.isActive) await planChecks(tx, watch.tier, context.now());
    await putMonitored(tx, [id], {
      ...watch,
      nowMs: before?.nextCheckAtMs ?? context.now(),
    });
  },
);
