import type { Reader } from "../../db/ports.ts";
import { filterSql, isLive, type ProductFilter, plusFor } from "../../db/products/filter.ts";
import { type Args, number, text } from "../../db/rows.ts";
import type { FacetCount, FacetCounts, FacetName } from "../port.ts";
import { CODE_SIGN } from "./terms.ts";

/** Hits of one FTS5 question that a filter lets through. */
export interface HitQuery {
  match: string;
  filter: ProductFilter;
  /** Rows to leave out. */
  stale: readonly number[];
}

interface Source {
  from: string;
  where: string;
  args: Args;
}

function indexed({ match, stale }: HitQuery): Source {
  const where = "product_word match :match";
  if (stale.length === 0) return { from: "product_word", where, args: { match } };
  return {
    from: "product_word",
    where: `${where} and product_word.rowid not in (select value from json_each(:stale))`,
    args: { match, stale: JSON.stringify(stale) },
  };
}

/** The rows of hits. */
function rowsOf(query: HitQuery): Source {
  const { from, where, args } = indexed(query);
  const filter = filterSql({ ...query.filter, includeDeleted: true });
  return {
    from: `${from} cross join product on product.row_id = product_word.rowid`,
    where: `${where} and +product.tenant_id = :tenant and +product.deleted_at_ms is null and ${filter.where}`,
    args: { ...args, ...filter.args },
  };
}

// The index has live products only, so without a filter their rows need not be looked at.
const isOpen = ({ filter }: HitQuery): boolean => filterSql({ ...filter, includeDeleted: true }).where === "1";
/** The hits of a question, as `product_word.rowid`. */
export const sourceOf = (query: HitQuery): Source => (isOpen(query) ? indexed(query) : rowsOf(query));

/** The rows of hits, in their order. */
export function listHits(db: Reader, query: HitQuery, page: { offset: number; limit: number }): Promise<number[]> {
  const { from, where, args } = sourceOf(query);
  return db.all(
    `select product_word.rowid as row_id from ${from} where ${where}
      order by product_word.rowid limit :limit offset :offset`,
    { ...args, ...page },
    (row) => number(row, "row_id"),
  );
}

/** How many hits there are. */
export function countHits(db: Reader, query: HitQuery): Promise<number> {
  const { from, where, args } = sourceOf(query);
  return db.one(`select count(*) as hits from ${from} where ${where}`, args, (row) => number(row, "hits"));
}

interface FacetSource {
  value: string;
  join?: string;
}

/** What each facet counts by. */
const FACET_SOURCES: Record<FacetName, FacetSource> = {
  brand: { value: "product.brand_id" },
  category: { value: "product.category_id" },
  supplier: {
    value: "product_supplier.supplier_id",
    join: `cross join product_supplier
      on product_supplier.tenant_id = :tenant and product_supplier.product_id = product.id`,
  },
  status: { value: "product.status" },
  completeness_grade: { value: "product.completeness_score" },
  tag: {
    value: "product_tag.tag_id",
    join: `cross join product_tag
      on product_tag.tenant_id = :tenant and product_tag.product_id = product.id`,
  },
};

/** How many live products that a filter lets through have each value, by facet. */
export const countAllByFacet = async (
  db: Reader,
  filter: ProductFilter,
  facets: readonly FacetName[],
): Promise<FacetCounts> => new Map(await eachFacet(facets, (facet) => countBy(db, liveRows(filter), facet)));

/** How many hits have each value, by facet: their rows are read for each. */
export const countHitsByFacet = async (
  db: Reader,
  query: HitQuery,
  facets: readonly FacetName[],
): Promise<FacetCounts> => new Map(await eachFacet(facets, (facet) => countBy(db, rowsOf(query), facet)));

const eachFacet = (facets: readonly FacetName[], count: (facet: FacetName) => Promise<FacetCount[]>) =>
  Promise.all(facets.map(async (facet) => [facet, await count(facet)] as const));

function countBy(db: Reader, { from, where, args }: Source, facet: FacetName): Promise<FacetCount[]> {
  const { value, join = "" } = FACET_SOURCES[facet];
  return db.all(
    `select ${value} as value, count(*) as hits from ${from} ${join}
      where ${where} and ${value} is not null group by 1 order by hits desc, value`,
    args,
    (row) => ({ value: String(row["value"]), count: number(row, "hits") }),
  );
}

function liveRows(filter: ProductFilter): Source {
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true });
  return {
    from: "product",
    where: `${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where}`,
    args,
  };
}

/** Every word of a tenant's index with the number of its products; no codes. */
export const listVocabulary = (db: Reader, tag: string): Promise<{ text: string; products: number }[]> =>
  db.all(
    `select term, doc from product_vocabulary where term >= :tag and term < :codes
      union all select term, doc from product_vocabulary where term >= :beyond and term < :end`,
    { tag, codes: tag + CODE_SIGN, beyond: tag + after(CODE_SIGN), end: tag.slice(0, -1) + after(tag.slice(-1)) },
    (row) => ({ text: text(row, "term").slice(tag.length), products: number(row, "doc") }),
  );

/** The sign that comes after this one. */
const after = (sign: string) => String.fromCharCode(sign.charCodeAt(0) + 1);
