import type { Reader } from "../../ports.ts";
import { type Args, json } from "../../rows.ts";
import { stateOf } from "../product-state.ts";
import {
  BOUNDS,
  type BoundColumn,
  CHANGED,
  FLAGS,
  INDEXED_BY,
  LISTS,
  type ListCondition,
  RANGES,
  type Reach,
} from "./filter-conditions.ts";
import { searchCondition } from "./search-condition.ts";

/** Both ends inclusive. */
interface Range {
  from: number;
  to: number;
}

/** Which products. Absent keys do not restrict; the values of a list are alternatives. */
export type ProductFilter = {
  /** Soft-deleted ones too. */
  includeDeleted?: boolean | undefined;
  /** Part of the title, EAN or reference, as `nameKey` writes it. */
  search?: string | undefined;
} & { [K in keyof typeof LISTS]?: string[] | undefined } & { [K in keyof typeof RANGES]?: Range[] | undefined } & {
  [K in keyof typeof FLAGS]?: boolean | undefined;
} & { [K in keyof typeof BOUNDS]?: number | undefined };

/** The first of these that a filter has is where to begin. */
const REACHES: readonly Reach[] = ["rows", "index", "index-newest"];

/**
 * The condition of a live product. Nearly all are, and SQLite needs the hint: without it, it takes tenant and
 * `deleted_at_ms`, with which several indexes begin, for as good as a key. Where row ids lead to the products, the plus
 * keeps it from those indexes altogether.
 */
export const isLive = (reach: Reach): string =>
  reach === "rows" ? "+product.deleted_at_ms is null" : "likelihood(product.deleted_at_ms is null, 0.99)";

/**
 * What stands before the tenant. Where row ids lead to the products, the plus keeps SQLite from the indexes that begin
 * with the tenant: it would go through all products of the tenant and look each up among the ids.
 */
export const plusFor = (reach: Reach): "+" | "" => (reach === "rows" ? "+" : "");

// The keys of a literal object are its own.
const keysOf = <T extends object>(map: T) => Object.keys(map) as (keyof T)[];

interface Condition {
  where: string;
  args?: Args;
  reach?: Reach;
}

const ALL_LISTS: Record<keyof typeof LISTS | keyof typeof RANGES, ListCondition> = { ...LISTS, ...RANGES };

/** A plus keeps SQLite from the index of one status, unless the list is in its order: nearly all products have the same. */
const statusPlus = (key: string, by: IndexedColumn | undefined) => (key === "statuses" && by !== "status" ? "+" : "");

const listConditions = (filter: ProductFilter, by: IndexedColumn | undefined): Condition[] =>
  keysOf(ALL_LISTS).flatMap((key) => {
    const values = filter[key];
    if (values === undefined) return [];
    const { where, whereOne = where, reach, reachOne = reach } = ALL_LISTS[key];
    const args = { [key]: JSON.stringify(values) };
    if (values.length !== 1) return [{ where: `${statusPlus(key, undefined)}${where}`, args, reach }];
    return [{ where: `${statusPlus(key, by)}${whereOne}`, args, reach: reachOne }];
  });

const flagConditions = (filter: ProductFilter): Condition[] =>
  keysOf(FLAGS).flatMap((key) => {
    const value = filter[key];
    return value === undefined ? [] : [{ where: value ? FLAGS[key] : `not ${FLAGS[key]}` }];
  });

const isIndexed = (column: string): column is BoundColumn => Object.hasOwn(INDEXED_BY, column);

/** A plus keeps SQLite from the index of a column other than `by`, which would leave it to sort what it finds. */
const boundConditions = (filter: ProductFilter, by: IndexedColumn | undefined): Condition[] =>
  keysOf(BOUNDS).flatMap((key) => {
    const value = filter[key];
    if (value === undefined) return [];
    const { column, test } = BOUNDS[key];
    if (column === "updated_at_us") return [{ where: `${stateOf(column)} ${test}`, args: { [key]: value } }];
    const plus = isIndexed(column) && column !== by ? "+" : "";
    return [{ where: `${plus}product.${column} ${test}`, args: { [key]: value } }];
  });

/** The column whose index may be read through. */
export type IndexedColumn = BoundColumn | "status";

/** The column whose index has no more products than a filter's bounds let through, if it has such bounds. */
export const boundColumn = (filter: ProductFilter): BoundColumn | undefined =>
  keysOf(BOUNDS)
    .filter((key) => filter[key] !== undefined)
    .map((key): string => BOUNDS[key].column)
    .find(isIndexed);

const searchConditions = ({ search }: ProductFilter, isFound: boolean): Condition[] => {
  if (!search) return [];
  const { isIndexed, ...condition } = searchCondition(search, isFound);
  return [{ ...condition, reach: isIndexed ? "rows" : "any" }];
};

/** How SQLite finds the products of a filter. */
export const reachOf = (filter: ProductFilter): Reach => filterSql(filter).reach;

/** A filter as SQL. */
export interface FilterSql {
  /** What follows `where product.tenant_id = :tenant and`; never empty. */
  where: string;
  args: Args;
  reach: Reach;
}

/**
 * The condition that a filter puts on `product`, and what it binds. The parts come in a fixed order, so equal sets of keys
 * are one statement. `by`: the column whose index may be read through, unless the filter leads to fewer products.
 * `isFound`: the products are given, and only looked at.
 */
export function filterSql(filter: ProductFilter, by?: IndexedColumn, isFound = false): FilterSql {
  const found = searchConditions(filter, isFound);
  const others: Condition[] = [...listConditions(filter, by), ...flagConditions(filter), ...found];
  const { updatedAfterUs, ...unled } = filter;
  const isByChange = updatedAfterUs !== undefined && !isFound && others.every(({ reach }) => reach !== "rows");
  if (isByChange) others.push({ where: CHANGED, args: { updatedAfterUs }, reach: "rows" });
  const reaches = new Set(others.map(({ reach }) => reach));
  const reach = REACHES.find((each) => reaches.has(each)) ?? "any";
  const conditions = [...others, ...boundConditions(isByChange ? unled : filter, reach === "any" ? by : undefined)];
  const live = filter.includeDeleted ? [] : [isLive(reach)];
  return {
    where: [...live, ...conditions.map(({ where }) => where)].join(" and ") || "1",
    args: Object.assign({}, ...conditions.map(({ args }) => args)),
    reach,
  };
}

/** Which of these rows are live products of the tenant that a filter lets through. */
export function filterRows(db: Reader, filter: ProductFilter, rowIds: readonly number[]): Promise<number[]> {
  const { where, args } = filterSql({ ...filter, includeDeleted: true }, undefined, true);
  // As one text: there may be thousands, and each row that SQLite answers costs a microsecond.
  return db.one(
    `select json_group_array(product.row_id) as passed from json_each(:rowIds) wanted
      cross join product on product.row_id = wanted.value
      where +product.tenant_id = :tenant and +product.deleted_at_ms is null and ${where}`,
    { ...args, rowIds: JSON.stringify(rowIds) },
    // Made by SQLite of row ids.
    (row) => json(row, "passed") as number[],
  );
}
