import { keyedTable } from "../keyed-table.ts";
import { NUMBER, TEXT } from "../table.ts";

/** Deliveries that were accepted, and when. */
export const inboundDeliveries = keyedTable("inbound_delivery", { connectorId: TEXT, deliveryId: TEXT, atMs: NUMBER }, [
  "connectorId",
  "deliveryId",
]);
