import type { ShopOrderLine } from "../../../db/connectors/shop-orders.ts";
import { insertNotes, type SyncNote } from "../../../db/connectors/sync-notes.ts";
import type { Tx } from "../../../db/ports.ts";
import { NOTES_MAX } from "../engine/synchronise.ts";
import { SyncJobs } from "../sync-job.ts";
import type { TakenOrders } from "./take-orders.ts";

const noteOf = ({ orderId, sku, externalIds }: ShopOrderLine): SyncNote => ({
  productId: null,
  sku,
  externalId: externalIds[0] ?? null,
  result: "error",
  message: `Order ${orderId} is of ${sku === null ? "a product without a SKU" : `the SKU ${sku}`}, which no product here has: it waits in the connector's unknown lines`,
});

/** Notes in a job what orders have done: stocks that were moved, and lines that wait. */
export async function noteMovedStock(tx: Tx, jobId: string, { moved, waiting }: TakenOrders): Promise<void> {
  await SyncJobs.table.set(tx, { id: jobId }, {}, { updated: moved, skipped: waiting.length });
  if (waiting.length > 0) await insertNotes(tx, jobId, waiting.map(noteOf), NOTES_MAX);
}
