import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { pushEach, sentAs } from "../each.ts";
import type { Ebay } from "./ebay-call.ts";
import { findOffer } from "./ebay-offers.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: withdrawOffer, withdrawOfferByInventoryItemGroup and their opposites. An offer
// that is withdrawn ends its listing, and stays; published again it is a new listing.
const OFFER = "sell/inventory/v1/offer";

/** Ends the listing of a product, or lists it again. */
async function showOne(ebay: Ebay, item: PushItem, isShown: boolean): Promise<PushOutcome> {
  const { call, marketplace: marketplaceId } = ebay;
  if (Object.keys(item.parts.variants).length > 0) {
    const path = `${OFFER}/${isShown ? "publish" : "withdraw"}_by_inventory_item_group`;
    await call(path, { method: "POST", json: { inventoryItemGroupKey: skuOf(item), marketplaceId } });
    return sentAs(item);
  }
  const offer = await findOffer(ebay, skuOf(item));
  if (!offer) return { productId: item.productId, error: "It has no offer on this marketplace", isMissing: true };
  if (offer.isPublished === isShown) return sentAs(item);
  await call(`${OFFER}/${encodeURIComponent(offer.offerId)}/${isShown ? "publish" : "withdraw"}`, { method: "POST" });
  return sentAs(item);
}

export const showOffers = (ebay: Ebay, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> =>
  pushEach(items, (item) => showOne(ebay, item, isShown));
