import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const EAN_STATUSES = ["valid", "checksum_invalid", "nonstandard_length", "missing"] as const;
export const STATUSES = ["active", "inactive", "archived", "draft"] as const;
export const LIFECYCLE_STATUSES = ["new", "active", "phase_out", "discontinued", "end_of_life"] as const;
export const WORKFLOW_STATUSES = ["draft", "review", "approved", "published", "archived"] as const;
export type EanStatus = (typeof EAN_STATUSES)[number];
export type Status = (typeof STATUSES)[number];
export type LifecycleStatus = (typeof LIFECYCLE_STATUSES)[number];
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** A product as it is stored, whole. Texts are those of the pivot language. */
export interface ProductRow {
  id: string;
  /** As first written, without blanks and dashes. */
  ean: string | null;
  /** The EAN padded to 14 digits: what uniqueness and matching compare. */
  gtin14: string | null;
  eanStatus: EanStatus;
  reference: string | null;
  /** The reference as search compares it. */
  referenceKey: string | null;
  title: string;
  /** The title as search and order compare it. */
  titleKey: string;
  shortDescription: string | null;
  description: string | null;
  brandId: string | null;
  categoryId: string | null;
  /** The main supplier. */
  supplierId: string | null;
  priceCents: number | null;
  costPriceCents: number | null;
  /** Percent. */
  taxRate: number | null;
  /** Kilograms. */
  weight: number | null;
  /** Centimetres, like height and depth. */
  width: number | null;
  height: number | null;
  depth: number | null;
  asin: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  countryOfOrigin: string | null;
  status: Status;
  lifecycleStatus: LifecycleStatus;
  workflowStatus: WorkflowStatus;
  /** Kept by `setGenericStock` and `refreshStock`. */
  stock: number;
  /** The stock that belongs to no supplier: it counts instead of theirs. `null`: none is kept. */
  genericStock: number | null;
  /** Kept by `refreshStock`. */
  supplierCount: number;
  imageUrl: string | null;
  /** Every other field that has a value, by its API name. */
  extra: Record<string, unknown>;
  completenessScore: number;
  createdAtMs: number;
  /** Strictly increasing per tenant; it is the ETag. */
  updatedAtUs: number;
  deletedAtMs: number | null;
}

/** A product that was read to be changed, or one that is not stored yet. */
export interface PlacedRow extends ProductRow {
  /** Where it is stored: by this it is found faster than by its id. */
  rowId?: number;
}

/** Of a product with its `STATE`. */
export const PRODUCT_COLUMNS = `product.id, product.ean, product.gtin14, product.ean_status, product.reference,
  product.reference_key, product.title, product.title_key, product.short_description, product.description,
  product.brand_id, product.category_id, product.supplier_id, product.price_cents, product.cost_price_cents,
  product.tax_rate, product.weight, product.width, product.height, product.depth, product.asin,
  product.country_of_origin, product.status, product.lifecycle_status, product.workflow_status, state.stock,
  state.generic_stock, state.supplier_count, product.image_url, product.extra, product.completeness_score,
  product.created_at_ms, state.updated_at_us, product.deleted_at_ms`;

export const readProductRow = (row: Row): ProductRow => ({
  id: text(row, "id"),
  ean: textOrNull(row, "ean"),
  gtin14: textOrNull(row, "gtin14"),
  // A check constraint holds each of the four words.
  eanStatus: text(row, "ean_status") as EanStatus,
  reference: textOrNull(row, "reference"),
  referenceKey: textOrNull(row, "reference_key"),
  title: text(row, "title"),
  titleKey: text(row, "title_key"),
  shortDescription: textOrNull(row, "short_description"),
  description: textOrNull(row, "description"),
  brandId: textOrNull(row, "brand_id"),
  categoryId: textOrNull(row, "category_id"),
  supplierId: textOrNull(row, "supplier_id"),
  priceCents: numberOrNull(row, "price_cents"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  taxRate: numberOrNull(row, "tax_rate"),
  weight: numberOrNull(row, "weight"),
  width: numberOrNull(row, "width"),
  height: numberOrNull(row, "height"),
  depth: numberOrNull(row, "depth"),
  asin: textOrNull(row, "asin"),
  countryOfOrigin: textOrNull(row, "country_of_origin"),
  status: text(row, "status") as Status,
  lifecycleStatus: text(row, "lifecycle_status") as LifecycleStatus,
  workflowStatus: text(row, "workflow_status") as WorkflowStatus,
  stock: number(row, "stock"),
  genericStock: numberOrNull(row, "generic_stock"),
  supplierCount: number(row, "supplier_count"),
  imageUrl: textOrNull(row, "image_url"),
  // Written by `insertProducts` and `updateProducts` from such an object.
  extra: json(row, "extra") as Record<string, unknown>,
  completenessScore: number(row, "completeness_score"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
  deletedAtMs: numberOrNull(row, "deleted_at_ms"),
});
