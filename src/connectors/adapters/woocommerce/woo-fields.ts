import { sentFields } from "../../engine/fields.ts";
import { isEmptied } from "../../engine/push/emptied.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { firstStockOf } from "../each.ts";
import { priceFields, stockFields } from "./offer.ts";
import { nameFor } from "./woo-requests.ts";

/** The stock of one with variants is theirs. */
const ownStock = (item: PushItem) => {
  if (isVaried(item)) return { manage_stock: false };
  return firstStockOf(item) !== null && stockFields(item);
};
const ownPrice = (item: PushItem) => (isVaried(item) ? {} : priceFields(item));

const NO_SIZES = { length: "", width: "", height: "" };

function dimensionsOf(item: PushItem) {
  if (isEmptied(item, "dimensions")) return { dimensions: NO_SIZES };
  const { length, width, height } = item;
  const sizes = Object.entries({ length, width, height }).filter(([, size]) => size !== null);
  return sizes.length > 0 && { dimensions: Object.fromEntries(sizes.map(([name, size]) => [name, String(size)])) };
}

/** What a product is sent with beside its terms, attributes and pictures. */
export const fieldsOf = (item: PushItem): Record<string, unknown> =>
  sentFields(item, {
    name: { name: nameFor(item.title) },
    description: { description: item.description },
    short_description: (item.shortDescription !== "" || isEmptied(item, "short_description")) && {
      short_description: item.shortDescription,
    },
    slug: item.slug !== "" && { slug: item.slug },
    reference: { sku: item.sku },
    ean: (item.ean !== null || isEmptied(item, "ean")) && { global_unique_id: item.ean ?? "" },
    weight: (item.weight !== null || isEmptied(item, "weight")) && { weight: String(item.weight ?? "") },
    dimensions: dimensionsOf(item),
    stock: ownStock(item),
    price: { ...ownPrice(item), ...(item.externalId === null && item.taxClass && { tax_class: item.taxClass }) },
  });
