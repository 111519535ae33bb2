import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { putEntries } from "../../../../db/pricing/price-lists.ts";
import { leastOf, unitsOf } from "../../../prices/pricing/currency-decimals.ts";
import { PriceList } from "../../../prices/pricing/lists/price-list.ts";
import { touchOwnedChunk } from "../../../products/changes/commit/touch-owned.ts";
import type { ImportOptions } from "../../map/import-options.ts";
import type { PlannedRow } from "./plan-chunk.ts";

/** Amounts in thousandths of the list's currency. */
interface ListPrice {
  id: string;
  productId: string;
  variantId: string | null;
  minQuantity: number;
  price: number;
  compareAtPrice: number | null;
}

/** What a row says of a list; `undefined` where it says no price, or its variant is none. */
function entryOf(
  { change, row }: PlannedRow,
  amounts: Record<string, number>,
  newId: () => string,
): ListPrice | undefined {
  const { price, compare_at_price: comparedTo = null } = amounts;
  const sku = row.place?.variant?.sku;
  const variantId = sku === undefined ? null : change?.parts.variants?.bySku.get(sku)?.id;
  if (!change || price === undefined || variantId === undefined) return undefined;
  return {
    id: newId(),
    productId: change.row.id,
    variantId,
    minQuantity: 1,
    price,
    compareAtPrice: comparedTo,
  };
}

/** The entries that rows ask for, by list; a later row of the same product wins. */
function entriesOf(rows: readonly PlannedRow[], newId: () => string): Map<string, Map<string, ListPrice>> {
  const wanted = new Map<string, Map<string, ListPrice>>();
  for (const row of rows) {
    for (const [list, amounts] of Object.entries(row.row.listPrices ?? {})) {
      const entry = entryOf(row, amounts, newId);
      const entries = wanted.get(list) ?? new Map<string, ListPrice>();
      if (entry) wanted.set(list, entries.set(`${entry.productId} ${entry.variantId ?? ""}`, entry));
    }
  }
  return wanted;
}

/** As it is stored in a list of this currency; `undefined`: it has no such amount. */
function storedIn(currency: string, { price, compareAtPrice, ...entry }: ListPrice) {
  const stored = (thousandths: number) => (thousandths * unitsOf(currency)) / 1000;
  const amounts = {
    priceCents: stored(price),
    compareAtPriceCents: compareAtPrice === null ? null : stored(compareAtPrice),
  };
  const isWhole = Object.values(amounts).every((amount) => (amount ?? 0) % leastOf(currency) === 0);
  return isWhole ? { ...entry, ...amounts } : undefined;
}

/**
 * Puts prices of other currencies, which rows name, into price lists. Of a list that is gone meanwhile nothing is put, nor into one
 * of another currency that has no such amounts.
 */
export async function putListPrices(
  tx: Tx,
  planned: readonly PlannedRow[],
  { options, context }: { options: ImportOptions; context: MutationContext },
): Promise<void> {
  const rows = planned.filter(({ filled, isCreation }) => filled && (isCreation || options.updatePrices));
  const touched = new Set<string>();
  for (const [list, entries] of entriesOf(rows, context.newId)) {
    const found = await PriceList.table.find(tx, list);
    if (!found) continue;
    const stored = [...entries.values()].flatMap((entry) => storedIn(found.currency, entry) ?? []);
    await putEntries(tx, list, stored, context.now());
    for (const { productId } of stored) touched.add(productId);
  }
  if (touched.size > 0) await touchOwnedChunk.run(tx, { ids: [...touched] }, context);
}
