import type { MutationContext, Tx } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import {
  findGenericStock,
  findSupplierStock,
  refreshStockAt,
  setGenericStock,
  updateStock,
} from "../../db/stock/product-stock.ts";
import { insertMovements, type MovementType } from "../../db/stock/stock-movements.ts";

/** What a stock record of a live product is to hold. */
export interface StockChange {
  productId: string;
  /** Whose record; `null`: the generic one. */
  supplierId: string | null;
  /** 0 or more. */
  quantity: number;
  /** What brings it, for the stock's history: the id of an import or of a connector's job. */
  reference?: string | null | undefined;
}

interface Difference extends StockChange {
  /** What the record held; `undefined`: there was none, `null`: a supplier that kept no stock. */
  before: number | null | undefined;
}

type Supplied<T> = T & { supplierId: string };

const isSupplied = <T extends StockChange>(change: T): change is Supplied<T> => change.supplierId !== null;
const keyOf = ({ productId, supplierId }: { productId: string; supplierId: string | null }) =>
  `${productId} ${supplierId ?? ""}`;

/**
 * Sets stock records, keeps a movement of each that moves, and brings the products up to date: `stock`, the count of
 * suppliers, the completeness score, and a new `updated_at`. A record that is missing is made, and the supplier linked;
 * of several changes of one record the last counts. Returns the ids of the products that were really changed; events
 * are the caller's. A fixed number of statements for any number of changes.
 */
export async function changeStock(
  tx: Tx,
  changes: readonly StockChange[],
  type: MovementType,
  { now, newId }: MutationContext,
): Promise<string[]> {
  const nowMs = now();
  const differences = await findDifferences(tx, changes);
  if (differences.length === 0) return [];
  const supplied = differences.filter(isSupplied);
  const generic = differences.filter((each) => !isSupplied(each));
  if (generic.length > 0) await setGenericStock(tx, generic, nowMs);
  if (supplied.length > 0) await setSupplierStock(tx, supplied, nowMs);
  await insertMovements(
    tx,
    differences.map(({ productId, supplierId, quantity, before, reference = null }) => ({
      id: newId(),
      productId,
      supplierId,
      variantId: null,
      movementType: type,
      quantityBefore: before ?? 0,
      quantityAfter: quantity,
      reference,
      createdAtMs: nowMs,
    })),
  );
  // Of a product whose supplier's record has changed too, more than the stock may have.
  const linked = new Set(supplied.map(({ productId }) => productId));
  const plain = generic.filter(({ productId }) => !linked.has(productId));
  const firstUs = await takeTicks(tx, plain.length + linked.size, nowMs);
  await updateStock(tx, plain, firstUs);
  if (linked.size > 0) {
    const hasNewLinks = supplied.some(({ before }) => before === undefined);
    await refreshStockAt(tx, [...linked], { firstUs: firstUs + plain.length, hasNewLinks });
  }
  return [...plain.map(({ productId }) => productId), ...linked];
}

/** The changes that differ from what the records hold, one for each record. */
async function findDifferences(tx: Tx, changes: readonly StockChange[]): Promise<Difference[]> {
  const last = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const supplied = last.filter(isSupplied);
  const generic = last.filter((each) => !isSupplied(each)).map(({ productId }) => productId);
  const known = new Map<string, number | null>();
  for (const [productId, quantity] of generic.length > 0 ? await findGenericStock(tx, generic) : []) {
    known.set(keyOf({ productId, supplierId: null }), quantity);
  }
  for (const record of supplied.length > 0 ? await findSupplierStock(tx, supplied) : []) {
    known.set(keyOf(record), record.quantity);
  }
  return last
    .map((change) => ({ ...change, before: known.get(keyOf(change)) }))
    .filter(({ before, quantity }) => before !== quantity);
}

const setSupplierStock = (tx: Tx, changes: readonly Supplied<StockChange>[], nowMs: number): Promise<number> =>
  setSupplierTerms(
    tx,
    changes.map(({ productId, supplierId, quantity }) => ({ productId, supplierId, stock: quantity })),
    nowMs,
  );
