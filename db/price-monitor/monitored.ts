import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const TIERS = ["tier1_high", "tier2_medium", "tier3_standard"] as const;
export type Tier = (typeof TIERS)[number];

/** How a product is watched. */
export interface Monitored {
  productId: string;
  tier: Tier;
  isActive: boolean;
  nextCheckAtMs: number;
  /** `null`: not checked yet. */
  checkedAtMs: number | null;
  /** The last check or observation. */
  seenAtMs: number | null;
  sourcesChecked: number;
  pricesFound: number;
  checkErrors: number;
  /** What the last check found on each page. */
  checkResults: unknown;
}

const COLUMNS = `watched.product_id, watched.tier, watched.is_active, watched.next_check_at_ms, watched.checked_at_ms,
  watched.seen_at_ms, watched.sources_checked, watched.prices_found, watched.check_errors, watched.check_results`;

const readMonitored = (row: Row): Monitored => ({
  productId: text(row, "product_id"),
  tier: text(row, "tier") as Tier, // checked by the table
  isActive: boolean(row, "is_active"),
  nextCheckAtMs: number(row, "next_check_at_ms"),
  checkedAtMs: numberOrNull(row, "checked_at_ms"),
  seenAtMs: numberOrNull(row, "seen_at_ms"),
  sourcesChecked: number(row, "sources_checked"),
  pricesFound: number(row, "prices_found"),
  checkErrors: number(row, "check_errors"),
  checkResults: json(row, "check_results"),
});

/** A watched product as lists show it. */
export interface MonitoredProduct extends Monitored {
  ean: string | null;
  sku: string | null;
  title: string;
  priceCents: number | null;
  lowestCents: number | null;
  competitors: number;
}

const SHOWN = `${COLUMNS}, product.ean, product.reference, product.title, product.price_cents,
  (select min(seen.price_cents) from competitor_price seen
    join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
    where seen.tenant_id = :tenant and seen.product_id = watched.product_id) as lowest_cents,
  (select count(*) from competitor_price seen
    join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
    where seen.tenant_id = :tenant and seen.product_id = watched.product_id) as competitors`;

const readShown = (row: Row): MonitoredProduct => ({
  ...readMonitored(row),
  ean: textOrNull(row, "ean"),
  sku: textOrNull(row, "reference"),
  title: text(row, "title"),
  priceCents: numberOrNull(row, "price_cents"),
  lowestCents: numberOrNull(row, "lowest_cents"),
  competitors: number(row, "competitors"),
});

/** Which watched products are meant. */
export interface MonitoredFilter {
  tier: Tier | null;
  isActiveOnly: boolean;
}

const FILTER = `watched.tenant_id = :tenant and watched.tier = ifnull(:tier, watched.tier)
  and watched.is_active >= :active`;
const filterArgs = ({ tier, isActiveOnly }: MonitoredFilter) => ({ tier, active: Number(isActiveOnly) });

/** A part of the watched products that are not deleted, by their ids. */
export const listMonitored = (
  db: Reader,
  filter: MonitoredFilter,
  { after, limit, offset }: { after: string | undefined; limit: number; offset: number },
): Promise<MonitoredProduct[]> =>
  db.all(
    `select ${SHOWN} from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id and product.deleted_at_ms is null
      where ${FILTER} and watched.product_id > :after
      order by watched.product_id limit :limit offset :offset`,
    { ...filterArgs(filter), after: after ?? "", limit, offset },
    readShown,
  );

export const countMonitored = (db: Reader, filter: MonitoredFilter): Promise<number> =>
  db.one(`select count(*) as count from monitored_product watched where ${FILTER}`, filterArgs(filter), (row) =>
    number(row, "count"),
  );

export const findMonitored = (db: Reader, productId: string): Promise<MonitoredProduct | undefined> =>
  db.first(
    `select ${SHOWN} from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id
      where watched.tenant_id = :tenant and watched.product_id = :productId`,
    { productId },
    readShown,
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
): Promise<number> =>
  tx.run(
    `insert into monitored_product (tenant_id, product_id, tier, is_active, next_check_at_ms, created_at_ms)
      select :tenant, value, :tier, :isActive, :nowMs, :nowMs from json_each(:ids) where true
      on conflict do update set tier = excluded.tier, is_active = excluded.is_active,
        next_check_at_ms = min(next_check_at_ms, excluded.next_check_at_ms)`,
    { ids: JSON.stringify(ids), tier, isActive: Number(isActive), nowMs },
  );

