import type { Reader } from "../../db/ports.ts";
import { filterSql, isLive, type ProductFilter, plusFor } from "../../db/products/lists/filter.ts";
import { type BOUNDS, FLAGS } from "../../db/products/lists/filter-conditions.ts";
import { number, text } from "../../db/rows.ts";

/** Lists that Meilisearch compares with an attribute. */
const ATTRIBUTES: Partial<Record<keyof ProductFilter, string>> = {
  ids: "product_id",
  gtin14s: "gtin14",
  statuses: "status",
  lifecycleStatuses: "lifecycle_status",
  workflowStatuses: "workflow_status",
  brandIds: "brand_id",
  supplierIds: "supplier_ids",
};
/** Lists whose values the database turns into ids first, so renaming or moving one needs no new index. */
const RESOLVED: Partial<Record<keyof ProductFilter, string>> = {
  brands: "brand_id",
  categoryIds: "category_id",
  categories: "category_id",
};
const COMPARISONS: Record<keyof typeof BOUNDS, string> = {
  minCompleteness: "completeness_score >=",
  maxCompleteness: "completeness_score <=",
  priceMinCents: "price_cents >=",
  priceMaxCents: "price_cents <=",
  createdAfterMs: "created_at_ms >",
  createdBeforeMs: "created_at_ms <",
  updatedAfterUs: "updated_at_us >",
  updatedBeforeUs: "updated_at_us <",
};

const quote = (value: string) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
/** One of these; with none, nothing. */
export const among = (attribute: string, values: readonly (string | number)[]): string =>
  values.length === 0
    ? "row_id < 0"
    : `${attribute} IN [${values.map((value) => (typeof value === "string" ? quote(value) : value)).join(", ")}]`;

type Entry = [keyof ProductFilter, unknown];

function conditionOf([key, value]: Entry): string | undefined {
  const attribute = ATTRIBUTES[key];
  // Each list of these is of texts.
  if (attribute) return among(attribute, value as string[]);
  if (key in FLAGS) return `${value ? "" : "NOT "}flags = ${quote(key)}`;
  if (key in COMPARISONS) return `${COMPARISONS[key as keyof typeof BOUNDS]} ${value}`;
  return undefined;
}

/**
 * A filter of lists in Meilisearch's words; all parts must hold. What it has no attribute for, the database answers with
 * row ids.
 */
export async function remoteFilter(db: Reader, filter: ProductFilter): Promise<string[]> {
  const entries = (Object.entries(filter) as Entry[]).filter(
    ([key, value]) => value !== undefined && key !== "includeDeleted",
  );
  const known: string[] = [];
  const rest: ProductFilter = {};
  for (const [key, value] of entries) {
    const column = RESOLVED[key];
    const condition = conditionOf([key, value]);
    if (condition !== undefined) known.push(condition);
    else if (column) known.push(among(column, await resolved(db, { [key]: value }, column)));
    else Object.assign(rest, { [key]: value });
  }
  if (Object.keys(rest).length > 0) known.push(among("row_id", await listRows(db, rest)));
  return known;
}

/** The brands or categories of the products that a filter lets through. */
function resolved(db: Reader, filter: ProductFilter, column: string): Promise<string[]> {
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true });
  return db.all(
    `select distinct product.${column} as id from product
      where ${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where}`,
    args,
    (row) => text(row, "id"),
  );
}

function listRows(db: Reader, filter: ProductFilter): Promise<number[]> {
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true });
  return db.all(
    `select product.row_id from product
      where ${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where}`,
    args,
    (row) => number(row, "row_id"),
  );
}
