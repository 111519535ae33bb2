import { Type } from "@sinclair/typebox";
import type { StoredPoint } from "../../../db/pricing/price-points.ts";
import type { PriceSource } from "../../../db/pricing/price-sources.ts";
import type { ProductPrice } from "../../../db/pricing/product-prices.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { BASE_CURRENCY, priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";
import { shownAmount } from "./currency-decimals.ts";
import { isInForce, PRICE_TYPES, typeOf } from "./entries-of-product.ts";

/** A price by its source. */
export const Prices = view<ProductPrice>()({
  id: [Uuid, "id"],
  product_id: [Uuid, "productId"],
  source: [Type.String({ examples: ["internal"] }), "source"],
  price_type: [oneOf(PRICE_TYPES), ({ source }) => typeOf(source)],
  price: [Type.Number(), ({ priceCents, currency }) => shownAmount(currency, priceCents)],
  currency: [Type.String({ examples: ["EUR"] }), "currency"],
  is_active: [Type.Boolean(), "isActive"],
  valid_until: [orNull(Time), ({ validUntilMs }) => isoOrNull(validUntilMs)],
  url: [orNull(Type.String()), "url"],
  notes: [orNull(Type.String()), "notes"],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  updated_at: [Time, ({ updatedAtMs }) => isoOfMs(updatedAtMs)],
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
      price: shownAmount(point.currency, point.priceCents),
      currency: point.currency,
      is_active: point.isActive,
      change:
        before === null || point.priceCents === null ? null : shownAmount(point.currency, point.priceCents - before),
      recorded_at: isoOfMs(point.recordedAtMs),
      origin: point.origin,
    };
  });
}

/** What the prices of a source come to. */
export const Sources = view<PriceSource>()({
  source: [Type.String(), "source"],
  prices: [Type.Integer(), "prices"],
  products: [Type.Integer(), "products"],
  lowest: [Type.Number(), ({ lowestCents }) => lowestCents / 100],
  highest: [Type.Number(), ({ highestCents }) => highestCents / 100],
  average: [Type.Number(), ({ averageCents }) => Math.round(averageCents) / 100],
  times_best: [Type.Integer({ description: "Products for which no source is cheaper." }), "timesBest"],
  last_updated: [Time, ({ lastUpdatedMs }) => isoOfMs(lastUpdatedMs)],
});
