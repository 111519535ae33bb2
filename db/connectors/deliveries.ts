import type { Reader, Tx } from "../ports.ts";

/** Whether a delivery was accepted after a given time. */
export const isDelivered = async (
  db: Reader,
  { connectorId, deliveryId, afterMs }: { connectorId: string; deliveryId: string; afterMs: number },
): Promise<boolean> =>
  (await db.first(
    `select 1 as found from inbound_delivery where tenant_id = :tenant and connector_id = :connectorId
      and delivery_id = :deliveryId and at_ms > :afterMs`,
    { connectorId, deliveryId, afterMs },
    () => true,
  )) ?? false;

/** Notes that a delivery was accepted. */
export const putDelivery = (tx: Tx, delivery: { connectorId: string; deliveryId: string; atMs: number }) =>
  tx.run(
    `insert into inbound_delivery (tenant_id, connector_id, delivery_id, at_ms)
      values (:tenant, :connectorId, :deliveryId, :atMs) on conflict do update set at_ms = excluded.at_ms`,
    delivery,
  );

/** Deletes the tenant's deliveries that were accepted before a given time, some at a time. */
export const deleteDeliveries = (tx: Tx, beforeMs: number, limit: number): Promise<number> =>
  tx.run(
    `delete from inbound_delivery where tenant_id = :tenant and (connector_id, delivery_id) in (
      select connector_id, delivery_id from inbound_delivery where tenant_id = :tenant and at_ms < :beforeMs limit :limit)`,
    { beforeMs, limit },
  );
