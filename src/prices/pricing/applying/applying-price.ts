import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";

/** What somebody wants to buy, where and when. */
export interface Purchase {
  /** `null`: the product itself. */
  variantId: string | null;
  quantity: number;
  /** `null`: lists of any channel count. */
  channel: string | null;
  atMs: number;
}

/** The price that applies, and where it comes from. */
export interface ApplyingPrice {
  priceCents: number | null;
  compareAtPriceCents: number | null;
  currency: string;
  /** `null`: the product's or variant's own price. */
  priceListId: string | null;
  entryId: string | null;
  /** From how many pieces on it is asked. */
  minQuantity: number;
  /** Whether it contains tax; `null`: as the products' own prices do. */
  pricesIncludeTax: boolean | null;
  /** Whose tax; `null`: that of the tenant's country. */
  taxCountry: string | null;
}

/** Whether a list is valid at a given time; both ends are part of it. */
export const isWithin = ({ startMs, endMs }: Pick<OfferedPrice, "startMs" | "endMs">, atMs: number): boolean =>
  (startMs ?? atMs) <= atMs && atMs <= (endMs ?? atMs);

/** Of the entries of one list for a product: those of the variant before those of the product, then the largest quantity. */
function bestOf(entries: readonly OfferedPrice[], { variantId, quantity }: Purchase): OfferedPrice | undefined {
  const reached = entries.filter((entry) => entry.minQuantity <= quantity);
  const own = variantId === null ? [] : reached.filter((entry) => entry.variantId === variantId);
  const among = own.length > 0 ? own : reached.filter((entry) => entry.variantId === null);
  return among.toSorted((one, other) => other.minQuantity - one.minQuantity)[0];
}

/**
 * The one rule of which price applies: the first list of the channel that is valid then and has an entry for the quantity,
 * by priority and then the newest; else the product's or variant's own price. `offers` are those of one product, as
 * `listOfferedPrices` orders them.
 */
export function applyingPrice(
  offers: readonly OfferedPrice[],
  purchase: Purchase,
  ownPriceCents: number | null,
): ApplyingPrice {
  const { channel, atMs } = purchase;
  const open = offers.filter((offer) => (channel === null || offer.channel === channel) && isWithin(offer, atMs));
  for (const entries of Map.groupBy(open, ({ priceListId }) => priceListId).values()) {
    const entry = bestOf(entries, purchase);
    if (!entry) continue;
    const { priceCents, compareAtPriceCents, currency, priceListId, entryId, minQuantity } = entry;
    const { pricesIncludeTax, taxCountry } = entry;
    return {
      priceCents,
      compareAtPriceCents,
      currency,
      priceListId,
      entryId,
      minQuantity,
      pricesIncludeTax,
      taxCountry,
    };
  }
  return {
    priceCents: ownPriceCents,
    compareAtPriceCents: null,
    currency: BASE_CURRENCY,
    priceListId: null,
    entryId: null,
    minQuantity: 1,
    pricesIncludeTax: null,
    taxCountry: null,
  };
}
