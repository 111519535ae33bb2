import { COUNTING } from "../competitors/competitors.ts";
import type { Reader } from "../ports.ts";
import type { ProductFilter } from "../products/lists/filter.ts";
import { number } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { amongProducts } from "./monitored.ts";
import { SORTED_BY, type SortedPart, sortedSql } from "./sorted-part.ts";

const SEEN = {
  productId: TEXT,
  competitorId: TEXT,
  url: TEXT,
  priceCents: NUMBER,
  gapCents: called("map_gap_cents", NUMBER),
  sellerName: TEXT_OR_NULL,
  observedAtMs: NUMBER,
};
const SHOWN = selection("seen", {
  ...SEEN,
  sortedBy: computed("page.sorted_by", SORTED_BY),
  competitorName: computed("competitor.name", TEXT),
  ean: computed("product.ean", TEXT_OR_NULL),
  title: computed("product.title", TEXT),
  firstSeenAtMs: computed("story.first_seen_at_ms", NUMBER_OR_NULL),
  notifiedAtMs: computed("story.notified_at_ms", NUMBER_OR_NULL),
  reopenedAtMs: computed("story.reopened_at_ms", NUMBER_OR_NULL),
});
/** A competitor that sells for less than the minimum advertised price. */
export type Violation = SelectedBy<typeof SHOWN>;

/** Which of them; `null` does not restrict. */
export interface ViolationFilter {
  productId: string | null;
  competitorId: string | null;
  /** Seen since. */
  sinceMs: number;
  /** Of these products; absent: of all. */
  products?: ProductFilter;
}

const argsOf = ({ products = {}, ...rest }: ViolationFilter) => ({
  ...rest,
  ...amongProducts("seen.product_id", products).args,
});
const amongOf = ({ products = {} }: ViolationFilter) => amongProducts("seen.product_id", products).sql;

/** By competitors that count. Of the times of observations no index is used (`+`): most are recent, few are violations. */
const COUNTED = `seen.tenant_id = :tenant and +seen.observed_at_ms >= :sinceMs
  and seen.product_id = ifnull(:productId, seen.product_id)
  and seen.competitor_id = ifnull(:competitorId, seen.competitor_id)
  and seen.competitor_id not in (select competitor.id from competitor
    where competitor.tenant_id = :tenant
      and (competitor.blacklisted_at_ms is not null or competitor.deleted_at_ms is not null))`;
const SELLER = `cross join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
  and ${COUNTING}`;
const PRODUCT = "cross join product on product.tenant_id = :tenant and product.id = seen.product_id";
const STORY = `left join map_case story on story.tenant_id = :tenant and story.product_id = seen.product_id
  and story.competitor_id = seen.competitor_id`;

/** What the list is ordered by, and what else is looked at for that. */
const SORTS = {
  gap: ["seen.map_gap_cents", ""],
  title: ["product.title_key", PRODUCT],
  competitor_name: ["competitor.name_key", SELLER],
  competitor_price: ["seen.price_cents", ""],
  map_price: ["seen.price_cents + seen.map_gap_cents", ""],
  observed_at: ["seen.observed_at_ms", ""],
  first_seen_at: ["story.first_seen_at_ms", ""],
} as const;
export type ViolationSort = keyof typeof SORTS;
export const VIOLATION_SORTS = Object.keys(SORTS) as [ViolationSort, ...ViolationSort[]]; // the keys of a constant

/** Where violations are found: in the order of products or of their cases, as far as that fills a part sooner, else by index. */
function sourceOf(sort: ViolationSort, isOfProducts: boolean): string {
  const ofProduct = "cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id";
  if (isOfProducts && sort === "title") {
    return `product ${ofProduct} = product.id and +seen.map_gap_cents is not null
      where product.tenant_id = :tenant and likelihood(product.deleted_at_ms is null, 0.99)`;
  }
  if (sort !== "first_seen_at") return `competitor_price seen ${SORTS[sort][1]} where seen.map_gap_cents is not null`;
  return `map_case story ${ofProduct} = story.product_id and seen.competitor_id = story.competitor_id
      and +seen.map_gap_cents is not null
    where story.tenant_id = :tenant`;
}

/**
 * A part of the violations. `isOfProducts`: in the order of titles products are gone through until the part is full.
 */
export function listViolations(
  db: Reader,
  filter: ViolationFilter,
  { isOfProducts = false, ...part }: SortedPart<ViolationSort> & { isOfProducts?: boolean },
): Promise<Violation[]> {
  const sorted = sortedSql([SORTS[part.sort][0], "seen.product_id", "seen.competitor_id"], part);
  return db.all(
    `with page as materialized (
        select seen.product_id, seen.competitor_id, ${SORTS[part.sort][0]} as sorted_by
          from ${sourceOf(part.sort, isOfProducts)} and ${COUNTED} ${amongOf(filter)}
          ${sorted.behind} ${sorted.order} ${sorted.range})
      select ${SHOWN.selected} from page
        cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = page.product_id
          and seen.competitor_id = page.competitor_id
        ${SELLER} ${PRODUCT} ${STORY}
        ${sortedSql(["page.sorted_by", "page.product_id", "page.competitor_id"], part).order}`,
    { ...argsOf(filter), ...sorted.args },
    SHOWN.read,
  );
}

export const countViolations = (db: Reader, filter: ViolationFilter): Promise<number> =>
  db.one(
    `select count(*) as count from competitor_price seen where seen.map_gap_cents is not null and ${COUNTED} ${amongOf(filter)}`,
    argsOf(filter),
    (row) => number(row, "count"),
  );

const TOTALS = selection("seen", {
  products: computed("(select count(*) from map_price where tenant_id = :tenant)", NUMBER),
  violations: computed("count(*)", NUMBER),
  violatedProducts: computed("count(distinct seen.product_id)", NUMBER),
  gapCents: computed("ifnull(sum(seen.map_gap_cents), 0)", NUMBER),
});
/** What violations come to. */
export type ViolationTotals = SelectedBy<typeof TOTALS>;

export const totalViolations = (db: Reader, sinceMs: number): Promise<ViolationTotals> =>
  db.one(
    `select ${TOTALS.selected} from competitor_price seen where seen.map_gap_cents is not null and ${COUNTED}`,
    { sinceMs, productId: null, competitorId: null },
    TOTALS.read,
  );
