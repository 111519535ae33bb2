import type { ShopOrderLine } from "../../../db/connectors/shop-orders.ts";
import { insertNotes, type SyncNote } from "../../../db/connectors/sync-notes.ts";
import type { Tx } from "../../../db/ports.ts";
import { NOTES_MAX } from "../engine/synchronise.ts";
import { SyncJobs } from "../sync-job.ts";
import { orderIdOf } from "./order-news.ts";
import type { NewsOf } from "./orders-elsewhere.ts";
import type { TakenOrders } from "./take-orders.ts";

const noteOf = ({ orderId, sku, externalIds }: ShopOrderLine): SyncNote => ({
  productId: null,
  sku,
  externalId: externalIds[0] ?? null,
  result: "error",
  message: `Order ${orderId} is of ${sku === null ? "a product without a SKU" : `the SKU ${sku}`}, which no product here has: it waits in the connector's unknown lines`,
});

const NAMED_MAX = 5;
function elsewhereOf({ connector: { name }, news }: NewsOf): SyncNote {
  const ids = [...new Set(news.map(orderIdOf))];
  const named = ids.slice(0, NAMED_MAX).join(", ") + (ids.length > NAMED_MAX ? ", …" : "");
  const message = `Orders that the connector “${name}” has already are counted there, once: ${named}`;
  return { productId: null, sku: null, externalId: null, result: "noted", message };
}

/** Notes in a job what orders have done: stocks that were moved, lines that wait, and which orders another connector has. */
export async function noteMovedStock(tx: Tx, jobId: string, { moved, waiting, elsewhere }: TakenOrders): Promise<void> {
  await SyncJobs.table.set(tx, { id: jobId }, {}, { updated: moved, skipped: waiting.length });
  const notes = [...waiting.map(noteOf), ...elsewhere.map(elsewhereOf)];
  if (notes.length > 0) await insertNotes(tx, jobId, notes, NOTES_MAX);
}
