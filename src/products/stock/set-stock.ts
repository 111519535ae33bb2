import { mutation, type Tx } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { findSupplierStock } from "../../../db/stock/product-stock.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { nameKey } from "../../text/name-key.ts";
import { commit } from "../changes/commit/commit.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { GENERIC } from "../changes/set/product-change.ts";
import { stockBody } from "./stock-body.ts";

interface StockSetting extends Conditional {
  productId: string;
  quantity: number;
  supplierId: string | null;
  supplierCode: string | null;
}

/** The supplier that a request names by id or else by code; `null`: none. Throws VALIDATION_FAILED. */
async function findNamedSupplier(
  tx: Tx,
  { supplierId, supplierCode }: Pick<StockSetting, "supplierId" | "supplierCode">,
): Promise<string | null> {
  if (supplierId !== null) {
    const supplier = await Supplier.table.find(tx, supplierId);
    if (!supplier) throw unknownReference("supplier_id");
    return supplier.id;
  }
  if (supplierCode === null) return null;
  const [supplier] = await Supplier.table.findBy(tx, "code_key", [nameKey(supplierCode)]);
  if (!supplier) throw unknownReference("supplier_code");
  return supplier.id;
}

/** What a product has in stock once one of its records holds a quantity: the generic one counts instead of the suppliers'. */
async function totalAfter(
  tx: Tx,
  { id, stock, genericStock }: StoredRow,
  supplierId: string | null,
  quantity: number,
): Promise<number> {
  if (supplierId === null) return quantity;
  if (genericStock !== null) return stock;
  const [known] = await findSupplierStock(tx, [{ productId: id, supplierId }]);
  return stock - (known?.quantity ?? 0) + quantity;
}

/**
 * Sets the stock of a product, or what a supplier has of it; with nothing new nothing is written. Throws PRODUCT_NOT_FOUND,
 * PRECONDITION_FAILED, and VALIDATION_FAILED for an unknown supplier.
 */
export const setStock = mutation(
  "stock.set",
  async (tx, { productId: ofProduct, quantity, expected, ...named }: StockSetting, context): Promise<void> => {
    const before = await findLiveProduct(tx, ofProduct);
    if (expected) requireVersion(expected, versionOf(await stockBody(tx, before.id)));
    const supplierId = await findNamedSupplier(tx, named);
    const stock = new Map([[supplierId ?? GENERIC, quantity]]);
    const after = await totalAfter(tx, before, supplierId, quantity);
    const history = after === before.stock ? [] : [{ field: "stock", before: before.stock, after }];
    await commit(tx, [{ before, row: before, changed: [], stock, history }], context, { movement: "set" });
  },
);
