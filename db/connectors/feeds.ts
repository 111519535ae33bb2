import { COUNT, initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { FLAG, NUMBER, TEXT } from "../table.ts";

const FEED = {
  connectorId: TEXT,
  /** The last change number that it has seen. */
  seenUs: NUMBER,
  isSending: initially(FLAG, false),
  failures: COUNT,
  retryAtMs: COUNT,
};
/** How far each connector has followed the changes of products. */
export const connectorFeeds = keyedTable("connector_feed", FEED, ["connectorId"]);

/** Connectors of all tenants that are behind the changes, may follow them now, and have no job for it. */
export const listBehind = (
  db: Reader,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<{ tenantId: string; connectorId: string }[]> =>
  db.all(
    `select feed.tenant_id, feed.connector_id from connector_feed feed
      cross join tenant_clock clock on clock.tenant_id = feed.tenant_id and clock.last_us > feed.seen_us
      cross join connector on connector.tenant_id = feed.tenant_id and connector.id = feed.connector_id
        and connector.is_active = 1 and connector.is_configured = 1
      where feed.retry_at_ms <= :nowMs
        and not exists (select 1 from job where job.queue = 'quick' and job.unique_key = 'live:' || feed.connector_id
          and job.state in ('scheduled', 'ready', 'running', 'paused'))
        and (feed.is_sending = 1 or not exists (select 1 from sync_job running
          where running.tenant_id = feed.tenant_id and running.connector_id = feed.connector_id
            and running.job_type in ('push_products', 'push_stock', 'push_prices')
            and running.status = 'processing' and running.trigger = 'manual'))
      limit :limit`,
    { nowMs, limit },
    (row) => ({ tenantId: text(row, "tenant_id"), connectorId: text(row, "connector_id") }),
  );

/** Of these products, those whose every change the connector has seen, or that came from its own platform. */
export const listSettled = (db: Reader, connectorId: string, productIds: readonly string[]): Promise<string[]> =>
  db.all(
    `select product.id from json_each(:productIds) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
      cross join connector_feed feed on feed.tenant_id = :tenant and feed.connector_id = :connectorId
      left join platform_mapping mapping on mapping.tenant_id = :tenant and mapping.connector_id = :connectorId
        and mapping.product_id = product.id
      where state.updated_at_us <= feed.seen_us or state.updated_at_us = mapping.pulled_us`,
    { connectorId, productIds: JSON.stringify(productIds) },
    (row) => text(row, "id"),
  );

/**
 * Notes that the last change of products came from the platform itself: what was sent of them says nothing any more, but
 * that of their image, which stands behind the first dot.
 */
export const markPulled = (
  tx: Tx,
  { connectorId, productIds, settledIds }: { connectorId: string; productIds: string[]; settledIds: string[] },
) =>
  tx.run(
    `update platform_mapping set
        sent = case when instr(sent, '.') > 0 then '?' || substr(sent, instr(sent, '.'), 12) || ' ?' end,
        pulled_us = case when product_id in (select value from json_each(:settledIds)) then
          (select state.updated_at_us from product
            cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
            where product.tenant_id = :tenant and product.id = platform_mapping.product_id) else pulled_us end
      where tenant_id = :tenant and connector_id = :connectorId
        and product_id in (select value from json_each(:productIds))`,
    { connectorId, productIds: JSON.stringify(productIds), settledIds: JSON.stringify(settledIds) },
  );

const sending = keyedTable("platform_sending", { connectorId: TEXT, productId: TEXT }, ["connectorId", "productId"]);

/** Notes products that are about to be made on the platform. */
export const insertSending = (tx: Tx, connectorId: string, productIds: readonly string[]) =>
  tx.run(
    `insert into platform_sending (tenant_id, connector_id, product_id)
      select :tenant, :connectorId, product.id from json_each(:productIds) given
        cross join product on product.tenant_id = :tenant and product.id = given.value
        where true on conflict do nothing`,
    { connectorId, productIds: JSON.stringify(productIds) },
  );

/** Of these products it is known what became of them. */
export const deleteSending = (tx: Tx, connectorId: string, productId: readonly string[]) =>
  sending.erase(tx, { connectorId, productId });
