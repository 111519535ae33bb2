import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { readSequence } from "../../../../db/products/sequence.ts";
import { findLastRow } from "../../../../db/products/write.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import { listSubscriptions } from "../../../../db/webhooks/subscriptions.ts";
import { emitTo } from "../../../events/emit-events.ts";
import { isStored, type ProductChange, type StoredRows } from "../set/product-change.ts";
import { eventOf, type ProductSource } from "./product-events.ts";
import { type HistoryOrigin, recordChanges } from "./record-changes.ts";
import { storeLinks, storeStock } from "./store-links.ts";
import { storeParts } from "./store-parts.ts";
import { storePrices } from "./store-prices.ts";
import { ownHistory, storeRows } from "./store-rows.ts";

export interface CommitOrigin extends HistoryOrigin {
  /** What `product.created` gives as the source; "api" when absent. */
  source?: ProductSource;
  /** What the history of stock calls what moves; "sync" when absent. */
  movement?: MovementType;
  /** Products have no event each: the caller has one for all, or none. */
  isSilent?: boolean;
}

/**
 * Stores what a change does to products, each product once: rows with their change numbers, suppliers' terms, stock with
 * its movements, images, texts, tags, history, and one event for each product. The only way in which products are written; a fixed number of
 * statements for each kind of change, however many products. Codes must be free, or be given up by another product of the
 * same commit. Returns the rows that were stored.
 */
export async function commit(
  tx: Tx,
  changes: readonly ProductChange[],
  context: MutationContext,
  { source = "api", isSilent = false, movement = "sync", ...history }: CommitOrigin = {},
): Promise<StoredRows> {
  const written = changes.filter(isStored);
  const [stored, subscriptions] = await Promise.all([
    storeRows(tx, written, context, history),
    isSilent || changes.length === 0 ? [] : listSubscriptions(tx),
  ]);
  await storePrices(tx, written, { ...history, source, movement }, context);
  await storeLinks(tx, written, context.now());
  await storeParts(tx, written, { stored, movement }, context);
  const restocked = await storeStock(tx, changes, { stored, type: movement }, context);
  const ofStock = changes.filter((change) => !isStored(change) && restocked.has(change.row.id));
  await recordChanges(
    tx,
    ofStock.flatMap((change) => ownHistory(change)),
    context,
    history,
  );
  if (isSilent) return stored;
  const reported = changes.filter((change) => change.isReported || isStored(change) || restocked.has(change.row.id));
  await emitTo(
    tx,
    subscriptions,
    reported.map((change) => eventOf(change, source, restocked.has(change.row.id))),
    context,
  );
  return stored;
}

/** Begins to read what `commit` will need, so that it comes along with what the mutation reads. */
export const foreseeCommit = (tx: Tx): void =>
  tx.ahead((db) => [readSequence(db), findLastRow(db), listSubscriptions(db)]);
