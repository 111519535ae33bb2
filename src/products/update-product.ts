import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { takeTicks, updateProducts } from "../../db/products/write.ts";
import { deleteEmptyTerms, setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { refreshStock } from "../../db/stock/product-stock.ts";
import { emitEvents } from "../events/emit-events.ts";
import { recordChanges } from "../history/record-changes.ts";
import { requireVersion } from "../http/etag.ts";
import { applyFields } from "./apply-fields.ts";
import { fieldChanges } from "./field-changes.ts";
import { findLiveProduct } from "./live-product.ts";
import { refuseDuplicateEan } from "./refuse-duplicate-ean.ts";
import { resolveReferences } from "./resolve-references.ts";
import { productUpdated } from "./touch-products.ts";

interface ProductChange {
  id: string;
  values: Record<string, unknown>;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes the fields of a product that are among values made by `readFields`. Returns the request names of those that
 * really changed; with none nothing is written. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED and
 * DUPLICATE_EAN.
 */
export const updateProduct = mutation(
  "products.update",
  async (tx, { id, values, expected }: ProductChange, context): Promise<{ changed: string[] }> => {
    const before = await findLiveProduct(tx, id);
    requireVersion(expected, before.updatedAtUs);
    return storeUpdate(tx, before, values, context);
  },
);

/** Stores these values of a live product, as `updateProduct` does. `reverts`: the change of its history they take back. */
export async function storeUpdate(
  tx: Tx,
  before: ProductRow,
  values: Record<string, unknown>,
  context: MutationContext,
  { reverts = null }: { reverts?: number | null } = {},
): Promise<{ changed: string[] }> {
  const { row, changed } = applyFields(before, await resolveReferences(tx, values));
  if (changed.length === 0) return { changed };
  if (changed.includes("barcode")) await refuseDuplicateEan(tx, row);
  const nowMs = context.now();
  const updatedAtUs = await takeTicks(tx, 1, nowMs);
  await updateProducts(tx, [{ ...row, updatedAtUs }], new Map([[before.id, before]]));
  if (row.supplierId !== before.supplierId) await moveMainSupplier(tx, before, row, nowMs);
  await recordChanges(tx, fieldChanges(before, row, changed), context, { reverts });
  await emitEvents(tx, [productUpdated(row, changed)], context);
  return { changed };
}

/** The main supplier is always among a product's suppliers; the one before stays if it has terms of its own. */
async function moveMainSupplier(tx: Tx, before: ProductRow, { id, supplierId }: ProductRow, nowMs: number) {
  if (before.supplierId !== null) await deleteEmptyTerms(tx, id, before.supplierId);
  if (supplierId !== null) await setSupplierTerms(tx, [{ productId: id, supplierId }], nowMs);
  await refreshStock(tx, [id]);
}
