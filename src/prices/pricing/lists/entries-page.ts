import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../../db/ports.ts";
import { countListEntries, listEntryPlaces } from "../../../../db/pricing/price-lists.ts";
import { keysetPage } from "../../../http/input/keyset-page.ts";
import { PriceListEntry } from "./list-entry.ts";
import type { EntriesQuery } from "./list-schema.ts";
import { PriceList } from "./price-list.ts";

const LIMIT = 50;

/** One page of a list's entries, by product and quantity. Throws NOT_FOUND for the list. */
export async function entriesPage(db: Reader, priceListId: string, query: Static<typeof EntriesQuery>) {
  const { id } = await PriceList.require(db, priceListId);
  const productId = query.product_id ?? null;
  const { limit = LIMIT, offset = 0, cursor } = query;
  const page = { perPage: limit, offset: cursor === undefined ? offset : 0, cursor };
  const { items, total, next } = await keysetPage(page, {
    name: `price-list-entries ${id} ${productId}`,
    shape: ["text", "count", "text"],
    read: (range) => listEntryPlaces(db, { priceListId: id, productId, ...range }),
    count: () => countListEntries(db, { priceListId: id, productId }),
    place: (entry) => [entry.productId, entry.minQuantity, entry.variantKey],
  });
  const rows = await PriceListEntry.table.findBy(
    db,
    "id",
    items.map((entry) => entry.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: items.flatMap((entry) => {
      const row = byId.get(entry.id);
      return row ? [PriceListEntry.bodyOf(row)] : [];
    }),
    total,
    offset: page.offset,
    limit,
    next_cursor: next,
  };
}
