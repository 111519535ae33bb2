import { isSent, type Source } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { firstStockOf } from "../each.ts";
import type { BrandOf } from "./magento-brands.ts";
import { attributesOf, categoryOf } from "./magento-content.ts";
import { regularPrice, specialPrice } from "./magento-prices.ts";
import { DEFAULT_ATTRIBUTE_SET } from "./magento-requests.ts";

/** What only a new product is given: the shop's own of one that is there stays. */
const NEW = { type_id: "simple", attribute_set_id: DEFAULT_ATTRIBUTE_SET, status: 1, visibility: 4 };

/** What is sent of a product beside what it says itself: whether the shop has it, its pictures, and its brand there. */
export interface Sending {
  isThere: boolean;
  gallery: object;
  brandOf: BrandOf;
}

/** A product as it is sent. */
export function productOf(item: PushItem, { isThere, gallery, brandOf }: Sending) {
  const { externalId, title, priceCents, weight } = item;
  const stock = isThere ? null : firstStockOf({ ...item, externalId: null });
  const isSentNow = (source: Source) => !isThere || isSent(item, source);
  return {
    sku: externalId ?? item.sku,
    ...(isSentNow("name") && { name: title }),
    ...(!isThere && NEW),
    ...(priceCents !== null && isSentNow("price") && { price: regularPrice(item) }),
    ...(weight !== null && isSentNow("weight") && { weight }),
    extension_attributes: { ...(stock !== null && { stock_item: { qty: stock, is_in_stock: stock > 0 } }) },
    custom_attributes: [
      ...attributesOf(item),
      ...categoryOf(item),
      ...brandOf(item),
      ...(isSentNow("price") ? specialPrice(item) : []),
      ...(isThere || !item.taxClass ? [] : [{ attribute_code: "tax_class_id", value: item.taxClass }]),
    ],
    ...gallery,
  };
}

/**
 * A product with variants: it has neither a price nor a level of its own, and is for sale while one of them is. `choices`: what it
 * is chosen by, and which variants it has.
 */
export function parentOf(item: PushItem, sending: Sending, choices: object) {
  const product = productOf({ ...item, priceCents: null }, sending);
  const isNew = !sending.isThere && { type_id: "configurable" };
  const level = !sending.isThere && { stock_item: { qty: 0, is_in_stock: true } };
  return { ...product, ...isNew, extension_attributes: { ...level, ...choices } };
}
