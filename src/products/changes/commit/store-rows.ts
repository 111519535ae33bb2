import { countOnDay } from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import type { StoredRow } from "../../../../db/products/product-row.ts";
import { insertProducts, releaseCodes, updateProducts } from "../../../../db/products/write.ts";
import { completenessScore } from "../../fields/completeness.ts";
import { fieldChanges } from "../../fields/field-changes.ts";
import type { ProductChange, StoredRows } from "../set/product-change.ts";
import { type FieldChange, type HistoryOrigin, recordChanges } from "./record-changes.ts";
import { linksOf } from "./store-links.ts";

/** What a change says the history keeps besides its fields. */
export const ownHistory = ({ before, row, history = [] }: ProductChange, stored: StoredRow = row): FieldChange[] =>
  history.map((each) => ({ ...each, productId: row.id, productRow: before?.rowId ?? stored.rowId }));

/** What the history keeps of a product: a new one's supplier is among its fields, other new links are by themselves. */
function historyOf(change: ProductChange, stored: StoredRow): FieldChange[] {
  const { before, row, changed, links } = change;
  const isMoved = before !== undefined && before.deletedAtMs !== row.deletedAtMs;
  const fields = fieldChanges(before, stored, isMoved ? [...changed, "deleted_at"] : [...changed]);
  const place = { productId: stored.id, productRow: before?.rowId ?? stored.rowId };
  for (const id of before ? (links ?? []) : []) {
    fields.push({ ...place, field: "suppliers", before: null, after: { supplier_id: id } });
  }
  return [...fields, ...ownHistory(change, stored)];
}

/** A new product, with the suppliers and the stock that nothing but this change can know of. */
function newRow(change: ProductChange): StoredRow {
  const links = linksOf(change);
  const supplied = links.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
  const row = { ...change.row, stock: change.row.genericStock ?? supplied, supplierCount: links.length };
  return { ...row, completenessScore: completenessScore(row) };
}

/** A code that moves from one product to another would be held by two within the transaction. */
async function releaseMovedCodes(tx: Tx, changes: readonly ProductChange[]): Promise<void> {
  if (changes.length < 2) return;
  const moved = changes.filter(({ before, row }) => before?.gtin14 !== row.gtin14);
  const taken = new Set(moved.map(({ row }) => row.gtin14));
  const released = moved.filter(({ before }) => before && before.gtin14 !== null && taken.has(before.gtin14));
  if (released.length === 0) return;
  await releaseCodes(
    tx,
    released.map(({ row }) => row.id),
  );
}

/** Stores rows and their history, each row with a change number; codes that pass from one to another are free in time. */
export async function storeRows(
  tx: Tx,
  changes: readonly ProductChange[],
  context: MutationContext,
  origin: HistoryOrigin,
): Promise<StoredRows> {
  if (changes.length === 0) return new Map();
  const nowMs = context.now();
  await releaseMovedCodes(tx, changes);
  const known = changes.flatMap(({ before }) => before ?? []);
  const updated = await updateProducts(
    tx,
    changes.flatMap(({ before, row }) => (before ? [row] : [])),
    { before: new Map(known.map((row) => [row.id, row])), nowMs },
  );
  const created = changes.filter(({ before }) => before === undefined).map(newRow);
  const stored = new Map([...updated, ...(await insertProducts(tx, created, nowMs))].map((row) => [row.id, row]));
  const entries = changes.flatMap((change) => historyOf(change, stored.get(change.row.id) ?? change.row));
  await recordChanges(tx, entries, context, origin);
  // New products have no history yet, and are changes of their day all the same.
  const recorded = new Set(created.length === 0 ? [] : entries.map(({ productId }) => productId));
  const unrecorded = created.filter(({ id }) => !recorded.has(id)).length;
  if (unrecorded > 0) await countOnDay(tx, { atMs: nowMs, changes: unrecorded });
  return stored;
}
