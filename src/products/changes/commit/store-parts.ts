import { upsertContent } from "../../../../db/content-variants/content-variants.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import { deleteTagLinks, insertTagLinks, type TagLink } from "../../../../db/tags/product-tags.ts";
import type { ProductChange, StoredRows } from "../set/product-change.ts";
import { noteMovements } from "./note-movements.ts";
import { storeImages } from "./store-images.ts";
import { storeVariants } from "./store-variants.ts";

/** Stores images, texts, tags, variants and movements of stock: what belongs to products and has rows of its own. */
export async function storeParts(
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
