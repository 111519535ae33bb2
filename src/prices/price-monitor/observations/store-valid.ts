import { countObservations } from "../../../../db/competitors/competitors.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { followCases } from "../../../../db/price-monitor/map-cases.ts";
import { noteSeen } from "../../../../db/price-monitor/monitored.ts";
import { putLatestPrices, putSourcePrices } from "../../../../db/price-monitor/observe.ts";
import type { Seen } from "../../price-alerts/alert-record.ts";
import { findWatching, fireAlerts } from "../../price-alerts/fire-alerts.ts";
import type { LatestPrices } from "../history/latest-prices.ts";

/** How long an entry of a competitor counts among a product's prices. Source: S38.6. */
const ENTRY_VALID_MS = 30 * 86_400_000;

/** What follows from valid observations that were added to the history: latest prices, entries of products, alerts. */
export async function storeValid(
  tx: Tx,
  seen: readonly Seen[],
  { latest, atMs }: { latest: LatestPrices; atMs: number },
  context: MutationContext,
): Promise<void> {
  if (seen.length === 0) return;
  const codes = new Map(seen.map(({ competitor: { id, code } }) => [id, code]));
  const { changed } = latest;
  const counting = seen.filter(({ competitor }) => !competitor.isBlacklisted);
  // What alerts compare with is as it was before.
  const watching = await findWatching(tx, counting, context);
  await putLatestPrices(tx, changed, atMs);
  const [productIds, competitorIds] = [changed.map((each) => each.productId), changed.map((each) => each.competitorId)];
  await followCases(tx, { productIds: [...new Set(productIds)], competitorIds: [...new Set(competitorIds)] }, atMs);
  await noteSeen(tx, [...new Set(changed.map(({ productId }) => productId))], atMs);
  const entries = changed.map(({ productId, competitorId, priceCents, url }) => ({
    id: context.newId(),
    productId,
    source: codes.get(competitorId) ?? competitorId,
    priceCents,
    url,
  }));
  await putSourcePrices(tx, entries, { nowMs: atMs, validUntilMs: atMs + ENTRY_VALID_MS });
  const counts = Map.groupBy(seen, ({ competitor }) => competitor.id);
  await countObservations(
    tx,
    [...counts].map(([id, each]) => ({ id, count: each.length })),
  );
  await fireAlerts(tx, counting, watching, context);
}
