import { findContentRecord } from "../../../db/content-variants/content-records.ts";
import { findMasterReview } from "../../../db/content-variants/master-reviews.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { masterHash } from "../../content/variants/content-body.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { masterContent, type Texts } from "../../products/views/resolve-content.ts";
import { Brand } from "../../reference/brands/brand.ts";
import { Category } from "../../reference/categories/category.ts";
import type { EntityRow } from "../../reference/entities/entity.ts";
import { requireEntity } from "../../reference/entities/entity.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { findLanguages } from "../../settings/languages.ts";
import type { Variables } from "../prompts/render-template.ts";

/** What texts are made for: the reference sheet, or an entity's own texts. */
export interface Target {
  product: ProductRow;
  /** `null`: the group. */
  entity: EntityRow | null;
  /** Of the texts that are made. */
  language: string;
  pivot: string;
  enabled: string[];
  /** The texts that are there for the target. */
  texts: Texts;
  /** Whether somebody has looked at them. */
  isReviewed: boolean;
}

/** Finds the target of a run. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function findTarget(db: Reader, productId: string, entityId: string | null): Promise<Target> {
  const product = await findLiveProduct(db, productId);
  const { pivot, enabled } = await findLanguages(db);
  if (entityId === null) {
    const review = await findMasterReview(db, product.id);
    const isReviewed = review?.reviewedHash !== null && review?.reviewedHash === masterHash(product);
    return { product, entity: null, language: pivot, pivot, enabled, texts: masterContent(product), isReviewed };
  }
  const entity = await requireEntity(db, entityId);
  const language = entity.default_language ?? pivot;
  const key = { productId: product.id, language, entityId: entity.id, configurationId: null };
  const record = await findContentRecord(db, key);
  return {
    product,
    entity,
    language,
    pivot,
    enabled,
    texts: record?.content ?? {},
    isReviewed: record?.reviewed ?? false,
  };
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The variables of prompts for a product. Source: decision S32.9. */
export async function variablesOf(db: Reader, { product, entity, language, pivot }: Target): Promise<Variables> {
  const { brandId, categoryId, supplierId, extra } = product;
  const brand = brandId === null ? undefined : await Brand.table.find(db, brandId);
  const category = categoryId === null ? undefined : await Category.table.find(db, categoryId);
  const supplier = supplierId === null ? undefined : await Supplier.table.find(db, supplierId);
  return {
    ean: shown(product.ean),
    sku: shown(product.reference),
    title: product.title,
    name: product.title,
    product_name: product.title,
    brand: brand?.name ?? "",
    category: category?.path ?? "",
    supplier: supplier?.name ?? "",
    description: shown(product.description),
    short_description: shown(product.shortDescription),
    attributes: shown(extra["attributes"]),
    price: product.priceCents === null ? "" : (product.priceCents / 100).toFixed(2),
    weight: shown(product.weight),
    language,
    pivot_language: pivot,
    target_language: language,
    source_text: "",
    entity_name: entity?.name ?? "",
    documents: "",
    web_results: "",
  };
}