/** Notes that something was seen of products. */
export const noteSeen = (tx: Tx, ids: readonly string[], nowMs: number): Promise<number> =>
  tx.run(
    `update monitored_product set seen_at_ms = :nowMs
      where tenant_id = :tenant and product_id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids), nowMs },
  );

/** A product that robots are to look at. */
export interface Watched {
  productId: string;
  sku: string | null;
  ean: string | null;
  title: string;
  brand: string | null;
  tier: Tier;
  priceCents: number | null;
  mapCents: number | null;
  seenAtMs: number | null;
}

/** The active watched products, by tier and then those that were not seen for longest. */
export const listWatched = (db: Reader, tier: Tier | null, limit: number): Promise<Watched[]> =>
  db.all(
    `select watched.product_id, product.reference, product.ean, product.title, brand.name as brand, watched.tier,
        product.price_cents, map_price.price_cents as map_cents, watched.seen_at_ms
      from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id and product.deleted_at_ms is null
      left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id
      where watched.tenant_id = :tenant and watched.is_active = 1 and watched.tier = ifnull(:tier, watched.tier)
      order by watched.tier, ifnull(watched.seen_at_ms, 0), watched.product_id limit :limit`,
    { tier, limit },
    (row) => ({
      productId: text(row, "product_id"),
      sku: textOrNull(row, "reference"),
      ean: textOrNull(row, "ean"),
      title: text(row, "title"),
      brand: textOrNull(row, "brand"),
      tier: text(row, "tier") as Tier, // checked by the table
      priceCents: numberOrNull(row, "price_cents"),
      mapCents: numberOrNull(row, "map_cents"),
      seenAtMs: numberOrNull(row, "seen_at_ms"),
    }),
  );

/** Where a competitor sells a product. */
export interface CompetitorPage {
  productId: string;
  competitorId: string;
  code: string;
  name: string;
  url: string;
}

/** Where competitors that can be watched sell products: seen there, or entered among the prices of a product. */
export const listCompetitorPages = (db: Reader, productIds: readonly string[]): Promise<CompetitorPage[]> =>
  db.all(
    `with page as (
        select seen.product_id, seen.competitor_id, seen.url from json_each(:productIds) wanted
          cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
        union
        select entry.product_id, competitor.id, entry.url from json_each(:productIds) wanted
          cross join product_price entry on entry.tenant_id = :tenant and entry.product_id = wanted.value
            and entry.url is not null and entry.is_removed = 0 and entry.is_active = 1
          join competitor on competitor.tenant_id = :tenant and competitor.code = entry.source
            and competitor.deleted_at_ms is null
      )
      select page.product_id, page.competitor_id, competitor.code, competitor.name, page.url from page
        join competitor on competitor.tenant_id = :tenant and competitor.id = page.competitor_id
          and competitor.deleted_at_ms is null and competitor.is_active = 1
        order by page.product_id, competitor.code, page.url`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({
      productId: text(row, "product_id"),
      competitorId: text(row, "competitor_id"),
      code: text(row, "code"),
      name: text(row, "name"),
      url: text(row, "url"),
    }),
  );

/** What was seen of a competitor's price, as the history shows it. */
export interface SeenPrice {
  rowId: number;
  competitorId: string;
  competitorName: string;
  url: string;
  priceCents: number;
  priceOriginalCents: number | null;
  shippingCostCents: number | null;
  stockStatus: string | null;
  sellerName: string | null;
  promoLabel: string | null;
  isValid: boolean;
  isBlacklisted: boolean;
  observedAtMs: number;
}

/** The newest observations of a product since a moment. */
export const listSeenPrices = (
  db: Reader,
  span: { productId: string; sinceMs: number; limit: number },
): Promise<SeenPrice[]> =>
  db.all(
    `select seen.row_id, seen.competitor_id, competitor.name, seen.url, seen.price_cents, seen.price_original_cents,
        seen.shipping_cost_cents, seen.stock_status, seen.seller_name, seen.promo_label, seen.is_valid,
        competitor.blacklisted_at_ms is not null as is_blacklisted, seen.observed_at_ms
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    span,
    (row) => ({
      rowId: number(row, "row_id"),
      competitorId: text(row, "competitor_id"),
      competitorName: text(row, "name"),
      url: text(row, "url"),
      priceCents: number(row, "price_cents"),
      priceOriginalCents: numberOrNull(row, "price_original_cents"),
      shippingCostCents: numberOrNull(row, "shipping_cost_cents"),
      stockStatus: textOrNull(row, "stock_status"),
      sellerName: textOrNull(row, "seller_name"),
      promoLabel: textOrNull(row, "promo_label"),
      isValid: boolean(row, "is_valid"),
      isBlacklisted: boolean(row, "is_blacklisted"),
      observedAtMs: number(row, "observed_at_ms"),
    }),
  );

/** When something was last seen of any product; `null`: never. */
export const findLastSeen = (db: Reader): Promise<number | null> =>
  db.one(
    `select max(ifnull((select max(observed_at_ms) from competitor_price where tenant_id = :tenant), 0),
        ifnull((select max(checked_at_ms) from monitored_product where tenant_id = :tenant), 0)) as at_ms`,
    {},
    (row) => number(row, "at_ms") || null,
  );

/** A price that has moved. */
export interface Mover {
  productId: string;
  title: string;
  competitorName: string;
  baseCents: number;
  priceCents: number;
}

/** The prices that have moved most since a moment, by the part of the price. */
export const listMovers = (db: Reader, sinceMs: number, limit: number): Promise<Mover[]> =>
  db.all(
    `select seen.product_id, product.title, competitor.name, seen.base_cents, seen.price_cents
      from competitor_price seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
        and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
      join product on product.tenant_id = :tenant and product.id = seen.product_id and product.deleted_at_ms is null
      where seen.tenant_id = :tenant and seen.move > 0 and seen.base_at_ms >= :sinceMs
      order by seen.move desc, seen.base_at_ms desc limit :limit`,
    { sinceMs, limit },
    (row) => ({
      productId: text(row, "product_id"),
      title: text(row, "title"),
      competitorName: text(row, "name"),
      baseCents: number(row, "base_cents"),
      priceCents: number(row, "price_cents"),
    }),
  );
