import type { MutationContext, Tx } from "../../../../db/ports.ts";
import {
  deleteEmptyTerms,
  deleteLinks,
  type SupplierTerms,
  setSupplierTerms,
} from "../../../../db/sourcing/product-suppliers.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import { refreshStock } from "../../../../db/stock/product-stock.ts";
import { SUPPLIER_WEIGHT } from "../../fields/completeness.ts";
import type { StoredRows } from "../set/product-change.ts";
import { GENERIC, type ProductChange } from "../set/product-change.ts";
import { commitStock } from "./stock.ts";

const hasNewMain = ({ before, row }: ProductChange): boolean => (before?.supplierId ?? null) !== row.supplierId;

/**
 * What is to be stored of a product's suppliers: their terms, and links to those it gets, its main one among them. A link
 * whose stock was sent is made with that.
 */
export function linksOf(change: ProductChange): SupplierTerms[] {
  const { row, links, stock, terms = [] } = change;
  const isNewMain = row.supplierId !== null && hasNewMain(change);
  if (!isNewMain && terms.length === 0 && (links === undefined || links.size === 0)) return [];
  const ids = new Set(links);
  if (row.supplierId !== null && isNewMain) ids.add(row.supplierId);
  const bare = [...ids].filter((id) => !stock?.has(id) && !terms.some(({ supplierId }) => supplierId === id));
  return [...terms, ...bare.map((supplierId) => ({ supplierId }))].map((each) => ({ ...each, productId: row.id }));
}

/** Stores terms, and links products to their new suppliers. The main one before stays if it has terms of its own. */
export async function storeLinks(tx: Tx, changes: readonly ProductChange[], nowMs: number): Promise<void> {
  const links = changes.flatMap(linksOf);
  if (links.length > 0) await setSupplierTerms(tx, links, nowMs);
  const ended = changes.flatMap(({ row, unlinked = [] }) =>
    [...unlinked].map((supplierId) => ({ productId: row.id, supplierId })),
  );
  if (ended.length > 0) await deleteLinks(tx, ended);
  const linked = new Set([...links, ...ended].map(({ productId }) => productId));
  const known = changes.filter((change) => change.before && (hasNewMain(change) || linked.has(change.row.id)));
  if (known.length === 0) return;
  await deleteEmptyTerms(tx, known.flatMap(formerMain));
  await refreshStock(
    tx,
    known.map(({ row }) => row.id),
    { supplierWeight: SUPPLIER_WEIGHT },
  );
}

/** The main supplier that a product had, unless it is to stay among its suppliers. */
function formerMain(change: ProductChange): { productId: string; supplierId: string }[] {
  const supplierId = change.before?.supplierId ?? null;
  if (supplierId === null || change.addsToFormer || !hasNewMain(change)) return [];
  return [{ productId: change.row.id, supplierId }];
}

/** Stores the quantities that were sent. Returns the ids of the products whose stock is another now. */
export async function storeStock(
  tx: Tx,
  changes: readonly ProductChange[],
  { stored, type }: { stored: StoredRows; type: MovementType },
  context: MutationContext,
): Promise<ReadonlySet<string>> {
  const stocked = changes.filter(({ stock }) => stock !== undefined && stock.size > 0);
  if (stocked.length === 0) return new Set();
  const quantities = stocked.flatMap(({ row: { id: productId }, stock = [] }) =>
    [...stock].map(([supplierId, quantity]) => ({
      productId,
      supplierId: supplierId === GENERIC ? null : supplierId,
      quantity,
    })),
  );
  const known = stocked.flatMap(({ before, row }) => {
    const { id, rowId, genericStock: quantity } = before ?? stored.get(row.id) ?? row;
    return rowId === undefined ? [] : [[id, { rowId, quantity }] as const];
  });
  return new Set(await commitStock(tx, quantities, type, context, new Map(known)));
}
