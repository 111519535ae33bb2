import { createHash } from "node:crypto";
import type { ContentRecord } from "../../../db/content-variants/content-records.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { CONTENT_FIELDS, masterContent, type Texts } from "../../products/views/resolve-content.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import type { TextsBody } from "./schema.ts";

/** Every text field, with null for those without a value. */
export const textsBody = (texts: Texts): TextsBody =>
  // The schema names the same fields.
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, texts[field] ?? null])) as TextsBody;

/** A content variant as the API shows it. */
export const contentBody = (record: ContentRecord) => ({
  id: record.id,
  product_id: record.productId,
  language: record.language,
  entity_id: record.entityId,
  configuration_id: record.configurationId,
  ...textsBody(record.content),
  reviewed: record.reviewed,
  created_at: isoOfMs(record.createdAtMs),
  updated_at: isoOfUs(record.updatedAtUs),
});

/** Equal for products with the same texts. */
export const masterHash = (product: ProductRow): string =>
  createHash("sha256")
    .update(JSON.stringify(textsBody(masterContent(product))))
    .digest("hex");

/** A product's own texts as the content variant that they are: it has the product's id. */
export const masterRecord = (product: ProductRow, pivot: string, reviewedHash: string | null): ContentRecord => ({
  id: product.id,
  productId: product.id,
  language: pivot,
  entityId: null,
  configurationId: null,
  content: masterContent(product),
  reviewed: reviewedHash !== null && reviewedHash === masterHash(product),
  createdAtMs: product.createdAtMs,
  updatedAtUs: product.updatedAtUs,
});
