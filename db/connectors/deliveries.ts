import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { NUMBER, TEXT } from "../table.ts";

/** Deliveries that were accepted, and when. */
export const inboundDeliveries = keyedTable("inbound_delivery", { connectorId: TEXT, deliveryId: TEXT, atMs: NUMBER }, [
  "connectorId",
  "deliveryId",
]);

/** Deletes the tenant's deliveries that were accepted before a given time, some at a time. */
export const deleteDeliveries = (tx: Tx, beforeMs: number, limit: number): Promise<number> =>
  tx.run(
    `delete from inbound_delivery where tenant_id = :tenant and (connector_id, delivery_id) in (
      select connector_id, delivery_id from inbound_delivery where tenant_id = :tenant and at_ms < :beforeMs limit :limit)`,
    { beforeMs, limit },
  );
