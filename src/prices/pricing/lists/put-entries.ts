import { mutation } from "../../../../db/ports.ts";
import { findEntryIds, putEntries } from "../../../../db/pricing/price-lists.ts";
import type { FieldProblem } from "../../../http/output/errors.ts";
import { touchOwnedChunk } from "../../../products/changes/commit/touch-owned.ts";
import { problemsOfAmounts, storedAmount } from "../currency-decimals.ts";
import { type EntryKey, problemsOfKeys } from "./list-entry.ts";
import { PriceList } from "./price-list.ts";

/** An entry that is to be in a list. */
export interface EntryToPut extends EntryKey {
  /** Its place in the request. */
  index: number;
  price: number;
  compareAtPrice: number | null;
}

const keyOf = ({ productId, variantId, minQuantity }: EntryKey) => `${productId} ${variantId ?? ""} ${minQuantity}`;

/** Makes or changes entries by product, variant and quantity; of two with the same the last counts. */
export const putPriceListEntries = mutation(
  "price-lists.put-entries",
  async (tx, { priceListId, entries }: { priceListId: string; entries: EntryToPut[] }, context) => {
    const { id, currency } = await PriceList.require(tx, priceListId);
    const found = await problemsOfKeys(tx, entries);
    const problems: { index: number; problem: FieldProblem }[] = [];
    const wanted = new Map<string, EntryToPut>();
    for (const [place, entry] of entries.entries()) {
      const amounts = { price: entry.price, compare_at_price: entry.compareAtPrice };
      const problem = found[place] ?? problemsOfAmounts(currency, amounts)[0];
      if (problem) problems.push({ index: entry.index, problem });
      else wanted.set(keyOf(entry), entry);
    }
    const put = [...wanted.values()];
    const known = await findEntryIds(tx, id, put);
    const created = known.filter((each) => each === null).length;
    await putEntries(
      tx,
      id,
      put.map(({ price, compareAtPrice, ...key }) => ({
        ...key,
        id: context.newId(),
        priceCents: storedAmount(currency, price),
        compareAtPriceCents: compareAtPrice === null ? null : storedAmount(currency, compareAtPrice),
      })),
      context.now(),
    );
    await touchOwnedChunk.run(tx, { ids: [...new Set(put.map(({ productId }) => productId))] }, context);
    return { created, updated: put.length - created, problems };
  },
);
