import { member, present, priceText, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { pushEach, sentAs } from "../each.ts";
import type { Ebay } from "./ebay-call.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: PricingSummary, updateOffer
/** Those on which a price may be struck through. */
const STRIKES = "EBAY_US EBAY_MOTORS_US EBAY_GB EBAY_DE EBAY_CA EBAY_FR EBAY_IT EBAY_ES".split(" ");
/** What an offer is beside its price: a change replaces all of it. */
const KEPT = `categoryId charity extendedProducerResponsibility hideBuyerDetails includeCatalogProductDetails
  listingDescription listingDuration listingPolicies listingStartDate lotSize merchantLocationKey pricingSummary quantityLimitPerBuyer regulatory
  secondaryCategoryId storeCategoryNames tax`.split(/\s+/);

type Priced = Pick<PushItem, "priceCents" | "compareAtPriceCents" | "wasReduced" | "currency">;

/** What an item costs, and what it cost before its reduction, of which the catalog does not know where. */
export function pricingOf(marketplace: string, { priceCents, compareAtPriceCents, currency }: Priced) {
  const amount = (cents: number) => ({ value: priceText(cents, currency), currency });
  const isStruck = compareAtPriceCents !== null && STRIKES.includes(marketplace);
  return {
    price: amount(priceCents ?? 0),
    ...(isStruck && {
      originalRetailPrice: amount(compareAtPriceCents),
      originallySoldForRetailPriceOn: "OFF_EBAY",
    }),
  };
}

/** Whether the price of an offer is changed with all of the offer: no other request has the one before a reduction. */
export const isWithOffer = (marketplace: string, { compareAtPriceCents, wasReduced }: Priced): boolean =>
  STRIKES.includes(marketplace) && (compareAtPriceCents !== null || wasReduced === true);

/** Replaces an offer by what it is, with what changes of it. */
export function changeOffer({ call }: Pick<Ebay, "call">, there: unknown, changes: Record<string, unknown>) {
  const kept = present(Object.fromEntries(KEPT.map((name) => [name, member(there, name)])));
  const path = `sell/inventory/v1/offer/${encodeURIComponent(textOf(member(there, "offerId")) ?? "")}`;
  return call(path, { method: "PUT", json: { ...kept, ...changes } });
}

/** Changes the prices of offers that are reduced, or were before: each is read, and replaced with what else it is. */
export const replaceOffers = (ebay: Ebay, items: readonly PushItem[]): Promise<PushOutcome[]> =>
  pushEach(items, async (item) => {
    const offerId = item.externalItemId ?? "";
    const there = await ebay.call(`sell/inventory/v1/offer/${encodeURIComponent(offerId)}`);
    const was = Object(member(there, "pricingSummary") ?? {});
    const { originalRetailPrice: _price, originallySoldForRetailPriceOn: _on, ...pricing } = was;
    const pricingSummary = { ...pricing, ...pricingOf(ebay.marketplace, item) };
    await changeOffer(ebay, { ...Object(there), offerId }, { pricingSummary });
    return sentAs(item);
  });
