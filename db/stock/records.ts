import type { Reader } from "../ports.ts";
import { STATE } from "../products/product-state.ts";
import { numberOrNull } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";

const RECORD = selection("link", {
  supplierId: TEXT,
  supplierCode: computed("supplier.code", TEXT),
  quantity: called("stock", NUMBER),
  updatedAtMs: NUMBER,
});
/** What a supplier has in stock of a product. */
export type StockRecord = SelectedBy<typeof RECORD>;

/** What suppliers have of a product, by code; suppliers that keep no stock here are absent. */
export const listStockRecords = (db: Reader, productId: string): Promise<StockRecord[]> =>
  db.all(
    `select ${RECORD.selected} from product_supplier link
      cross join supplier on supplier.tenant_id = :tenant and supplier.id = link.supplier_id
      where link.tenant_id = :tenant and link.product_id = :productId and link.stock is not null
      order by supplier.code_key`,
    { productId },
    RECORD.read,
  );

/** The stock of a product that belongs to no supplier; `null` when none is stored. */
export const findGenericQuantity = async (db: Reader, productId: string): Promise<number | null> =>
  (await db.first(
    `select state.generic_stock from product ${STATE}
      where product.tenant_id = :tenant and product.id = :productId`,
    { productId },
    (row) => numberOrNull(row, "generic_stock"),
  )) ?? null;
