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
import type { MovementType } from "../../db/stock/stock-movements.ts";
import { findVariantStock, setVariantStock } from "../../db/stock/variant-stock.ts";
import { noteMovements } from "./note-movements.ts";

/** What a stock record of a live product is to hold. */
export interface StockChange {
  productId: string;
  /** Whose record. Without supplier and variant it is the generic one. */
  supplierId?: string | null | undefined;
  /** The stock of one of the product's variants; then no supplier is named. */
  variantId?: string | null | undefined;
  /** 0 or more. */
  quantity: number;
  /** What brings it, for the stock's history: the id of an import or of a connector's job. */
  reference?: string | null | undefined;
}

interface Difference extends StockChange {
  /** What the record held; `undefined`: there was none, `null`: a supplier that kept no stock. */
  before: number | null | undefined;
}

const hasSupplier = <T extends StockChange>(change: T): change is T & { supplierId: string } =>
  typeof change.supplierId === "string";
const hasVariant = <T extends StockChange>(change: T): change is T & { variantId: string } =>
  typeof change.variantId === "string";
const isGeneric = (change: StockChange) => !hasSupplier(change) && !hasVariant(change);
/** Names a record among those of all products. */
const keyOf = ({ productId, supplierId, variantId }: Omit<StockChange, "quantity">) =>
  variantId ?? `${productId} ${supplierId ?? ""}`;

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
  context: MutationContext,
): Promise<string[]> {
  const nowMs = context.now();
  const differences = await findDifferences(tx, changes);
  if (differences.length === 0) return [];
  const generic = differences.filter(isGeneric);
  const supplied = differences.filter(hasSupplier);
  const variants = differences.filter(hasVariant);
  if (generic.length > 0) await setGenericStock(tx, generic, nowMs);
  if (supplied.length > 0) await setSupplierTerms(tx, supplied.map(termsOf), nowMs);
  const moves = differences.map(({ quantity, before, ...record }) => ({
    ...record,
    before: before ?? 0,
    after: quantity,
  }));
  await noteMovements(tx, moves, type, context);
  // Of a product with other records changed than the generic one, more than the stock may differ.
  const others = new Set([...supplied, ...variants].map(({ productId }) => productId));
  const plain = generic.filter(({ productId }) => !others.has(productId));
  const firstUs = await takeTicks(tx, plain.length + others.size + variants.length, nowMs);
  await updateStock(tx, plain, firstUs);
  if (others.size > 0) {
    const linksChanged = supplied.some(({ before }) => before === undefined);
    await refreshStockAt(tx, [...others], { firstUs: firstUs + plain.length, linksChanged });
  }
  if (variants.length > 0) await setVariantStock(tx, variants, firstUs + plain.length + others.size);
  return [...plain.map(({ productId }) => productId), ...others];
}

const termsOf = ({ productId, supplierId, quantity }: StockChange & { supplierId: string }) => ({
  productId,
  supplierId,
  stock: quantity,
});

/** The changes that differ from what the records hold, one for each record. */
async function findDifferences(tx: Tx, changes: readonly StockChange[]): Promise<Difference[]> {
  const last = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const generic = last.filter(isGeneric).map(({ productId }) => productId);
  const supplied = last.filter(hasSupplier);
  const variants = last.filter(hasVariant).map(({ variantId }) => variantId);
  const known = new Map<string, number | null>(variants.length > 0 ? await findVariantStock(tx, variants) : []);
  for (const [productId, quantity] of generic.length > 0 ? await findGenericStock(tx, generic) : []) {
    known.set(keyOf({ productId }), quantity);
  }
  for (const record of supplied.length > 0 ? await findSupplierStock(tx, supplied) : []) {
    known.set(keyOf(record), record.quantity);
  }
  return last
    .map((change) => ({ ...change, before: known.get(keyOf(change)) }))
    .filter((change) => change.before !== change.quantity && !(hasVariant(change) && change.before === undefined));
}
