import { COUNTING } from "../competitors/competitors.ts";
import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { filterSql, type ProductFilter } from "../products/lists/filter.ts";
import { type Args, number, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { SORTED_BY, type SortedPart, sortedSql } from "./sorted-part.ts";

/** A condition that rows are of the products of a filter, beginning with `and`; nothing for a filter of all. */
export function amongProducts(column: string, filter: ProductFilter): { sql: string; args: Args } {
  if (Object.keys(filter).length === 0) return { sql: "", args: {} };
  const { where, args } = filterSql({ ...filter, includeDeleted: false });
  return {
    sql: `and ${column} in (select product.id from product
      cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
      where product.tenant_id = :tenant and ${where})`,
    args,
  };
}

export const TIERS = ["tier1_high", "tier2_medium", "tier3_standard"] as const;
export type Tier = (typeof TIERS)[number];

const SEEN = `from competitor_price seen
    join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      and ${COUNTING}
    where seen.tenant_id = :tenant and seen.product_id = watched.product_id`;
/** How a product is watched, as lists show it. */
const WATCHED = {
  productId: TEXT,
  tier: wordColumn(TIERS),
  isActive: FLAG,
  nextCheckAtMs: NUMBER,
  /** `null`: not checked yet. */
  checkedAtMs: NUMBER_OR_NULL,
  /** The last check or observation. */
  seenAtMs: NUMBER_OR_NULL,
  sourcesChecked: NUMBER,
  pricesFound: NUMBER,
  checkErrors: NUMBER,
  /** What the last check found on each page. */
  checkResults: jsonColumn<unknown>(),
  ean: computed("product.ean", TEXT_OR_NULL),
  sku: computed("product.reference", TEXT_OR_NULL),
  title: computed("product.title", TEXT),
  priceCents: computed("product.price_cents", NUMBER_OR_NULL),
  lowestCents: computed(`(select min(seen.price_cents) ${SEEN})`, NUMBER_OR_NULL),
  competitors: computed(`(select count(*) ${SEEN})`, NUMBER),
};
export type MonitoredProduct = ValuesOf<typeof WATCHED>;
const { selected: SHOWN, read: readShown } = selection("watched", WATCHED);
const LISTED = selection("watched", { ...WATCHED, sortedBy: computed("page.sorted_by", SORTED_BY) });
/** The same in a list, with what that is ordered by. */
export type ListedMonitored = SelectedBy<typeof LISTED>;

const PRODUCT = "cross join product on product.tenant_id = :tenant and product.id = watched.product_id";
const POSITION =
  "left join price_position place on place.tenant_id = :tenant and place.product_id = watched.product_id";
/** What the list is ordered by, and what else is looked at for that. */
const SORTS = {
  created_at: ["watched.product_id", ""],
  title: ["product.title_key", PRODUCT],
  price: ["product.price_order", PRODUCT],
  tier: ["watched.tier", ""],
  lowest_price: ["ifnull(place.lowest_cents, -1)", POSITION],
  competitors: ["ifnull(place.competitors, 0)", POSITION],
  last_check_at: ["ifnull(watched.seen_at_ms, 0)", ""],
} as const;
export type MonitoredSort = keyof typeof SORTS;
export const MONITORED_SORTS = Object.keys(SORTS) as [MonitoredSort, ...MonitoredSort[]]; // the keys of a constant
/** Those of which products have an index. */
export const ORDERED_PRODUCTS: readonly MonitoredSort[] = ["title", "price"];

const table = keyedTable(
  "monitored_product",
  { productId: TEXT, tier: WATCHED.tier, isActive: FLAG, nextCheckAtMs: NUMBER, createdAtMs: NUMBER },
  ["productId"],
);

/** Which watched products are meant. */
export interface MonitoredFilter {
  tier: Tier | null;
  isActiveOnly: boolean;
  /** Of these products; absent: of all. */
  products?: ProductFilter;
}

/**
 * What of a watched product a filter asks for; of those that are deleted there are few. `plus`: keeps SQLite from the index
 * of what was seen, which has them in another order.
 */
function filterOf({ tier, isActiveOnly, products = {} }: MonitoredFilter, plus: "+" | "" = "") {
  const { sql, args } = amongProducts("watched.product_id", products);
  const where = `${plus}watched.tier = ifnull(:tier, watched.tier) and ${plus}watched.is_active >= :active
    and watched.product_id not in (select product.id from product
      where product.tenant_id = :tenant and product.deleted_at_ms is not null)`;
  return { where: `${where} ${sql}`, args: { tier, active: Number(isActiveOnly), ...args } };
}

/**
 * A part of the watched products that are not deleted. `isOfProducts`: the products are gone through in their order, until the
 * part is full.
 */
export function listMonitored(
  db: Reader,
  filter: MonitoredFilter,
  { isOfProducts = false, ...part }: SortedPart<MonitoredSort> & { isOfProducts?: boolean },
): Promise<ListedMonitored[]> {
  const [by, beside] = SORTS[part.sort];
  const { where, args } = filterOf(filter, part.sort === "created_at" ? "+" : "");
  const sorted = sortedSql([by, "watched.product_id"], part);
  const from = isOfProducts
    ? `product cross join monitored_product watched on watched.tenant_id = :tenant and watched.product_id = product.id
        where product.tenant_id = :tenant and likelihood(product.deleted_at_ms is null, 0.99)`
    : `monitored_product watched ${beside} where watched.tenant_id = :tenant`;
  return db.all(
    `with page as materialized (
        select watched.product_id, ${by} as sorted_by from ${from} and ${where}
          ${sorted.behind} ${sorted.order} ${sorted.range})
      select ${LISTED.selected} from page
        cross join monitored_product watched on watched.tenant_id = :tenant and watched.product_id = page.product_id
        cross join product on product.tenant_id = :tenant and product.id = page.product_id
        ${sortedSql(["page.sorted_by", "page.product_id"], part).order}`,
    { ...args, ...sorted.args },
    LISTED.read,
  );
}

export const countMonitored = (db: Reader, filter: MonitoredFilter): Promise<number> => {
  const { where, args } = filterOf(filter);
  return db.one(
    `select count(*) as count from monitored_product watched where watched.tenant_id = :tenant and ${where}`,
    args,
    (row) => number(row, "count"),
  );
};

export const findMonitored = (db: Reader, productId: string): Promise<MonitoredProduct | undefined> =>
  db.first(
    `select ${SHOWN} from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id
      where watched.tenant_id = :tenant and watched.product_id = :productId`,
    { productId },
    readShown,
  );

/** The active watched products by their ids, after one. */
export const listMonitoredIds = (db: Reader, after: string, limit: number): Promise<string[]> =>
  db.all(
    `select watched.product_id from monitored_product watched
      cross join product on product.tenant_id = :tenant and product.id = watched.product_id and product.deleted_at_ms is null
      where watched.tenant_id = :tenant and watched.is_active = 1 and watched.product_id > :after
      order by watched.product_id limit :limit`,
    { after, limit },
    (row) => text(row, "product_id"),
  );

/** The ids of these products that are watched. */
export const findMonitoredIds = (db: Reader, ids: readonly string[]): Promise<string[]> =>
  db.all(
    `select watched.product_id from json_each(:ids) wanted
      cross join monitored_product watched on watched.tenant_id = :tenant and watched.product_id = wanted.value`,
    { ids: JSON.stringify(ids) },
    (row) => text(row, "product_id"),
  );

/** Watches products; those that are get another tier. */
export const putMonitored = (
  tx: Tx,
  ids: readonly string[],
  { tier, isActive, nowMs }: { tier: Tier; isActive: boolean; nowMs: number },
): Promise<void> =>
  table.send(
    tx,
    ids.map((productId) => ({ productId })),
    { tier, isActive, nextCheckAtMs: nowMs, createdAtMs: nowMs },
    `on conflict do update set tier = excluded.tier, is_active = excluded.is_active,
        next_check_at_ms = min(next_check_at_ms, excluded.next_check_at_ms)`,
  );

/** Notes that something was seen of products. */
export const noteSeen = (tx: Tx, ids: readonly string[], nowMs: number): Promise<number> =>
  tx.run(
    `update monitored_product set seen_at_ms = :nowMs
      where tenant_id = :tenant and product_id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids), nowMs },
  );
