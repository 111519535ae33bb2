import { isSent } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind } from "../../engine/push/push-outcome.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { asinOf, attributesOf, offerAttributes, stockOf } from "./amazon-attributes.ts";
import { emptyPlaces } from "./amazon-pictures.ts";
import { offerPrice } from "./amazon-prices.ts";
import { childAttributes, parentAttributes, parentOf } from "./amazon-variants.ts";

// Source: https://github.com/amzn/selling-partner-api-models, schemas/feeds/listings-feed-message-schema-v2.json
/** As Amazon writes product types: `LIGHT_FIXTURE`. */
const TYPE = /^[A-Z][A-Z0-9_]+$/;

/** The product type of an item: by the mapping of its category, else by a rule of the connector for the category. */
function typeOf(item: PushItem): string {
  const {
    categoryIds: [mapped],
    category,
    categoryId,
  } = item;
  if (!isSent(item, "category")) return "PRODUCT";
  const ruled = categoryId === null && category !== null && TYPE.test(category) ? category : undefined;
  return mapped ?? ruled ?? "PRODUCT";
}

type Message = Record<string, unknown>;

const patchOf = (productType: string, attributes: Record<string, unknown>): Message => ({
  operationType: "PATCH",
  productType,
  patches: Object.entries(attributes).map(([name, value]) => ({ op: "replace", path: `/attributes/${name}`, value })),
});

/** Pictures that are no longer here go from their places. */
function changeOf(marketplace_id: string, item: PushItem, attributes: Record<string, unknown>): Message {
  const { patches, ...patch } = patchOf(typeOf(item), attributes);
  const value = [{ marketplace_id }];
  const deleted = emptyPlaces(item).map((place) => ({ op: "delete", path: `/attributes/${place}`, value }));
  return { ...patch, patches: [...(patches as object[]), ...deleted] };
}

/** An offer of what Amazon sells already. */
const offerOf = (marketplace_id: string, item: PushItem, asin: string): Message => ({
  operationType: "UPDATE",
  productType: typeOf(item),
  requirements: "LISTING_OFFER_ONLY",
  attributes: {
    condition_type: [{ value: "new_new", marketplace_id }],
    merchant_suggested_asin: [{ value: asin, marketplace_id }],
    ...offerAttributes(marketplace_id, item),
  },
});

/** An update replaces all attributes of a listing, also those that are the seller's own: only new ones get one. */
function contentOf(marketplace_id: string, item: Offer, more: Record<string, unknown>, isForSale = true): Message {
  const asin = item.group ? undefined : asinOf(item);
  if (item.externalId === null && asin !== undefined) return offerOf(marketplace_id, item, asin);
  const attributes = { ...attributesOf(marketplace_id, item), ...more };
  if (item.externalId !== null) return changeOf(marketplace_id, item, attributes);
  const condition_type = [{ value: "new_new", marketplace_id }];
  return {
    operationType: "UPDATE",
    productType: typeOf(item),
    requirements: isForSale ? "LISTING" : "LISTING_PRODUCT_ONLY",
    attributes: { ...(isForSale && { condition_type }), ...attributes },
  };
}

function messageOf(kind: PushKind, marketplace_id: string, offer: Offer): Message {
  if (kind === "products") return contentOf(marketplace_id, offer, childAttributes(marketplace_id, offer));
  // Of an offer alone the type does not matter.
  if (kind === "stock") return patchOf("PRODUCT", { fulfillment_availability: stockOf(offer) });
  return patchOf("PRODUCT", { purchasable_offer: offerPrice(marketplace_id, offer) });
}

/** A message of a feed, with the offers that it is of. */
interface Sent {
  message: Message;
  offers: readonly Offer[];
}

/** The messages of a feed: with the content of variants goes, before them, the listing that they have in common. */
export function messagesOf(kind: PushKind, marketplace_id: string, offers: readonly Offer[]): Sent[] {
  const parents = new Map<string, Offer[]>();
  for (const offer of kind === "products" ? offers : []) {
    if (offer.group) parents.set(offer.group.sku, [...(parents.get(offer.group.sku) ?? []), offer]);
  }
  const all = [...parents.values()].flatMap((children): Omit<Sent, "messageId">[] => {
    const [first] = children;
    if (!first) return [];
    const parent = parentOf(first);
    const message = contentOf(marketplace_id, parent, parentAttributes(marketplace_id, first), false);
    return [{ message: { sku: parent.sku, ...message }, offers: children }];
  });
  all.push(
    ...offers.map((offer) => ({
      message: { sku: offer.externalId ?? offer.sku, ...messageOf(kind, marketplace_id, offer) },
      offers: [offer],
    })),
  );
  return all.map(({ message, offers: of }, index) => ({ message: { messageId: index + 1, ...message }, offers: of }));
}
