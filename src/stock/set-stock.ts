import { mutation, type Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { productUpdated } from "../catalog/product-events.ts";
import { emitEvents } from "../events/emit-events.ts";
import { unknownReference } from "../http/input/fields.ts";
import { requireVersion, versionOf } from "../http/output/etag.ts";
import { findLiveProduct } from "../products/changes/live-product.ts";
import { recordChanges } from "../products/history/record-changes.ts";
import { Supplier } from "../suppliers/supplier.ts";
import { nameKey } from "../text/name-key.ts";
import { changeStock } from "./change-stock.ts";
import { stockBody } from "./stock-body.ts";

interface StockSetting {
  productId: string;
  quantity: number;
  supplierId: string | null;
  supplierCode: string | null;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** The supplier that a request names by id or else by code; `null`: none. Throws VALIDATION_FAILED. */
async function findNamedSupplier(
  tx: Tx,
  { supplierId, supplierCode }: Pick<StockSetting, "supplierId" | "supplierCode">,
): Promise<string | null> {
  if (supplierId !== null) {
    const supplier = await Supplier.table.find(tx, supplierId.toLowerCase());
    if (!supplier) throw unknownReference("supplier_id");
    return supplier.id;
  }
  if (supplierCode === null) return null;
  const [supplier] = await Supplier.table.findBy(tx, "code_key", [nameKey(supplierCode)]);
  if (!supplier) throw unknownReference("supplier_code");
  return supplier.id;
}

/**
 * Sets the stock of a product, or what a supplier has of it; with nothing new nothing is written. Throws
 * PRODUCT_NOT_FOUND, PRECONDITION_FAILED, and VALIDATION_FAILED for a supplier that there is not.
 */
export const setStock = mutation(
  "stock.set",
  async (tx, { productId: ofProduct, quantity, expected, ...named }: StockSetting, context): Promise<void> => {
    const before = await findLiveProduct(tx, ofProduct);
    if (expected) requireVersion(expected, versionOf(await stockBody(tx, before.id)));
    const supplierId = await findNamedSupplier(tx, named);
    const changed = await changeStock(tx, [{ productId: before.id, supplierId, quantity }], "set", context);
    if (changed.length === 0) return;
    const [after] = await findRowsByIds(tx, [before.id]);
    const stock = { productId: before.id, field: "stock", before: before.stock, after: after?.stock };
    if (stock.before !== stock.after) await recordChanges(tx, [stock], context);
    await emitEvents(tx, [productUpdated(before, ["stock"])], context);
  },
);
