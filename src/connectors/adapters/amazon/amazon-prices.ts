import { centsOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/manage-purchasable-offer and
// https://help.lengow.com/hc/en-us/articles/9374873781404-Amazon-Attributes-Price-promotions-and-sales: a discounted price has a first
// and a last day, and `our_price` is the one that it is struck from.
const HUNDRED = 100;
/** The catalog's reductions have no days: they hold until they are taken away. The same days each time are no change. */
const FIRST_DAY = "2020-01-01";
const LAST_DAY = "2099-12-31";
const LAST_YEAR = LAST_DAY.slice(0, 4);

type Priced = Pick<PushItem, "priceCents" | "compareAtPriceCents" | "currency">;

/** What an offer costs; it takes the place of the whole offer, and with it of a reduction that is not named again. */
export function offerPrice(marketplace_id: string, { priceCents, compareAtPriceCents, currency }: Priced) {
  const scheduled = (cents: number, days: object = {}) => [
    { schedule: [{ value_with_tax: cents / HUNDRED, ...days }] },
  ];
  const paid = priceCents ?? 0;
  const days = { start_at: FIRST_DAY, end_at: LAST_DAY };
  return [
    {
      ...{ marketplace_id, currency, our_price: scheduled(compareAtPriceCents ?? paid) },
      ...(compareAtPriceCents !== null && { discounted_price: scheduled(paid, days) }),
    },
  ];
}

/** What a listing costs now, and without its reduction; one that ends is the seller's own, and not of the catalog. */
export function pricesIn(listing: unknown) {
  const scheduled = (name: string) => member(listing, "attributes", "purchasable_offer", 0, name, 0, "schedule", 0);
  const reduced = scheduled("discounted_price");
  const isOurs = textOf(member(reduced, "end_at"))?.startsWith(LAST_YEAR) === true;
  const compareAtPriceCents = centsOf(member(scheduled("our_price"), "value_with_tax"));
  return { priceCents: isOurs ? centsOf(member(reduced, "value_with_tax")) : compareAtPriceCents, compareAtPriceCents };
}
