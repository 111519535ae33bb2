import { sentFields } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind } from "../../engine/push/push-outcome.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { addressesOf, firstStockOf, newImagesOf } from "../each.ts";
import { offerPrice } from "./amazon-prices.ts";
import { childAttributes, parentAttributes, parentOf } from "./amazon-variants.ts";

// Source: https://github.com/amzn/selling-partner-api-models, schemas/feeds/listings-feed-message-schema-v2.json
/** Places for images beside the main one. */
const OTHER_IMAGES = 8;

const stockOf = ({ stock }: PushItem) => [{ fulfillment_channel_code: "DEFAULT", quantity: stock }];

function imagesOf(marketplace_id: string, item: PushItem): Record<string, unknown> {
  const places = ["main_product_image_locator"];
  for (let place = 1; place <= OTHER_IMAGES; place++) places.push(`other_product_image_locator_${place}`);
  const images = addressesOf(newImagesOf(item)).slice(0, places.length);
  return Object.fromEntries(
    images.map((media_location, place) => [places[place], [{ media_location, marketplace_id }]]),
  );
}

function attributesOf(marketplace_id: string, item: PushItem): Record<string, unknown> {
  const { title, description, brand, ean, priceCents } = item;
  const said = (value: string) => [{ value, marketplace_id }];
  const identifier = [{ type: "ean", value: ean, marketplace_id }];
  return sentFields(item, {
    name: { item_name: said(title) },
    description: description !== "" && { product_description: said(description) },
    brand: brand !== null && { brand: said(brand) },
    ean: ean !== null && { externally_assigned_product_identifier: identifier },
    images: imagesOf(marketplace_id, item),
    stock: firstStockOf(item) !== null && { fulfillment_availability: stockOf(item) },
    price: priceCents !== null && { purchasable_offer: offerPrice(marketplace_id, item) },
  });
}

type Message = Record<string, unknown>;

const patchOf = (attributes: Record<string, unknown>): Message => ({
  operationType: "PATCH",
  productType: "PRODUCT",
  patches: Object.entries(attributes).map(([name, value]) => ({ op: "replace", path: `/attributes/${name}`, value })),
});

/** An update replaces all attributes of a listing, also those that are the seller's own: only new ones get one. */
function contentOf(marketplace_id: string, item: PushItem, more: Record<string, unknown>, isForSale = true): Message {
  const attributes = { ...attributesOf(marketplace_id, item), ...more };
  if (item.externalId !== null) return patchOf(attributes);
  const condition_type = [{ value: "new_new", marketplace_id }];
  return {
    operationType: "UPDATE",
    productType: "PRODUCT",
    requirements: isForSale ? "LISTING" : "LISTING_PRODUCT_ONLY",
    attributes: { ...(isForSale && { condition_type }), ...attributes },
  };
}

function messageOf(kind: PushKind, marketplace_id: string, offer: Offer): Message {
  if (kind === "products") return contentOf(marketplace_id, offer, childAttributes(marketplace_id, offer));
  if (kind === "stock") return patchOf({ fulfillment_availability: stockOf(offer) });
  return patchOf({ purchasable_offer: offerPrice(marketplace_id, offer) });
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
