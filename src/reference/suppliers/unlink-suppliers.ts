import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { SupplierLink } from "../../../db/sourcing/product-suppliers.ts";
import { commit } from "../../products/changes/commit/commit.ts";

/**
 * Unlinks products from suppliers, also as their main ones, which leaves those products without one. What the supplier
 * had in stock goes. The products get a new `updated_at`, stock and score; events are the caller's.
 */
export async function unlinkSuppliers(tx: Tx, links: readonly SupplierLink[], context: MutationContext): Promise<void> {
  const byProduct = Map.groupBy(links, ({ productId }) => productId);
  const rows = byProduct.size > 0 ? await findRowsByIds(tx, [...byProduct.keys()]) : [];
  const changes = rows.map((before) => {
    const own = byProduct.get(before.id) ?? [];
    const isMain = own.some((link) => link.isMain);
    return {
      before,
      row: { ...before, supplierId: isMain ? null : before.supplierId },
      changed: isMain ? ["supplier_id"] : [],
      unlinked: new Set(own.map(({ supplierId }) => supplierId)),
      moves: own.map(({ supplierId, stock }) => ({ supplierId, before: stock ?? 0, after: 0 })),
      history: own.map(({ supplierId }) => ({ field: "suppliers", before: supplierId, after: null })),
    };
  });
  await commit(tx, changes, context, { movement: "adjust", isSilent: true });
}
