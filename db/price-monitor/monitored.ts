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
