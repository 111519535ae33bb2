import {
  type ContentKey,
  type ContentRecord,
  findContentRecord,
} from "../../../db/content-variants/content-records.ts";
import { masterReviews } from "../../../db/content-variants/master-reviews.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { findExactTarget, type TargetQuery } from "../../reference/entities/content-target.ts";
import { isLanguage } from "../../settings/iso-languages.ts";
import { findLanguages } from "../../settings/languages.ts";
import { masterRecord } from "./content-body.ts";

/** What a request asks for. */
export interface ContentRequest {
  productId: string;
  language: string;
  target: TargetQuery;
}

/** A content variant that may not be there yet, and the product that it is of. */
export interface FoundContent {
  product: ProductRow;
  key: ContentKey;
  /** Whether it is the product's own texts: they are always there. */
  isMaster: boolean;
  record: ContentRecord | undefined;
}

/** Throws VALIDATION_FAILED unless a path names a language. */
export function requireLanguage(language: string): void {
  if (isLanguage(language)) return;
  throw invalidBody([{ field: "language", type: "invalid_value", key: "validation.language" }]);
}

/** Finds the content variant that a request names. Throws PRODUCT_NOT_FOUND, NOT_FOUND and INVALID_PARAMETER. */
export async function findContent(db: Reader, { productId, language, target }: ContentRequest): Promise<FoundContent> {
  const product = await findLiveProduct(db, productId);
  const scope = await findExactTarget(db, target);
  const { pivot } = await findLanguages(db);
  const key: ContentKey = {
    productId: product.id,
    language,
    entityId: scope?.entity.id ?? null,
    configurationId: scope?.configuration?.id ?? null,
  };
  if (scope || language !== pivot) {
    return { product, key, isMaster: false, record: await findContentRecord(db, key) };
  }
  const review = await masterReviews.find(db, { productId: product.id });
  return { product, key, isMaster: true, record: masterRecord(product, pivot, review?.reviewedHash ?? null) };
}
