import type { ListPrice } from "../../db/pricing/price-lists.ts";

/** What a product costs where it is sold. */
export interface EntityPrice {
  priceCents: number | null;
  currency: string;
  source: "price_list" | "base";
  priceListId: string | null;
}

/** The currency of prices that belong to no list. */
export const BASE_CURRENCY = "EUR";

/**
 * The price of an entity: of the first list of its channel with an entry for the product, else the product's own. `lists`
 * come as `listEligiblePrices` orders them.
 */
export function entityPriceOf(
  { code, price_channel }: { code: string; price_channel: string | null },
  lists: readonly ListPrice[],
  basePriceCents: number | null,
): EntityPrice {
  const list = lists.find(({ channel, priceCents }) => channel === (price_channel ?? code) && priceCents !== null);
  if (!list) return { priceCents: basePriceCents, currency: BASE_CURRENCY, source: "base", priceListId: null };
  return { priceCents: list.priceCents, currency: list.currency, source: "price_list", priceListId: list.id };
}
