import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, text } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";

export const ALERT_TYPES = [
  ...(["above", "below", "change_pct"] as const),
  ...(["not_cheapest", "out_of_stock", "back_in_stock", "below_cost", "below_map"] as const),
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];
export type AlertChannel = "in_app" | "webhook" | "email";
const DIGESTS = ["none", "hourly", "daily"] as const;
/** How mails go out: each at once, or those of an hour or a day in one. */
export type Digest = (typeof DIGESTS)[number];

const ACTIVE = selection("alert", {
  id: TEXT,
  /** `null`: every product, of its competitor if it has one. */
  productId: computed("watching.watched_id", TEXT_OR_NULL),
  /** Whose prices it watches; `null`: everybody's. */
  competitorId: TEXT_OR_NULL,
  alertType: wordColumn(ALERT_TYPES),
  /** A price in cents, or hundredths of a percent; `null`: its kind has none. */
  threshold: called("threshold_cents", NUMBER_OR_NULL),
  // Written from a list of channels.
  channels: jsonColumn<AlertChannel[]>(),
  digest: wordColumn(DIGESTS),
  cooldownMinutes: NUMBER,
  /** It does not fire before; `null`: it is awake. */
  snoozedUntilMs: NUMBER_OR_NULL,
  /** Who made it; `null`: no user. */
  createdBy: TEXT_OR_NULL,
});
/** An active alert that watches a product. */
export type ActiveAlert = SelectedBy<typeof ACTIVE>;

/**
 * The active alerts that watch these products: by themselves, by their brand, or by their category or one above it, each once
 * for every product; and those that watch all products, or all that these competitors sell. The oldest first.
 */
export const listActiveAlerts = (
  db: Reader,
  observed: { productIds: readonly string[]; competitorIds: readonly string[] },
): Promise<ActiveAlert[]> =>
  db.all(
    `with recursive
      seen (id, brand_id, category_id) as (
        select product.id, product.brand_id, product.category_id from json_each(:productIds) wanted
          cross join product on product.tenant_id = :tenant and product.id = wanted.value
      ),
      above (start_id, id) as (
        select distinct category_id, category_id from seen where category_id is not null
        union all
        select above.start_id, category.parent_id from above
          cross join category on category.tenant_id = :tenant and category.id = above.id
          where category.parent_id is not null
      ),
      watching (alert_id, watched_id) as (
        select alert.id, seen.id from seen
          cross join price_alert alert on alert.tenant_id = :tenant and alert.product_id = seen.id and alert.is_active = 1
        union all
        select alert.id, seen.id from seen
          cross join price_alert alert on alert.tenant_id = :tenant and alert.brand_id = seen.brand_id
            and alert.is_active = 1
        union all
        select alert.id, seen.id from above
          cross join price_alert alert on alert.tenant_id = :tenant and alert.category_id = above.id
            and alert.is_active = 1
          join seen on seen.category_id = above.start_id
        union all
        select alert.id, null from json_each(:competitorIds) wanted
          cross join price_alert alert on alert.tenant_id = :tenant and alert.competitor_id = wanted.value
            and alert.is_active = 1 and alert.all_products = 0
            and coalesce(alert.product_id, alert.category_id, alert.brand_id) is null
        union all
        select alert.id, null from price_alert alert
          where alert.tenant_id = :tenant and alert.is_active = 1 and alert.all_products = 1
      )
      select ${ACTIVE.selected}
        from watching
        cross join price_alert alert on alert.tenant_id = :tenant and alert.id = watching.alert_id
        order by alert.created_at_ms, alert.id`,
    { productIds: JSON.stringify(observed.productIds), competitorIds: JSON.stringify(observed.competitorIds) },
    ACTIVE.read,
  );

/** An alert and a product that it watches. */
export type Watching = readonly [alertId: string, productId: string];

/** When alerts fired last for products, in the order of the pairs; `null`: never. */
export const findLastTriggers = (db: Reader, pairs: readonly Watching[]): Promise<(number | null)[]> =>
  db.all(
    `select (select max(fired.triggered_at_ms) from price_trigger fired
        where fired.tenant_id = :tenant and fired.alert_id = wanted.value ->> 0
          and fired.product_id = wanted.value ->> 1) as at_ms
      from json_each(:pairs) wanted order by wanted.key`,
    { pairs: JSON.stringify(pairs) },
    (row) => numberOrNull(row, "at_ms"),
  );

/** The id of an alert, while there is one. */
export const findAlertId = (db: Reader, id: string): Promise<string | undefined> =>
  db.first("select id from price_alert where tenant_id = :tenant and id = :id", { id }, (row) => text(row, "id"));

/** What of an alert's scope there is not, by its fields. A competitor that is hidden is not there. */
export const findMissingScope = (
  db: Reader,
  scope: { categoryId: string | null; brandId: string | null; competitorId: string | null },
): Promise<string[]> =>
  db.all(
    `select 'category_id' as field where :categoryId is not null
        and not exists (select 1 from category where tenant_id = :tenant and id = :categoryId)
      union all
      select 'brand_id' where :brandId is not null
        and not exists (select 1 from brand where tenant_id = :tenant and id = :brandId)
      union all
      select 'competitor_id' where :competitorId is not null
        and not exists (select 1 from competitor
          where tenant_id = :tenant and id = :competitorId and deleted_at_ms is null)`,
    scope,
    (row) => text(row, "field"),
  );

export const setTriggered = (tx: Tx, ids: readonly string[], atMs: number): Promise<void> =>
  tx.runMany(
    "update price_alert set last_triggered_at_ms = :atMs where tenant_id = :tenant and id = :id",
    ids.map((id) => ({ id, atMs })),
  );

export const setCreator = (tx: Tx, id: string, userId: string): Promise<number> =>
  tx.run("update price_alert set created_by = :userId where tenant_id = :tenant and id = :id", { id, userId });

/** Has the alerts of a brand watch another one. */
export const moveBrandAlerts = (tx: Tx, { from, to }: { from: string; to: string }): Promise<number> =>
  tx.run("update price_alert set brand_id = :to where tenant_id = :tenant and brand_id = :from", { from, to });

/** Deletes the alerts that watch one competitor. */
export const deleteCompetitorAlerts = (tx: Tx, competitorId: string): Promise<number> =>
  tx.run("delete from price_alert where tenant_id = :tenant and competitor_id = :competitorId", { competitorId });

export const countActiveAlerts = (db: Reader): Promise<number> =>
  db.one("select count(*) as count from price_alert where tenant_id = :tenant and is_active = 1", {}, (row) =>
    number(row, "count"),
  );

const READER = selection("user", {
  id: TEXT,
  email: TEXT,
  locale: TEXT,
  isAdmin: computed("user.role = 'admin'", FLAG),
});
/** An active user that mails about alerts may go to. */
export type AlertReader = SelectedBy<typeof READER>;

/** These users while they are active, and the active admins. */
export const listAlertReaders = (db: Reader, userIds: readonly string[]): Promise<AlertReader[]> =>
  db.all(
    `select ${READER.selected} from user
      where tenant_id = :tenant and is_active = 1
        and (role = 'admin' or id in (select value from json_each(:userIds)))
      order by email`,
    { userIds: JSON.stringify(userIds) },
    READER.read,
  );
