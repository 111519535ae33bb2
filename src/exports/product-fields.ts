import type { ExportedProduct } from "../../db/exports/exported-products.ts";
import { namedUrls } from "../media/named-images.ts";
import { gradeOf } from "../products/completeness.ts";
import type { Column, ExportValue } from "./table.ts";

/** One field of a product that can be exported. */
export interface ProductField extends Column<ExportedProduct> {
  /** Other names it can be asked for by. */
  aliases: readonly string[];
}

type Read = ProductField["read"];

const field = (name: string, read: Read, ...aliases: string[]): ProductField => ({
  name,
  kind: "plain",
  read,
  aliases,
});
const money = (name: string, read: Read): ProductField => ({ name, kind: "money", read, aliases: [] });
const readExtra =
  (name: string): Read =>
  ({ extra }) =>
    // It was read from a JSON column.
    (extra[name] as ExportValue | undefined) ?? null;
const extra = (name: string): ProductField => field(name, readExtra(name));
const extras = (names: string): ProductField[] => names.split(" ").map(extra);

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A field with a text in each language: where the asked language has none, the pivot's is taken. */
const translated = (name: string, pivot: Read, ...aliases: string[]): ProductField =>
  field(
    name,
    (product) => {
      const translation = product.content?.[name];
      // It was read from a JSON column.
      return isEmpty(translation) ? pivot(product) : (translation as ExportValue);
    },
    ...aliases,
  );
const translatedExtra = (name: string): ProductField => translated(name, readExtra(name));

const iso = (ms: number) => new Date(ms).toISOString();
const isoOfUs = (us: number) => iso(Math.floor(us / 1_000)).replace("Z", `${String(us % 1_000).padStart(3, "0")}Z`);

const imageUrls: Read = (product) => (product.mediaUrls.length > 0 ? product.mediaUrls : namedUrls(product));

/** Every field of a product, in the order in which an export has them. */
export const PRODUCT_FIELDS: readonly ProductField[] = [
  field("id", ({ id }) => id),
  field("ean", ({ ean }) => ean, "barcode"),
  field("reference", ({ reference }) => reference, "sku"),
  translated("title", ({ title }) => title, "name"),
  translated("short_description", ({ shortDescription }) => shortDescription),
  translated("description", ({ description }) => description),
  translatedExtra("marketing_description"),
  translatedExtra("seo_title"),
  translatedExtra("seo_meta_description"),
  translatedExtra("url_slug"),
  translatedExtra("seo_keywords"),
  translatedExtra("bullet_points"),
  translatedExtra("key_features"),
  translatedExtra("attributes"),
  field("brand", ({ brandName }) => brandName, "brand_name"),
  field("brand_id", ({ brandId }) => brandId),
  field("category", ({ categoryPath }) => categoryPath, "category_path"),
  field("category_id", ({ categoryId }) => categoryId),
  field("supplier_code", ({ supplierCode }) => supplierCode),
  field("supplier_id", ({ supplierId }) => supplierId),
  money("price", ({ priceCents }) => priceCents),
  money("cost_price", ({ costPriceCents }) => costPriceCents),
  money("map_price", readExtra("map_price")),
  field("tax_rate", ({ taxRate }) => taxRate),
  field("stock", ({ stock }) => stock),
  field("weight", ({ weight }) => weight),
  field("width", ({ width }) => width),
  field("height", ({ height }) => height),
  field("depth", ({ depth }) => depth),
  field("asin", ({ asin }) => asin),
  ...extras("upc gtin external_id unit_of_measure hs_code"),
  field("country_of_origin", ({ countryOfOrigin }) => countryOfOrigin),
  ...extras("shopping_category marketplace_category"),
  field("status", ({ status }) => status),
  field("lifecycle_status", ({ lifecycleStatus }) => lifecycleStatus),
  field("is_active", ({ status }) => status === "active"),
  field("completeness_score", ({ completenessScore }) => completenessScore),
  field("completeness_grade", ({ completenessScore }) => gradeOf(completenessScore)),
  field("image_url", ({ imageUrl }) => imageUrl, "primary_image_url"),
  field("image_urls", imageUrls),
  translatedExtra("promotional_text"),
  ...extras("package_weight package_length package_width package_height package_quantity lead_time_days"),
  ...extras("dangerous_goods dangerous_goods_class min_order_quantity max_order_quantity order_increment"),
  ...extras("backorder_allowed preorder_available requires_quote is_b2b_only"),
  ...extras("reach_compliant rohs_compliant ce_marked weee_category"),
  ...extras("energy_class recyclable eco_friendly carbon_footprint_kg"),
  ...extras("warranty_type warranty_duration return_policy_days return_allowed"),
  ...extras("color color_secondary size material finish style pattern"),
  field("discontinued", ({ lifecycleStatus }) => lifecycleStatus === "discontinued"),
  ...extras("end_of_life_date technical_specs compatibility"),
  field("created_at", ({ createdAtMs }) => iso(createdAtMs)),
  field("updated_at", ({ updatedAtUs }) => isoOfUs(updatedAtUs)),
];

const BY_NAME: ReadonlyMap<string, ProductField> = new Map(
  PRODUCT_FIELDS.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)),
);

/** The field of that name or alias; `undefined` when there is none. */
export const findProductField = (name: string): ProductField | undefined => BY_NAME.get(name);
