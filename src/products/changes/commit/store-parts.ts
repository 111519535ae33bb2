import { upsertContent } from "../../../../db/content-variants/content-variants.ts";
import { deleteMedia, insertMedia, type Media, updateMedia } from "../../../../db/media/media.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import { deleteTagLinks, insertTagLinks, type TagLink } from "../../../../db/tags/product-tags.ts";
import { type ImageChange, isSameImage } from "../../media/image-change.ts";
import { hasRow } from "../../media/named-images.ts";
import type { ProductChange, StoredRows } from "../set/product-change.ts";
import { noteMovements } from "./note-movements.ts";
import { storeVariants } from "./store-variants.ts";

/** Writes the rows of images that have changed; images without a row get one. */
async function storeImages(tx: Tx, changes: readonly ImageChange[], nowMs: number): Promise<void> {
  const known = new Map(changes.flatMap(({ before }) => before.filter(hasRow).map((image) => [image.id, image])));
  const images = changes.flatMap(({ after }) => after);
  const remaining = new Set(images.map(({ id }) => id));
  const removed = [...known.keys()].filter((id) => !remaining.has(id));
  if (removed.length > 0) await deleteMedia(tx, removed);
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
