import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { applyingPrice } from "./applying-price.ts";

/** What a product costs where it is sold. */
export interface EntityPrice {
  priceCents: number | null;
  currency: string;
  source: "price_list" | "base";
  priceListId: string | null;
}

/**
 * The price of a product at an entity: what applies to one piece of it in the entity's channel. `offers` come as
 * `listOfferedPrices` orders them.
 */
export function entityPriceOf(
  { code, price_channel }: { code: string; price_channel: string | null },
  offers: readonly OfferedPrice[],
  { basePriceCents, atMs }: { basePriceCents: number | null; atMs: number },
): EntityPrice {
  const purchase = { variantId: null, quantity: 1, channel: price_channel ?? code, atMs };
  const { priceCents, currency, priceListId } = applyingPrice(offers, purchase, basePriceCents);
  return { priceCents, currency, source: priceListId === null ? "base" : "price_list", priceListId };
}
