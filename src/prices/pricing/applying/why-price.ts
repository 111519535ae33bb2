import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { type ApplyingPrice, isWithin, type Purchase } from "./applying-price.ts";

/** Why an entry of a price list is, or is not, what applies; the first that holds. */
export const PRICE_REASONS = [
  "applies",
  "other_channel",
  "not_started",
  "ended",
  "other_currency",
  "other_variant",
  "quantity_not_reached",
  "more_specific_entry",
  "lower_priority",
] as const;
export type PriceReason = (typeof PRICE_REASONS)[number];

/** What decided: the purchase, the currencies whose lists may apply (`null`: any), and what applies. */
interface Decision {
  purchase: Purchase;
  currencies: readonly string[] | null;
  applying: ApplyingPrice;
}

const isBefore = (ms: number | null, atMs: number) => ms !== null && atMs < ms;

/** Why no entry of a list applies; `undefined`: one could. */
function reasonOfList(offer: OfferedPrice, { purchase, currencies }: Decision): PriceReason | undefined {
  if (purchase.channel !== null && offer.channel !== purchase.channel) return "other_channel";
  if (isBefore(offer.startMs, purchase.atMs)) return "not_started";
  if (!isWithin(offer, purchase.atMs)) return "ended";
  return currencies === null || currencies.includes(offer.currency) ? undefined : "other_currency";
}

/** Why one entry is, or is not, what applies, by the rule of `applyingPrice`. */
export function reasonOf(offer: OfferedPrice, decision: Decision): PriceReason {
  const { purchase, applying } = decision;
  if (offer.entryId === applying.entryId) return "applies";
  const ofList = reasonOfList(offer, decision);
  if (ofList !== undefined) return ofList;
  if (offer.variantId !== null && offer.variantId !== purchase.variantId) return "other_variant";
  if (offer.minQuantity > purchase.quantity) return "quantity_not_reached";
  return offer.priceListId === applying.priceListId ? "more_specific_entry" : "lower_priority";
}
