import { COUNTING } from "../competitors/competitors.ts";
import type { Reader } from "../ports.ts";
import type { ProductFilter } from "../products/lists/filter.ts";
import { number } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { amongProducts } from "./among-products.ts";

const SEEN = {
  productId: TEXT,
  competitorId: TEXT,
  url: TEXT,
  priceCents: NUMBER,
  gapCents: called("map_gap_cents", NUMBER),
  sellerName: TEXT_OR_NULL,
  observedAtMs: NUMBER,
};
const FOUND = selection("seen", { ...SEEN, competitorName: computed("competitor.name", TEXT) });
const SHOWN = selection("page", {
  ...SEEN,
  competitorName: TEXT,
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

const VIOLATIONS = `from competitor_price seen
  join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
    and ${COUNTING}
  where seen.tenant_id = :tenant and seen.map_gap_cents is not null and +seen.observed_at_ms >= :sinceMs
    and seen.product_id = ifnull(:productId, seen.product_id)
    and seen.competitor_id = ifnull(:competitorId, seen.competitor_id)`;

// Of the times of observations no index is used (`+`): most are recent, few are violations.
/** The same, looked at in one index: what is counted needs no competitor's name. */
const COUNTED = `from competitor_price seen
  where seen.tenant_id = :tenant and seen.map_gap_cents is not null and +seen.observed_at_ms >= :sinceMs
    and seen.product_id = ifnull(:productId, seen.product_id)
    and seen.competitor_id = ifnull(:competitorId, seen.competitor_id)
    and seen.competitor_id not in (select competitor.id from competitor
      where competitor.tenant_id = :tenant
        and (competitor.blacklisted_at_ms is not null or competitor.deleted_at_ms is not null))`;

/** The place of a violation in the list. */
type Place = readonly [gapCents: number, productId: string, competitorId: string];

/** A part of the violations, the largest gap first. */
export const listViolations = (
  db: Reader,
  filter: ViolationFilter,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<Violation[]> =>
  db.all(
    `with page as (
        select ${FOUND.selected}
          ${VIOLATIONS} ${amongOf(filter)}
            and (seen.map_gap_cents, seen.product_id, seen.competitor_id) < (:afterGap, :afterProduct, :afterCompetitor)
          order by seen.map_gap_cents desc, seen.product_id desc, seen.competitor_id desc limit :limit offset :offset)
      select ${SHOWN.selected}
        from page join product on product.tenant_id = :tenant and product.id = page.product_id
        left join map_case story on story.tenant_id = :tenant and story.product_id = page.product_id
          and story.competitor_id = page.competitor_id
        order by page.map_gap_cents desc, page.product_id desc, page.competitor_id desc`,
    {
      ...argsOf(filter),
      limit,
      offset,
      afterGap: after?.[0] ?? Number.MAX_SAFE_INTEGER,
      afterProduct: after?.[1] ?? "",
      afterCompetitor: after?.[2] ?? "",
    },
    SHOWN.read,
  );

export const countViolations = (db: Reader, filter: ViolationFilter): Promise<number> =>
  db.one(`select count(*) as count ${COUNTED} ${amongOf(filter)}`, argsOf(filter), (row) => number(row, "count"));

const TOTALS = selection("seen", {
  products: computed("(select count(*) from map_price where tenant_id = :tenant)", NUMBER),
  violations: computed("count(*)", NUMBER),
  violatedProducts: computed("count(distinct seen.product_id)", NUMBER),
  gapCents: computed("ifnull(sum(seen.map_gap_cents), 0)", NUMBER),
});
/** What violations come to. */
export type ViolationTotals = SelectedBy<typeof TOTALS>;

export const totalViolations = (db: Reader, sinceMs: number): Promise<ViolationTotals> =>
  db.one(`select ${TOTALS.selected} ${COUNTED}`, { sinceMs, productId: null, competitorId: null }, TOTALS.read);
