import { amountOf } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice, PushVariant } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";

/** `price` is what it costs without the sale. */
const pricesOf = ({ priceCents, compareAtPriceCents, wasReduced }: PushPrice): Record<string, unknown> =>
  priceCents === null
    ? {}
    : {
        price: amountOf(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: amountOf(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: 0 }),
      };

/** A variant that is reduced no more loses the sale that we gave it; one that the owner of the store has made stays. */
export const variantPrices = ({ priceCents, compareAtPriceCents, wasReduced }: PushVariant): Record<string, unknown> =>
  priceCents === null
    ? {}
    : {
        price: amountOf(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: amountOf(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: null }),
      };

/** What a product costs; one with variants its own price, else the lowest of theirs, and its variants have the sales. */
export function productPrices(item: PushItem): Record<string, unknown> {
  if (!isVaried(item)) return pricesOf(item);
  const prices = item.variants.flatMap(({ priceCents }) => priceCents ?? []);
  const lowest = prices.length === 0 ? null : Math.min(...prices);
  const { priceCents, compareAtPriceCents } = item;
  return pricesOf({ priceCents: compareAtPriceCents ?? priceCents ?? lowest, compareAtPriceCents: null });
}
