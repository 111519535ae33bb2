import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { setSupplierTerms } from "../../../../db/sourcing/product-suppliers.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import {
  findGenericStock,
  findSupplierStock,
  findVariantStock,
  type GenericStock,
  refreshStockAt,
  setGenericStock,
  setVariantStock,
} from "../../../../db/stock/product-stock.ts";
import { SUPPLIER_WEIGHT } from "../../fields/completeness.ts";
import { type Move, noteMovements } from "./note-movements.ts";

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
  /** What the record held; `null`: no stock was stored, `undefined`: the supplier did not sell it. */
  before: number | null | undefined;
}

const hasSupplier = <T extends StockChange>(change: T): change is T & { supplierId: string } =>
  typeof change.supplierId === "string";
const hasVariant = <T extends StockChange>(change: T): change is T & { variantId: string } =>
  typeof change.variantId === "string";
const isGeneric = (change: StockChange) => !hasSupplier(change) && !hasVariant(change);
/** Names a record among those of all products. */
const keyOf = ({ productId, supplierId, variantId }: Omit<StockChange, "quantity">) =>
  variantId ?? (supplierId ? `${productId} ${supplierId}` : productId);

/** The generic stock of products by their ids, as it was read in this transaction. */
type KnownStock = ReadonlyMap<string, GenericStock>;

/**
 * Sets stock records, keeps a movement of each that moves, and brings the products up to date: `stock`, the count of
 * suppliers, the completeness score, and a new `updated_at`. A record that is missing is made, and the supplier linked;
 * of several changes of one record the last counts. Returns the ids of the products that were really changed; events
 * are the caller's. A fixed number of statements for any number of changes. `stored`: the generic stock of some or all of
 * these products, by a caller that has read it in this transaction.
 */
export async function commitStock(
  tx: Tx,
  changes: readonly StockChange[],
  type: MovementType,
  context: MutationContext,
  stored: KnownStock = new Map(),
): Promise<string[]> {
  const nowMs = context.now();
  const unread = changes.filter((change) => isGeneric(change) && !stored.has(change.productId)).map(productOf);
  const records = unread.length > 0 ? new Map([...stored, ...(await findGenericStock(tx, unread))]) : stored;
  const differences = await findDifferences(tx, changes, records);
  if (differences.length === 0) return [];
  const generic = differences.filter(isGeneric);
  const supplied = differences.filter(hasSupplier);
  const variants = differences.filter(hasVariant);
  if (supplied.length > 0) await setSupplierTerms(tx, supplied.map(termsOf), nowMs);
  // Of a product with other records changed than the generic one, more than the stock may differ.
  const others = new Set([...supplied, ...variants].map(productOf));
  await noteMovements(
    tx,
    differences.map((each) => moveOf(each, records)),
    type,
    context,
  );
  const rows = generic.map(({ productId, quantity }) => ({ rowId: records.get(productId)?.rowId ?? 0, quantity }));
  await setGenericStock(tx, rows, nowMs);
  if (others.size > 0) {
    const linksChanged = supplied.some(({ before }) => before === undefined);
    await refreshStockAt(tx, [...others], { nowMs, linksChanged, supplierWeight: SUPPLIER_WEIGHT });
  }
  await setVariantStock(tx, variants, nowMs);
  return [...new Set([...generic.map(productOf), ...others])];
}

const moveOf = (
  { productId, supplierId, variantId, reference, before, quantity }: Difference,
  records: KnownStock,
): Move => ({
  productId,
  productRow: records.get(productId)?.rowId,
  supplierId,
  variantId,
  before: before ?? 0,
  after: quantity,
  reference,
});

const productOf = ({ productId }: StockChange): string => productId;

const termsOf = ({ productId, supplierId, quantity }: StockChange & { supplierId: string }) => ({
  productId,
  supplierId,
  stock: quantity,
});

/** The changes that differ from what the records hold, one for each record; those of what there is not are passed over. */
async function findDifferences(tx: Tx, changes: readonly StockChange[], generic: KnownStock): Promise<Difference[]> {
  const last = new Map<string, StockChange>();
  for (const change of changes) last.set(keyOf(change), change);
  const supplied = changes.filter(hasSupplier);
  const variants = changes.filter(hasVariant).map(({ variantId }) => variantId);
  const known = new Map<string, number | null>(variants.length > 0 ? await findVariantStock(tx, variants) : []);
  for (const record of supplied.length > 0 ? await findSupplierStock(tx, supplied) : []) {
    known.set(keyOf(record), record.quantity);
  }
  const differences: Difference[] = [];
  for (const [key, change] of last) {
    const before = isGeneric(change) ? generic.get(change.productId)?.quantity : known.get(key);
    if (before !== change.quantity && (before !== undefined || hasSupplier(change))) {
      differences.push({ ...change, before });
    }
  }
  return differences;
}
