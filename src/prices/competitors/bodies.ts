import { Type } from "@sinclair/typebox";
import type { CompetitorPrice } from "../../../db/competitors/observations.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { BASE_CURRENCY, priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";

const PERCENT = 100;

/** A product with its price as competitors' are; `null`: none that can be compared. */
type Compared = Pick<ProductRow, "id" | "priceCents">;

/** How far our price is from another one, and in percent of that one; `null` when we have none. */
function gapTo(cents: number, ours: number | null) {
  if (ours === null) return { gap: null, percent: null };
  const gap = ours - cents;
  return { gap: gap / PERCENT, percent: cents === 0 ? 0 : Math.round((gap * PERCENT * PERCENT) / cents) / PERCENT };
}

/** What a competitor asks, beside our price. */
export const Competitors = view<CompetitorPrice, [ours: number | null]>()({
  competitor_id: [Uuid, "competitorId"],
  code: [Type.String(), "code"],
  name: [Type.String(), "name"],
  price: [Type.Number(), ({ priceCents }) => priceCents / PERCENT],
  shipping_cost: [orNull(Type.Number(), "Null if unknown."), ({ shippingCostCents }) => priceOf(shippingCostCents)],
  total_price: [
    Type.Number({ description: "Including shipping, if known." }),
    ({ priceCents, shippingCostCents }) => (priceCents + (shippingCostCents ?? 0)) / PERCENT,
  ],
  currency: [Type.String(), () => BASE_CURRENCY],
  url: [Type.String(), "url"],
  stock_status: [orNull(Type.String(), "As shown by the competitor."), "stockStatus"],
  observed_at: [Type.String({ format: "date-time" }), ({ observedAtMs }) => isoOfMs(observedAtMs)],
  gap: [
    orNull(Type.Number(), "Our price minus theirs; null if we have no price."),
    ({ priceCents }, ours) => gapTo(priceCents, ours).gap,
  ],
  gap_percent: [
    orNull(Type.Number(), "The gap as a percentage of their price."),
    ({ priceCents }, ours) => gapTo(priceCents, ours).percent,
  ],
});

/** What each competitor asks, the cheapest first. */
export const competitorsBody = ({ id, priceCents }: Compared, seen: readonly CompetitorPrice[]) => ({
  product_id: id,
  items: seen.map((each) => Competitors.of(each, priceCents)),
  total: seen.length,
});

/** What the comparison of a product counts besides prices. */
export interface ComparedWith {
  /** Prices are compared with their shipping; one that names none has none. */
  withShipping: boolean;
  /** What our own shipping costs, in cents. */
  shippingCents: number;
}

/** Where our price stands among those of the competitors. */
export function comparisonBody(
  { id, priceCents }: Compared,
  seen: readonly CompetitorPrice[],
  { withShipping, shippingCents }: ComparedWith,
) {
  const ours = priceCents === null ? null : priceCents + (withShipping ? shippingCents : 0);
  const prices = seen.map((each) => each.priceCents + (withShipping ? (each.shippingCostCents ?? 0) : 0));
  const isEmpty = prices.length === 0;
  const lowest = isEmpty ? null : Math.min(...prices);
  const { gap, percent } = lowest === null ? { gap: null, percent: null } : gapTo(lowest, ours);
  return {
    product_id: id,
    our_price: priceOf(ours),
    currency: BASE_CURRENCY,
    with_shipping: withShipping,
    lowest: priceOf(lowest),
    highest: isEmpty ? null : Math.max(...prices) / PERCENT,
    average: isEmpty ? null : Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length) / PERCENT,
    // 1: no competitor is cheaper.
    rank: ours === null || isEmpty ? null : prices.filter((price) => price < ours).length + 1,
    competitors_count: seen.length,
    gap_to_lowest: gap,
    gap_to_lowest_percent: percent,
    competitors: seen.map((each) => Competitors.of(each, ours)),
  };
}
