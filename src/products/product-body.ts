import type { ListedProduct } from "../../db/products/listed-product.ts";
import type { ProductView } from "../../db/products/view.ts";
import type { ContentTarget } from "../entities/content-target.ts";
import { jsonArrayText } from "../http/json-text.ts";
import { mediaBody } from "../media/media-body.ts";
import { imagesOf } from "../media/named-images.ts";
import { languagesOf } from "../settings/languages.ts";
import { isoOfMs, isoOfUs } from "../text/instant.ts";
import { priceOf } from "./cents.ts";
import { gradeOf } from "./completeness.ts";
import { EXTRA_FIELD_NAMES } from "./extra-fields.ts";
import { type LayeredTexts, languageChain, masterContent, resolveContent, withOverrides } from "./resolve-content.ts";
import type { ProductAnswer } from "./schema.ts";

const timeOf = (ms: number | null) => (ms === null ? null : isoOfMs(ms));

/** What a list says of a product. */
export const listItem = (product: ListedProduct) => ({
  id: product.id,
  ean: product.ean,
  reference: product.reference,
  title: product.title,
  short_description: product.shortDescription,
  description: product.description,
  brand_id: product.brandId,
  brand_name: product.brandName,
  category_id: product.categoryId,
  category_name: product.categoryName,
  supplier_id: product.supplierId,
  supplier_name: product.supplierName,
  price: priceOf(product.priceCents),
  cost_price: priceOf(product.costPriceCents),
  tax_rate: product.taxRate,
  weight: product.weight,
  width: product.width,
  height: product.height,
  depth: product.depth,
  asin: product.asin,
  country_of_origin: product.countryOfOrigin,
  shopping_category: product.shoppingCategory,
  marketplace_category: product.marketplaceCategory,
  status: product.status,
  is_active: product.status === "active",
  lifecycle_status: product.lifecycleStatus,
  workflow_status: product.workflowStatus,
  stock: product.stock,
  primary_image_url: product.imageUrl,
  completeness_score: product.completenessScore,
  completeness_grade: gradeOf(product.completenessScore),
  created_at: isoOfMs(product.createdAtMs),
  updated_at: isoOfUs(product.updatedAtUs),
  deleted_at: timeOf(product.deletedAtMs),
});

/** What a list says of these products, as JSON text. */
export const listText = (products: readonly ListedProduct[]): string => jsonArrayText(products.map(listItem));

const brandOf = ({ brandId, brandName }: ProductView) => (brandId === null ? null : { id: brandId, name: brandName });
const categoryOf = ({ categoryId, categoryName, categoryPath }: ProductView) =>
  categoryId === null ? null : { id: categoryId, name: categoryName, path: categoryPath };
const supplierOf = ({ supplierId, supplierCode, supplierName }: ProductView) =>
  supplierId === null ? null : { id: supplierId, code: supplierCode, name: supplierName };

const NO_EXTRA: Record<string, unknown> = Object.fromEntries(EXTRA_FIELD_NAMES.map((name) => [name, null]));

/** The fields of `extra` that the API has: most products have few. */
function extraOf({ extra }: ProductView): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(extra)) if (Object.hasOwn(NO_EXTRA, name)) fields[name] = extra[name];
  return fields;
}

/** Every text of a product that may be shown to a target. */
function layersOf(product: ProductView, target: ContentTarget | null, pivot: string): LayeredTexts {
  const language = target?.entity.defaultLanguage ?? pivot;
  return {
    configuration: product.configurationContent,
    entity: withOverrides(product.entityContent, product.overrides, language),
    group: new Map([...product.content, [pivot, masterContent(product)]]),
  };
}

/** A product whole, each text in the first of these languages that has it, and as near to the target as there is one. */
export function productBody(
  product: ProductView,
  languages: readonly string[],
  target: ContentTarget | null = null,
): ProductAnswer {
  const { pivot } = languagesOf(product.languages);
  const { entity, configuration } = target ?? {};
  const chain = languageChain([...languages, configuration?.language, entity?.defaultLanguage], pivot);
  const { texts, sources, language } = resolveContent(layersOf(product, target, pivot), chain, pivot);
  return {
    id: product.id,
    ean: product.ean,
    barcode: product.ean,
    ean_status: product.eanStatus,
    reference: product.reference,
    price: priceOf(product.priceCents),
    cost_price: priceOf(product.costPriceCents),
    tax_rate: product.taxRate,
    weight: product.weight,
    width: product.width,
    height: product.height,
    depth: product.depth,
    asin: product.asin,
    country_of_origin: product.countryOfOrigin,
    status: product.status,
    is_active: product.status === "active",
    lifecycle_status: product.lifecycleStatus,
    discontinued: product.lifecycleStatus === "discontinued",
    workflow_status: product.workflowStatus,
    brand_id: product.brandId,
    brand_name: product.brandName,
    brand: brandOf(product),
    category_id: product.categoryId,
    category: categoryOf(product),
    supplier_id: product.supplierId,
    supplier_code: product.supplierCode,
    supplier: supplierOf(product),
    ...NO_EXTRA,
    ...extraOf(product),
    ...texts,
    stock: product.stock,
    tags: product.tags,
    media: imagesOf(product, product.media).map(mediaBody),
    primary_image_url: product.imageUrl,
    completeness_score: product.completenessScore,
    completeness_grade: gradeOf(product.completenessScore),
    created_at: isoOfMs(product.createdAtMs),
    updated_at: isoOfUs(product.updatedAtUs),
    deleted_at: timeOf(product.deletedAtMs),
    resolved: {
      language,
      pivot_language: pivot,
      entity_id: entity?.id ?? null,
      configuration_id: configuration?.id ?? null,
      sources,
    },
    // The further fields and texts go by name, which hides from the compiler that all of them are there.
  } as unknown as ProductAnswer;
}
