import type { Tx } from "../ports.ts";
import { type Args, number } from "../rows.ts";
import type { ProductRow } from "./product-row.ts";

/**
 * Takes `count` (at least one) ticks of the tenant's change clock and returns the first, in Unix microseconds; the
 * others follow it one by one. All are later than every tick taken before, whatever the time of day says.
 */
export const takeTicks = (tx: Tx, count: number, nowMs: number): Promise<number> =>
  tx.one(
    `insert into tenant_clock (tenant_id, last_us) values (:tenant, :nowUs + :count - 1)
      on conflict do update set last_us = max(last_us + 1, :nowUs) + :count - 1
      returning last_us`,
    { nowUs: nowMs * 1000, count },
    (row) => number(row, "last_us") - count + 1,
  );

/** Adds new products to those that their brands and categories have. What happens to them later triggers count. */
async function countNew(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { brandId, categoryId, deletedAtMs } of rows) {
    if (deletedAtMs !== null) continue;
    for (const id of [brandId, categoryId]) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  await tx.runMany(
    `insert into product_count (tenant_id, owner_id, products) values (:tenant, :ownerId, :products)
      on conflict do update set products = products + excluded.products`,
    [...counts].map(([ownerId, products]) => ({ ownerId, products })),
  );
}

const PLAIN_COLUMNS = {
  ean: "ean",
  ean_status: "eanStatus",
  reference_key: "referenceKey",
  title: "title",
  short_description: "shortDescription",
  description: "description",
  supplier_id: "supplierId",
  cost_price_cents: "costPriceCents",
  tax_rate: "taxRate",
  weight: "weight",
  width: "width",
  height: "height",
  depth: "depth",
  asin: "asin",
  country_of_origin: "countryOfOrigin",
  status: "status",
  lifecycle_status: "lifecycleStatus",
  workflow_status: "workflowStatus",
  stock: "stock",
  generic_stock: "genericStock",
  supplier_count: "supplierCount",
  image_url: "imageUrl",
  extra: "extra",
  updated_at_us: "updatedAtUs",
} as const satisfies Record<string, keyof ProductRow>;
/** SQLite rewrites the entry of every index whose column a statement names, changed or not: half of an update's time. */
const INDEXED_COLUMNS = {
  gtin14: "gtin14",
  reference: "reference",
  title_key: "titleKey",
  price_cents: "priceCents",
  completeness_score: "completenessScore",
  brand_id: "brandId",
  category_id: "categoryId",
  deleted_at_ms: "deletedAtMs",
} as const satisfies Record<string, keyof ProductRow>;

type Column = [column: string, key: keyof ProductRow];
const PLAIN: readonly Column[] = Object.entries(PLAIN_COLUMNS);
const INDEXED: readonly Column[] = Object.entries(INDEXED_COLUMNS);
const INSERTED: readonly Column[] = [["id", "id"], ["created_at_ms", "createdAtMs"], ...PLAIN, ...INDEXED];
// From so many rows on it pays to name only the columns that differ; below, few statements serve all changes. Each value
// that is bound takes a quarter of a microsecond.
const NARROW_FROM = 16;

/** The columns that differ in some of these rows; all of them when a row before is unknown. */
const changedColumns = (
  columns: readonly Column[],
  rows: readonly ProductRow[],
  before: ReadonlyMap<string, ProductRow> | undefined,
): readonly Column[] => columns.filter(([, key]) => rows.some((row) => before?.get(row.id)?.[key] !== row[key]));

const storedOf = (row: ProductRow, key: keyof ProductRow): string | number | null => {
  const value = row[key];
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
};

function argsOf(row: ProductRow, columns: readonly Column[]): Args {
  const args: Args = {};
  for (const [, key] of columns) args[key] = storedOf(row, key);
  return args;
}

/** What the table itself gives a new row. */
const DEFAULTS: Partial<ProductRow> = { status: "active", lifecycleStatus: "active", workflowStatus: "draft" };
/** Whether a row has something else in a column. */
const brings =
  ([, key]: Column) =>
  (row: ProductRow): boolean =>
    row[key] !== (DEFAULTS[key] ?? null);

/** Inserts whole products. Throws DUPLICATE_EAN's cause, a unique constraint, when a code is taken. */
export async function insertProducts(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  const columns = rows.length < NARROW_FROM ? INSERTED : INSERTED.filter((column) => rows.some(brings(column)));
  const names = columns.map(([column]) => column).join(", ");
  const values = columns.map(([, key]) => `:${key}`).join(", ");
  await tx.runMany(
    `insert into product (tenant_id, ${names}) values (:tenant, ${values})`,
    rows.map((row) => argsOf(row, columns)),
  );
  await countNew(tx, rows);
}

/**
 * Stores whole products by their id; one that is missing is passed over. `before` holds, by id, the rows as they were
 * read in this transaction: it makes the update about twice as fast.
 */
export async function updateProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  before?: ReadonlyMap<string, ProductRow>,
): Promise<void> {
  // Rows that change the same indexed columns share a statement.
  const groups = new Map<string, { indexed: readonly Column[]; rows: ProductRow[] }>();
  for (const row of rows) {
    const indexed = changedColumns(INDEXED, [row], before);
    const group = groups.get(indexed.join()) ?? { indexed, rows: [] };
    group.rows.push(row);
    groups.set(indexed.join(), group);
  }
  for (const group of groups.values()) {
    const plain = group.rows.length < NARROW_FROM ? PLAIN : changedColumns(PLAIN, group.rows, before);
    const columns = [...plain, ...group.indexed];
    if (columns.length === 0) continue;
    const set = columns.map(([column, key]) => `${column} = :${key}`).join(", ");
    const named: readonly Column[] = [...columns, ["id", "id"]];
    await tx.runMany(
      `update product set ${set} where tenant_id = :tenant and id = :id`,
      group.rows.map((row) => argsOf(row, named)),
    );
  }
}

/** Gives products a new `updated_at` each, from `firstUs` on, after something of theirs has changed elsewhere. */
export const stampProducts = (tx: Tx, ids: readonly string[], firstUs: number): Promise<void> =>
  tx.runMany(
    "update product set updated_at_us = :updatedAtUs where tenant_id = :tenant and id = :id",
    ids.map((id, index) => ({ id, updatedAtUs: firstUs + index })),
  );

/** Takes their codes from products that are about to get another one, so that others can have them in the same change. */
export const releaseCodes = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `update product set gtin14 = null
      where tenant_id = :tenant and id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids) },
  );
