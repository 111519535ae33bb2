import type { MutationContext, Tx } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { deleteLinks, type SupplierLink } from "../../db/sourcing/product-suppliers.ts";
import { refreshStockAt } from "../../db/stock/product-stock.ts";
import { recordChanges } from "../history/record-changes.ts";
import { noteMovements } from "../stock/note-movements.ts";

/**
 * Unlinks products from suppliers, also as their main ones, which leaves those products without one. What the supplier
 * had in stock goes. The products get a new `updated_at`, stock and score; events are the caller's.
 */
export async function unlinkSuppliers(tx: Tx, links: readonly SupplierLink[], context: MutationContext): Promise<void> {
  if (links.length === 0) return;
  await deleteLinks(tx, links);
  const moves = links.map(({ stock, ...link }) => ({ ...link, before: stock ?? 0, after: 0 }));
  await noteMovements(tx, moves, "adjust", context);
  const ids = [...new Set(links.map(({ productId }) => productId))];
  const firstUs = await takeTicks(tx, ids.length, context.now());
  await refreshStockAt(tx, ids, { firstUs, linksChanged: true });
  await recordChanges(
    tx,
    links.flatMap(({ productId, supplierId, isMain }) => [
      { productId, field: "suppliers", before: supplierId, after: null },
      ...(isMain ? [{ productId, field: "supplier_id", before: supplierId, after: null }] : []),
    ]),
    context,
  );
}
