import type { Reply } from "../shops.ts";
import type { Call } from "./platform.ts";

const names = (text: string) => text.trim().split(/\s+/);

/** What an offer is changed with, by eBay's OpenAPI of the Inventory API (1.17.4, `EbayOfferDetailsWithId`). */
const CHANGED = names(`availableQuantity categoryId charity extendedProducerResponsibility hideBuyerDetails
  includeCatalogProductDetails listingDescription listingDuration listingPolicies listingStartDate lotSize merchantLocationKey
  pricingSummary quantityLimitPerBuyer regulatory secondaryCategoryId storeCategoryNames tax`);
/** The members of its price (`PricingSummary`). */
const PRICING = names(`auctionReservePrice auctionStartPrice minimumAdvertisedPrice originallySoldForRetailPriceOn
  originalRetailPrice price pricingVisibility`);
const SOLD_ON = ["ON_EBAY", "OFF_EBAY"];

interface Amount {
  value: string;
  currency: string;
}

/** An offer as it was made, and changed since. */
export interface EbayOffer {
  sku: string;
  pricingSummary?: { price: Amount; originalRetailPrice?: Amount; originallySoldForRetailPriceOn?: string };
}

/** Why an offer cannot be changed so: all that it is is to be given again, and it is to cost less than before. */
function faultOf(known: EbayOffer, body: Partial<EbayOffer>): string | undefined {
  const unknown = Object.keys(body).find((name) => !CHANGED.includes(name));
  const lost = Object.keys(known).find((name) => CHANGED.includes(name) && !(name in body));
  const { pricingSummary: pricing } = body;
  if (!pricing) return "pricingSummary is missing";
  const { price, originalRetailPrice: before, originallySoldForRetailPriceOn: on } = pricing;
  const isWrong = before !== undefined && (Number(before.value) <= Number(price.value) || !SOLD_ON.includes(on ?? ""));
  return (
    unknown ??
    lost ??
    Object.keys(pricing).find((name) => !PRICING.includes(name)) ??
    (isWrong ? "originalRetailPrice" : undefined)
  );
}

/** The offers of a seller by the SKU of their item; they are called by it. */
export function ebayOffers() {
  const offers = new Map<string, EbayOffer>();
  const change = (known: EbayOffer, call: Call): Reply => {
    const body = Object(call.body);
    const message = faultOf(known, body);
    if (message !== undefined) return { status: 400, json: { errors: [{ errorId: 25709, message }] } };
    offers.set(known.sku, { ...body, sku: known.sku });
    return { status: 204, text: "" };
  };
  return {
    offers,
    make: (offer: EbayOffer) => void offers.set(offer.sku, offer),
    /** A price that is changed alone leaves what else there is of it. */
    price(sku: string, given: unknown): void {
      const known = offers.get(sku);
      const [one] = Array.isArray(given) ? given : [];
      if (known && one?.price) known.pricingSummary = { ...known.pricingSummary, price: one.price };
    },
    answer(call: Call): Reply | undefined {
      const [, method, sku = ""] = /^(GET|PUT) \/sell\/inventory\/v1\/offer\/o-(.+)$/.exec(call.route) ?? [];
      const known = offers.get(decodeURIComponent(sku));
      if (method === undefined || !known) return undefined;
      if (method === "PUT") return change(known, call);
      return {
        json: { ...known, offerId: `o-${sku}`, marketplaceId: "EBAY_FR", format: "FIXED_PRICE", status: "PUBLISHED" },
      };
    },
  };
}
