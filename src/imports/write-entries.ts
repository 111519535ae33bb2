import { upsertContent } from "../../db/content-variants/content-variants.ts";
import type { Author } from "../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { insertProducts, takeTicks, updateProducts } from "../../db/products/write.ts";
import { setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { refreshStock } from "../../db/stock/product-stock.ts";
import { deleteTagLinks, insertTagLinks, type TagLink } from "../../db/tags/product-tags.ts";
import { recordChanges } from "../history/record-changes.ts";
import { completenessScore } from "../products/completeness.ts";
import { rowChanges } from "../products/field-changes.ts";
import { type Move, noteMovements } from "../stock/note-movements.ts";
import type { Entry } from "./chunk-catalog.ts";
import { replaceImages } from "./replace-images.ts";

/** What a new product has in stock and from how many suppliers: nothing else can know of it yet. */
function newRow({ row, terms }: Entry, updatedAtUs: number): ProductRow {
  const suppliers = Object.values(terms);
  const supplied = suppliers.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
  const next = { ...row, stock: row.genericStock ?? supplied, supplierCount: suppliers.length, updatedAtUs };
  return { ...next, completenessScore: completenessScore(next) };
}

/**
 * Stores changed products with their texts, terms, stock and tags, each with a tick of the change clock. What products that
 * were there before had in their fields goes to their history, under the name of `author` when there is one.
 */
export async function writeEntries(
  tx: Tx,
  entries: readonly Entry[],
  context: MutationContext,
  author: Author | undefined,
): Promise<void> {
  if (entries.length === 0) return;
  const nowMs = context.now();
  const contents = entries.flatMap(({ row, contentChanges }) =>
    Object.entries(contentChanges).map(([language, content]) => ({ productId: row.id, language, content })),
  );
  const firstUs = await takeTicks(tx, entries.length + contents.length, nowMs);
  await replaceImages(tx, entries, { firstUs, nowMs });
  const created: ProductRow[] = [];
  const updated: ProductRow[] = [];
  const before = new Map<string, ProductRow>();
  for (const [index, entry] of entries.entries()) {
    if (entry.before === undefined) created.push(newRow(entry, firstUs + index));
    else {
      updated.push({ ...entry.row, updatedAtUs: firstUs + index });
      before.set(entry.row.id, entry.before);
    }
  }
  const places = new Map((await insertProducts(tx, created)).map(({ id, rowId }) => [id, rowId]));
  await updateProducts(tx, updated, before);
  const changes = entries.flatMap((entry) => (entry.before ? rowChanges(entry.before, entry.row) : []));
  await recordChanges(tx, changes, context, author && { author });
  if (contents.length > 0) {
    await upsertContent(tx, contents, { firstUs: firstUs + entries.length, nowMs, newId: context.newId });
  }
  await writeTerms(tx, entries, nowMs);
  await writeTags(tx, entries);
  const reference = author?.kind === "import" ? author.id : null;
  await noteMovements(
    tx,
    entries.flatMap((entry) => movesOf(entry, entry.before?.rowId ?? places.get(entry.row.id), reference)),
    "import",
    context,
  );
}

/** What stock records of a product held, and what they hold now. */
const movesOf = (
  { row, stockBefore, terms }: Entry,
  productRow: number | undefined,
  reference: string | null,
): Move[] =>
  Object.entries(stockBefore).map(([supplierId, before]) => ({
    productId: row.id,
    productRow,
    supplierId: supplierId || null,
    before,
    after: (supplierId ? terms[supplierId]?.stock : row.genericStock) ?? 0,
    reference,
  }));

const linksOf = ({ row }: Entry, tags: Iterable<string>): TagLink[] =>
  [...tags].map((tagId) => ({ productId: row.id, tagId }));

async function writeTags(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const changed = entries.filter(({ tagsBefore }) => tagsBefore !== undefined);
  const removed = changed.flatMap((entry) => linksOf(entry, entry.tagsBefore ?? []));
  if (removed.length > 0) await deleteTagLinks(tx, removed);
  const added = changed.flatMap((entry) => linksOf(entry, entry.tags ?? []));
  if (added.length > 0) await insertTagLinks(tx, added);
}

async function writeTerms(tx: Tx, entries: readonly Entry[], nowMs: number): Promise<void> {
  const terms = entries.flatMap((entry) =>
    [...entry.termsChanged].map((supplierId) => ({
      productId: entry.row.id,
      supplierId,
      supplierReference: entry.terms[supplierId]?.supplierReference ?? undefined,
      costPriceCents: entry.terms[supplierId]?.costPriceCents ?? undefined,
      stock: entry.terms[supplierId]?.stock ?? undefined,
    })),
  );
  if (terms.length > 0) await setSupplierTerms(tx, terms, nowMs);
  const stale = entries.filter((entry) => entry.before && entry.termsChanged.size > 0);
  if (stale.length > 0)
    await refreshStock(
      tx,
      stale.map(({ row }) => row.id),
    );
}
