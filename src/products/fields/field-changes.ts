import type { PlacedRow, ProductRow } from "../../../db/products/product-row.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { FieldChange } from "../history/record-changes.ts";
import { priceOf } from "./cents.ts";

/** Request names that are another way to set a field: the history knows the field itself. */
const MEANS: Record<string, string> = {
  title: "name",
  ean: "barcode",
  is_active: "status",
  discontinued: "lifecycle_status",
};

/** The fields with a column of their own, by request name, as the API shows them. */
const VALUES: Record<string, (row: ProductRow) => unknown> = {
  name: ({ title }) => title,
  barcode: ({ ean }) => ean,
  reference: ({ reference }) => reference,
  asin: ({ asin }) => asin,
  country_of_origin: ({ countryOfOrigin }) => countryOfOrigin,
  description: ({ description }) => description,
  short_description: ({ shortDescription }) => shortDescription,
  image_url: ({ imageUrl }) => imageUrl,
  brand_id: ({ brandId }) => brandId,
  category_id: ({ categoryId }) => categoryId,
  supplier_id: ({ supplierId }) => supplierId,
  price: ({ priceCents }) => priceOf(priceCents),
  cost_price: ({ costPriceCents }) => priceOf(costPriceCents),
  tax_rate: ({ taxRate }) => taxRate,
  weight: ({ weight }) => weight,
  width: ({ width }) => width,
  height: ({ height }) => height,
  depth: ({ depth }) => depth,
  status: ({ status }) => status,
  lifecycle_status: ({ lifecycleStatus }) => lifecycleStatus,
  workflow_status: ({ workflowStatus }) => workflowStatus,
  deleted_at: ({ deletedAtMs }) => (deletedAtMs === null ? null : isoOfMs(deletedAtMs)),
};

const FIELDS = Object.keys(VALUES);

/** The value of a field by its request name, as the API shows it; `null` when it has none. */
export const fieldValue = (row: ProductRow, field: string): unknown =>
  (Object.hasOwn(VALUES, field) ? VALUES[field]?.(row) : row.extra[field]) ?? null;

/** What the history keeps of changed fields, which are given by their request names. `before` is absent for a new product. */
export const fieldChanges = (
  before: PlacedRow | undefined,
  after: PlacedRow,
  changed: readonly string[],
): FieldChange[] =>
  [...new Set(changed.map((field) => MEANS[field] ?? field))].map((field) => ({
    productId: after.id,
    productRow: before?.rowId ?? after.rowId,
    field,
    before: before ? fieldValue(before, field) : null,
    after: fieldValue(after, field),
  }));

/** The request names of the fields in which two rows of a product differ. */
export function differingFields(before: PlacedRow, after: ProductRow): string[] {
  const changed = FIELDS.filter((field) => VALUES[field]?.(before) !== VALUES[field]?.(after));
  if (before.extra === after.extra) return changed;
  const names = Object.keys({ ...before.extra, ...after.extra });
  return [...changed, ...names.filter((name) => !isSame(before.extra[name], after.extra[name]))];
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
