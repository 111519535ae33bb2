import type { Reader } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";

/** A competitor that sells for less than the minimum advertised price. */
export interface Violation {
  productId: string;
  ean: string | null;
  title: string;
  competitorId: string;
  competitorName: string;
  url: string;
  priceCents: number;
  gapCents: number;
  observedAtMs: number;
}

/** Which of them; `null` does not restrict. */
export interface ViolationFilter {
  productId: string | null;
  competitorId: string | null;
  /** Seen since. */
  sinceMs: number;
}

const VIOLATIONS = `from competitor_price seen
  join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
    and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
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

/** Where a violation stands in the list. */
type Place = readonly [gapCents: number, productId: string, competitorId: string];

/** A part of the violations, the largest gap first. */
export const listViolations = (
  db: Reader,
  filter: ViolationFilter,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<Violation[]> =>
  db.all(
    `with page as (
        select seen.product_id, seen.competitor_id, competitor.name, seen.url, seen.price_cents, seen.map_gap_cents,
            seen.observed_at_ms
          ${VIOLATIONS}
            and (seen.map_gap_cents, seen.product_id, seen.competitor_id) < (:afterGap, :afterProduct, :afterCompetitor)
          order by seen.map_gap_cents desc, seen.product_id desc, seen.competitor_id desc limit :limit offset :offset)
      select page.product_id, product.ean, product.title, page.competitor_id, page.name, page.url, page.price_cents,
          page.map_gap_cents, page.observed_at_ms
        from page join product on product.tenant_id = :tenant and product.id = page.product_id
        order by page.map_gap_cents desc, page.product_id desc, page.competitor_id desc`,
    {
      ...filter,
      limit,
      offset,
      afterGap: after?.[0] ?? Number.MAX_SAFE_INTEGER,
      afterProduct: after?.[1] ?? "",
      afterCompetitor: after?.[2] ?? "",
    },
    (row) => ({
      productId: text(row, "product_id"),
      ean: textOrNull(row, "ean"),
      title: text(row, "title"),
      competitorId: text(row, "competitor_id"),
      competitorName: text(row, "name"),
      url: text(row, "url"),
      priceCents: number(row, "price_cents"),
      gapCents: number(row, "map_gap_cents"),
      observedAtMs: number(row, "observed_at_ms"),
    }),
  );

export const countViolations = (db: Reader, filter: ViolationFilter): Promise<number> =>
  db.one(`select count(*) as count ${COUNTED}`, { ...filter }, (row) => number(row, "count"));

/** What violations come to. */
export interface ViolationTotals {
  products: number;
  violations: number;
  violatedProducts: number;
  gapCents: number;
}

export const totalViolations = (db: Reader, sinceMs: number): Promise<ViolationTotals> =>
  db.one(
    `select (select count(*) from map_price where tenant_id = :tenant) as products, count(*) as violations,
        count(distinct seen.product_id) as violated, ifnull(sum(seen.map_gap_cents), 0) as gap ${COUNTED}`,
    { sinceMs, productId: null, competitorId: null },
    (row) => ({
      products: number(row, "products"),
      violations: number(row, "violations"),
      violatedProducts: number(row, "violated"),
      gapCents: number(row, "gap"),
    }),
  );
