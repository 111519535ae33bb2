import { Type } from "@sinclair/typebox";
import { amountOf } from "../../http/input/amount.ts";
import { maybe, nameOf } from "../../http/input/fields.ts";
import { validateBody } from "../../http/input/validation.ts";
import { type Item, itemOf, withoutNulls } from "../../products/changes/set/items.ts";
import { ProductUpdate, sentIn } from "../../products/fields/product-fields.ts";
import { BrandName, SupplierCode } from "../machine-fields.ts";

const price = amountOf({ minimum: 0, maximum: 1_000_000_000_000 });
/** Whole units. */
export const Stock = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "Units." });

/** Prices under this API's own names. */
export const PRICES = {
  price_ht: maybe(price, "Excluding VAT; stored as the cost price."),
  price_ttc: maybe(price, "Including VAT; stored as the selling price."),
};
/** Fields under this API's own names. */
const OWN = {
  brand: BrandName,
  ...PRICES,
  supplier_code: SupplierCode,
  category: maybe(Type.String({ maxLength: 255 }), "Category name as free text; does not assign a category."),
};
/** This API's names of the catalog's fields. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ["brand", "brand_name"],
  ["price_ht", "cost_price"],
  ["price_ttc", "price"],
  ["category", "erp_category"],
]);

/** A product as an ERP sends it. */
export const SyncProduct = Type.Object(
  {
    reference: nameOf(255, "Your own key; matches the product if its EAN does not."),
    name: nameOf(500, "The title."),
    ...sentIn("appsync"),
    ...OWN,
    stock: maybe(Stock, "Of the supplier that is named, else of the product."),
  },
  { description: "A product. Absent or null fields keep their value." },
);

/** What a PATCH takes: the catalog's fields, and those under this API's names, which win. */
export const SyncPatch = Type.Object(
  { ...ProductUpdate.properties, ...OWN, stock: Type.Optional(Stock) },
  { description: "Fields of a product. Absent fields keep their value; null clears a field." },
);

/** Fields by the catalog's names. */
function catalogFields(fields: Record<string, unknown>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (!OWN_NAMES.has(name)) renamed[name] = fields[name];
  // Last, because they win.
  for (const [own, name] of OWN_NAMES) if (fields[own] !== undefined) renamed[name] = fields[own];
  return renamed;
}

let checkItem: ReturnType<typeof validateBody> | undefined;

/** Reads an item of a sync; null is "unchanged". Throws VALIDATION_FAILED with all that is wrong with it. */
export function syncItemOf(item: unknown): Item {
  // Compiled at the first sync, as routes do it.
  checkItem ??= validateBody(SyncProduct);
  // The schema is that of an object.
  return itemOf(withoutNulls(catalogFields(checkItem(item) as Record<string, unknown>)));
}

/** Reads a checked body of a PATCH: null clears. */
export const patchItemOf = (body: Record<string, unknown>): Item => itemOf(catalogFields(body));
