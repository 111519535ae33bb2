import { fixed, initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const SHOP_WEBHOOK = {
  connectorId: fixed(TEXT),
  topic: fixed(TEXT),
  /** What the platform calls it; `null`: it was not registered by this service. */
  externalId: TEXT_OR_NULL,
  /** Why the platform refused it. */
  error: TEXT_OR_NULL,
  registeredAtMs: NUMBER_OR_NULL,
  deliveredAtMs: initially(NUMBER_OR_NULL, null),
  deliveryStatus: initially(TEXT_OR_NULL, null),
  deliveries: initially(NUMBER, 0),
};
const table = keyedTable("shop_webhook", SHOP_WEBHOOK, ["connectorId", "topic"]);
/** A topic of a shop's webhooks, and what came of it last. */
export type ShopWebhookRow = ValuesOf<typeof SHOP_WEBHOOK>;

/** All of a connector, by topic: the topics are a handful. */
export const listShopWebhooks = (db: Reader, connectorId: string): Promise<ShopWebhookRow[]> =>
  table.list(db, { where: { connectorId }, by: "topic", order: "asc" });

/** Notes what a platform said of a webhook that was to be registered; what came of it stays. */
export const putShopWebhook = (
  tx: Tx,
  row: Pick<ShopWebhookRow, "connectorId" | "topic" | "externalId" | "error" | "registeredAtMs">,
) =>
  tx.run(
    `insert into shop_webhook (tenant_id, connector_id, topic, external_id, error, registered_at_ms)
      values (:tenant, :connectorId, :topic, :externalId, :error, :registeredAtMs)
      on conflict do update set external_id = excluded.external_id, error = excluded.error,
        registered_at_ms = excluded.registered_at_ms`,
    row,
  );

/** Notes a delivery. Topics that nothing was registered for are noted, too. */
export const noteShopDelivery = (
  tx: Tx,
  delivery: { connectorId: string; topic: string; atMs: number; status: string },
) =>
  tx.run(
    `insert into shop_webhook (tenant_id, connector_id, topic, delivered_at_ms, delivery_status, deliveries)
      values (:tenant, :connectorId, :topic, :atMs, :status, 1)
      on conflict do update set delivered_at_ms = excluded.delivered_at_ms,
        delivery_status = excluded.delivery_status, deliveries = deliveries + 1`,
    delivery,
  );

/** Forgets what was registered; topics that something has come of stay. */
export async function forgetShopWebhooks(tx: Tx, connectorId: string): Promise<void> {
  await tx.run(
    `update shop_webhook set external_id = null, error = null, registered_at_ms = null
      where tenant_id = :tenant and connector_id = :connectorId and deliveries > 0`,
    { connectorId },
  );
  await table.erase(tx, { connectorId, deliveries: 0 });
}

/** Whether this service has registered webhooks of a connector that report orders. */
export async function registersOrders(db: Reader, connectorId: string): Promise<boolean> {
  const rows = await listShopWebhooks(db, connectorId);
  return rows.some(({ externalId, topic }) => externalId !== null && /^(?:store\/)?orders?[/._]/i.test(topic));
}
