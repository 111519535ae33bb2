import type { ExportedProduct, ExportMember } from "../../db/exports/exported-product.ts";
import { namedUrls } from "../media/named-images.ts";
import { gradeOf } from "../products/fields/completeness.ts";
import { isoOfMs, isoOfUs } from "../text/instant.ts";
import type { Column, ExportValue } from "./table.ts";

/** A column of products, which knows what it reads of them. */
export interface ProductColumn extends Column<ExportedProduct> {
  needs: readonly ExportMember[];
}

/** One field of a product that can be exported. */
export interface ProductField extends ProductColumn {
  /** Other names it can be asked for by. */
  aliases: readonly string[];
  /** The same field in the pivot language alone; absent: it has no languages. */
  pivot?: ProductField;
}

/** What a field reads of a product, and how: of anything else it cannot know. */
const field = <M extends ExportMember>(
  name: string,
  needs: readonly M[],
  read: (product: Pick<ExportedProduct, M>) => ExportValue,
  ...aliases: string[]
): ProductField => ({ name, kind: "plain", needs, read, aliases });

/** What of a product is a single value. */
type ScalarMember = {
  [M in ExportMember]: ExportedProduct[M] extends string | number | null ? M : never;
}[ExportMember];

/** A field that is a member of the product as it is. */
const own = (name: string, member: ScalarMember, ...aliases: string[]): ProductField =>
  field(name, [member], (product) => product[member], ...aliases);
const money = (price: ProductField): ProductField => ({ ...price, kind: "money" });
const address = (url: ProductField): ProductField => ({ ...url, kind: "address" });
/** An id, a word of a fixed set, a time: it needs no escaping. */
const code = (word: ProductField): ProductField => ({ ...word, kind: "code" });
const extra = (name: string): ProductField => ({
  ...field(name, ["extra"], (product) => {
    const value = product.extra[name];
    // It was read from a JSON column.
    return value === undefined ? null : (value as ExportValue);
  }),
  sparseName: name,
});
const extras = (names: string): ProductField[] => names.split(" ").map(extra);

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A field with a text in each language: where the asked language has none, the pivot's is taken. */
const translated = ({ sparseName, ...pivot }: ProductField): ProductField => ({
  ...pivot,
  pivot: { ...pivot, ...(sparseName !== undefined && { sparseName }) },
  needs: [...pivot.needs, "content"],
  read: (product) => {
    if (product.content === null) return pivot.read(product);
    const translation = product.content[pivot.name];
    // It was read from a JSON column.
    return isEmpty(translation) ? pivot.read(product) : (translation as ExportValue);
  },
});
const translatedExtra = (name: string): ProductField => translated(extra(name));

/** Every field of a product, in the order in which an export has them. */
export const PRODUCT_FIELDS: readonly ProductField[] = [
  code(own("id", "id")),
  own("ean", "ean", "barcode"),
  own("reference", "reference", "sku"),
  translated(own("title", "title", "name")),
  translated(own("short_description", "shortDescription")),
  translated(own("description", "description")),
  translatedExtra("marketing_description"),
  translatedExtra("seo_title"),
  translatedExtra("seo_meta_description"),
  translatedExtra("url_slug"),
  translatedExtra("seo_keywords"),
  translatedExtra("bullet_points"),
  translatedExtra("key_features"),
  translatedExtra("attributes"),
  own("brand", "brandName", "brand_name"),
  code(own("brand_id", "brandId")),
  own("category", "categoryPath", "category_path"),
  code(own("category_id", "categoryId")),
  own("supplier_code", "supplierCode"),
  code(own("supplier_id", "supplierId")),
  money(own("price", "priceCents")),
  money(own("cost_price", "costPriceCents")),
  money(extra("map_price")),
  own("tax_rate", "taxRate"),
  own("stock", "stock"),
  own("weight", "weight"),
  own("width", "width"),
  own("height", "height"),
  own("depth", "depth"),
  own("asin", "asin"),
  ...extras("upc gtin external_id unit_of_measure hs_code"),
  own("country_of_origin", "countryOfOrigin"),
  ...extras("shopping_category marketplace_category"),
  code(own("status", "status")),
  code(own("lifecycle_status", "lifecycleStatus")),
  code(field("is_active", ["status"], ({ status }) => status === "active")),
  own("completeness_score", "completenessScore"),
  code(field("completeness_grade", ["completenessScore"], ({ completenessScore }) => gradeOf(completenessScore))),
  address(own("image_url", "imageUrl", "primary_image_url")),
  address(
    field("image_urls", ["mediaUrls", "imageUrl", "extra"], (product) =>
      product.mediaUrls.length > 0 ? product.mediaUrls : namedUrls(product),
    ),
  ),
  translatedExtra("promotional_text"),
  ...extras("package_weight package_length package_width package_height package_quantity lead_time_days"),
  ...extras("dangerous_goods dangerous_goods_class min_order_quantity max_order_quantity order_increment"),
  ...extras("backorder_allowed preorder_available requires_quote is_b2b_only"),
  ...extras("reach_compliant rohs_compliant ce_marked weee_category"),
  ...extras("energy_class recyclable eco_friendly carbon_footprint_kg"),
  ...extras("warranty_type warranty_duration return_policy_days return_allowed"),
  ...extras("color color_secondary size material finish style pattern"),
  code(field("discontinued", ["lifecycleStatus"], ({ lifecycleStatus }) => lifecycleStatus === "discontinued")),
  ...extras("end_of_life_date technical_specs compatibility"),
  code(field("created_at", ["createdAtMs"], ({ createdAtMs }) => isoOfMs(createdAtMs))),
  code(field("updated_at", ["updatedAtUs"], ({ updatedAtUs }) => isoOfUs(updatedAtUs))),
];

const BY_NAME: ReadonlyMap<string, ProductField> = new Map(
  PRODUCT_FIELDS.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)),
);

/** What `Table.sparse` tells of a product. */
export const sparseValues = ({ extra }: Pick<ExportedProduct, "extra">): Readonly<Record<string, unknown>> => extra;

/** The field of that name or alias; `undefined` when there is none. */
export const findProductField = (name: string): ProductField | undefined => BY_NAME.get(name);
