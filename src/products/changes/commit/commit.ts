import { upsertContent } from "../../../../db/content-variants/content-variants.ts";
import { insertMedia, type Media, mediaRows, updateMedia } from "../../../../db/media/media.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { readSequence } from "../../../../db/products/sequence.ts";
import { findLastRow } from "../../../../db/products/write.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import { deleteTagLinks, insertTagLinks, type TagLink } from "../../../../db/tags/product-tags.ts";
import { listSubscriptions } from "../../../../db/webhooks/subscriptions.ts";
import { emitTo } from "../../../events/emit-events.ts";
import { type ImageChange, isSameImage } from "../../media/image-change.ts";
import { hasRow } from "../../media/named-images.ts";
import { isStored, type ProductChange, type StoredRows } from "../set/product-change.ts";
import { noteMovements } from "./note-movements.ts";
import { eventOf, type ProductSource } from "./product-events.ts";
import { type HistoryOrigin, recordChanges } from "./record-changes.ts";
import { storeLinks, storeStock } from "./store-links.ts";
import { storePrices } from "./store-prices.ts";
import { ownHistory, storeRows } from "./store-rows.ts";
import { storeVariants } from "./store-variants.ts";

export interface CommitOrigin extends HistoryOrigin {
  /** What `product.created` gives as the source; "api" when absent. */
  source?: ProductSource;
  /** What the history of stock calls what moves; "sync" when absent. */
  movement?: MovementType;
  /** Products have no event each: the caller has one for all, or none. */
  isSilent?: boolean;
}

/** Writes the rows of images that have changed; images without a row get one. */
async function storeImages(tx: Tx, changes: readonly ImageChange[], nowMs: number): Promise<void> {
  const known = new Map(changes.flatMap(({ before }) => before.filter(hasRow).map((image) => [image.id, image])));
  const images = changes.flatMap(({ after }) => after);
  const remaining = new Set(images.map(({ id }) => id));
  const removed = [...known.keys()].filter((id) => !remaining.has(id));
  if (removed.length > 0) await mediaRows.erase(tx, { id: removed });
  const differs = (image: Media) => {
    const row = known.get(image.id);
    return row !== undefined && !isSameImage(row, image);
  };
  // There are never two primary ones.
  const changed = images.filter(differs).toSorted((one, other) => Number(one.isPrimary) - Number(other.isPrimary));
  await updateMedia(tx, changed, nowMs);
  await insertMedia(
    tx,
    images.filter(({ id }) => !known.has(id)),
    nowMs,
  );
}

/** Stores images, texts, tags, variants and movements of stock: what belongs to products and has rows of its own. */
async function storeParts(
  tx: Tx,
  changes: readonly ProductChange[],
  { stored, movement }: { stored: StoredRows; movement: MovementType },
  context: MutationContext,
): Promise<void> {
  const nowMs = context.now();
  const images = changes.flatMap((change) => change.images ?? []);
  if (images.length > 0) await storeImages(tx, images, nowMs);
  const texts = changes.flatMap(({ row, texts: byLanguage = {} }) =>
    Object.entries(byLanguage).map(([language, content]) => ({ productId: row.id, language, content })),
  );
  if (texts.length > 0) await upsertContent(tx, texts, { nowMs, newId: context.newId });
  await storeTags(tx, changes);
  await storeVariants(
    tx,
    changes.flatMap(({ variants }) => variants ?? []),
    nowMs,
  );
  const moves = changes.flatMap(({ before, row, moves: own = [] }) => {
    const productRow = before?.rowId ?? stored.get(row.id)?.rowId;
    return own.map((move) => ({ ...move, productId: row.id, productRow }));
  });
  await noteMovements(tx, moves, movement, context);
}

const tagLinks = ({ row }: ProductChange, tags: Iterable<string>): TagLink[] =>
  [...tags].map((tagId) => ({ productId: row.id, tagId }));

async function storeTags(tx: Tx, changes: readonly ProductChange[]): Promise<void> {
  const removed = changes.flatMap((change) => tagLinks(change, change.tags?.before ?? []));
  if (removed.length > 0) await deleteTagLinks(tx, removed);
  const added = changes.flatMap((change) => tagLinks(change, change.tags?.after ?? []));
  if (added.length > 0) await insertTagLinks(tx, added);
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
