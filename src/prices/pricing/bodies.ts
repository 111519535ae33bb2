import type { StoredPoint } from "../../../db/pricing/price-points.ts";
import type { PriceSource } from "../../../db/pricing/price-sources.ts";
import type { ProductPrice } from "../../../db/pricing/product-prices.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import { priceOf } from "../../kit/cents.ts";
import { isoOfMs } from "../../text/instant.ts";
import { isInForce, typeOf } from "./entries-of-product.ts";

const isoOrNull = (ms: number | null) => (ms === null ? null : isoOfMs(ms));

export const priceBody = (price: ProductPrice) => ({
  id: price.id,
  product_id: price.productId,
  source: price.source,
  price_type: typeOf(price.source),
  price: price.priceCents / 100,
  currency: price.currency,
  is_active: price.isActive,
  valid_until: isoOrNull(price.validUntilMs),
  url: price.url,
  notes: price.notes,
  created_at: isoOfMs(price.createdAtMs),
  updated_at: isoOfMs(price.updatedAtMs),
});

const inEuros = (entries: readonly ProductPrice[], nowMs: number) =>
  entries.filter((entry) => entry.currency === BASE_CURRENCY && isInForce(entry, nowMs));

/** The lowest price in euros that counts, of several the latest. */
export function bestBody(
  productId: string,
  entries: readonly ProductPrice[],
  { excluded, nowMs }: { excluded: ReadonlySet<string>; nowMs: number },
) {
  const candidates = inEuros(entries, nowMs).filter(({ source }) => !excluded.has(source));
  const [best] = candidates.toSorted(
    (one, other) => one.priceCents - other.priceCents || other.updatedAtMs - one.updatedAtMs,
  );
  return {
    product_id: productId,
    best_price: priceOf(best?.priceCents ?? null),
    source: best?.source ?? null,
    url: best?.url ?? null,
    valid_until: isoOrNull(best?.validUntilMs ?? null),
  };
}

const average = (cents: readonly number[]) => Math.round(cents.reduce((sum, each) => sum + each, 0) / cents.length);

export function statsBody(productId: string, entries: readonly ProductPrice[], nowMs: number) {
  const counted = inEuros(entries, nowMs);
  const cents = counted.map(({ priceCents }) => priceCents);
  const sources = [...new Set(counted.map(({ source }) => source))].toSorted();
  const isEmpty = counted.length === 0;
  return {
    product_id: productId,
    lowest_price: isEmpty ? null : Math.min(...cents) / 100,
    highest_price: isEmpty ? null : Math.max(...cents) / 100,
    average_price: isEmpty ? null : average(cents) / 100,
    sources_count: sources.length,
    sources,
    last_updated: isEmpty ? null : isoOfMs(Math.max(...counted.map(({ updatedAtMs }) => updatedAtMs))),
  };
}

/** Points oldest first, each with its difference to the one of its source before it. */
export function historyBody(points: readonly StoredPoint[]) {
  const last = new Map<string, number | null>();
  return points.map((point) => {
    const key = `${point.source} ${point.currency}`;
    const before = last.has(key) ? (last.get(key) ?? null) : point.beforeCents;
    last.set(key, point.priceCents);
    return {
      id: String(point.rowId),
      source: point.source,
      price: priceOf(point.priceCents),
      currency: point.currency,
      is_active: point.isActive,
      change: before === null || point.priceCents === null ? null : (point.priceCents - before) / 100,
      recorded_at: isoOfMs(point.recordedAtMs),
      origin: point.origin,
    };
  });
}

export const sourceBody = (source: PriceSource) => ({
  source: source.source,
  prices: source.prices,
  products: source.products,
  lowest: source.lowestCents / 100,
  highest: source.highestCents / 100,
  average: Math.round(source.averageCents) / 100,
  times_best: source.timesBest,
  last_updated: isoOfMs(source.lastUpdatedMs),
});
