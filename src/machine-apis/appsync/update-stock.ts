import type { Static } from "@sinclair/typebox";
import { mutation } from "../../../db/ports.ts";
import { findCodedProducts } from "../../../db/products/match.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { commitStock, type StockChange } from "../../products/changes/commit/stock.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { nameKey } from "../../text/name-key.ts";
import { findTargets, gtinOf, updatedEvent } from "./find-targets.ts";
import type { StockUpdates } from "./schema.ts";

/** A quantity that an ERP knows: the code as sent and padded to 14 digits, and the key of a supplier's code. */
type StockUpdate = [ean: string, gtin14: string, quantity: number, supplierKey: string | null];

export const stockUpdates = (sent: Static<typeof StockUpdates>): StockUpdate[] =>
  sent.map(({ ean, stock, supplier_code }) => [ean.trim(), gtinOf(ean), stock, nameKey(supplier_code ?? "") || null]);

/**
 * Sets stock by EAN. `updates` is `StockUpdate[]` as JSON, which crosses threads several times faster than the objects.
 * Says of each whether it was found: the product or variant, and the supplier that it names.
 */
export const updateStock = mutation(
  "appsync.update-stock",
  async (tx, { updates }: { updates: string }, context): Promise<boolean[]> => {
    // Written by the routes from such a list.
    const rows = JSON.parse(updates) as StockUpdate[];
    const keys = new Set(rows.flatMap(([, , , key]) => key ?? []));
    const known = keys.size > 0 ? await Supplier.table.findBy(tx, "code_key", [...keys]) : [];
    const suppliers = new Map(known.map(({ code_key: key, id }) => [key, id]));
    const codes = [...new Set(rows.map(([, gtin14]) => gtin14))];
    const products = await findCodedProducts(tx, codes);
    const targets = await findTargets(tx, codes, products);
    const changes: StockChange[] = [];
    const eans: string[] = [];
    const found = rows.map(([ean, gtin14, quantity, key]) => {
      const target = targets.get(gtin14);
      // A variant has one quantity, regardless of the supplier.
      const supplierId = key === null || target?.variantId ? null : suppliers.get(key);
      if (!target || supplierId === undefined) return false;
      changes.push({ ...target, supplierId, quantity });
      eans.push(ean);
      return true;
    });
    const stored = new Map(products.map(({ id, rowId, genericStock }) => [id, { rowId, quantity: genericStock }]));
    await commitStock(tx, changes, "sync", context, stored);
    if (eans.length > 0) await emitEvents(tx, [updatedEvent("stock.updated", eans)], context);
    return found;
  },
);
