import type { MutationContext, Tx } from "../../db/ports.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { releaseCodes, takeTicks, updateProducts } from "../../db/products/write.ts";
import { deleteEmptyTerms, setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { refreshStock } from "../../db/stock/product-stock.ts";
import { emitEvents } from "../events/emit-events.ts";
import { recordChanges } from "../history/record-changes.ts";
import { fieldChanges } from "./field-changes.ts";
import { productUpdated } from "./touch-products.ts";

/** A product whose fields change: as `applyFields` made it of what is stored. */
export interface Update {
  before: ProductRow;
  row: ProductRow;
  /** Request names, at least one. */
  changed: string[];
}

/**
 * Stores changed products, each once, with their history and events, in a number of statements that does not grow with
 * them. Codes must be free. `reverts`: the change of its history that the update takes back.
 */
export async function storeUpdates(
  tx: Tx,
  updates: readonly Update[],
  context: MutationContext,
  origin: { reverts?: number | null } = {},
): Promise<void> {
  if (updates.length === 0) return;
  const nowMs = context.now();
  const firstUs = await takeTicks(tx, updates.length, nowMs);
  await releaseMovedCodes(tx, updates);
  await updateProducts(
    tx,
    updates.map(({ row }, index) => ({ ...row, updatedAtUs: firstUs + index })),
    new Map(updates.map(({ before }) => [before.id, before])),
  );
  const moved = updates.filter(({ before, row }) => before.supplierId !== row.supplierId);
  if (moved.length > 0) await moveMainSuppliers(tx, moved, nowMs);
  const changes = updates.flatMap(({ before, row, changed }) => fieldChanges(before, row, changed));
  await recordChanges(tx, changes, context, origin);
  await emitEvents(
    tx,
    updates.map(({ row, changed }) => productUpdated(row, changed)),
    context,
  );
}

/** A code that passes from one of these products to another must be free before it is taken. */
async function releaseMovedCodes(tx: Tx, updates: readonly Update[]): Promise<void> {
  if (updates.length < 2) return;
  const taken = new Set(updates.map(({ row }) => row.gtin14));
  const released = updates.filter(
    ({ before, row }) => before.gtin14 !== null && before.gtin14 !== row.gtin14 && taken.has(before.gtin14),
  );
  if (released.length > 0) {
    await releaseCodes(
      tx,
      released.map(({ before }) => before.id),
    );
  }
}

/** The main supplier is always among a product's suppliers; the one before stays if it has terms of its own. */
async function moveMainSuppliers(tx: Tx, updates: readonly Update[], nowMs: number): Promise<void> {
  const linksOf = (rows: readonly ProductRow[]) =>
    rows.flatMap(({ id, supplierId }) => (supplierId === null ? [] : [{ productId: id, supplierId }]));
  await deleteEmptyTerms(tx, linksOf(updates.map(({ before }) => before)));
  await setSupplierTerms(tx, linksOf(updates.map(({ row }) => row)), nowMs);
  await refreshStock(
    tx,
    updates.map(({ row }) => row.id),
  );
}
