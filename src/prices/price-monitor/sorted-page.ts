import type { Reader } from "../../../db/ports.ts";
import { isDense, type SortedPart } from "../../../db/price-monitor/sorted-part.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import { type KeysetPage, keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of a list, of what and in which order. */
export interface SortedPageRequest<Filter, Sort extends string> {
  filter: Filter;
  sort: Sort;
  isDescending: boolean;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}

/** A list in one of several orders; a place in it is what it is sorted by, then `keys`. */
interface SortedList<Filter, Sort extends string, Key extends string, Item> {
  name: string;
  keys: readonly Key[];
  /** The orders in which products are gone through where many of them are in the list. */
  ofProducts?: readonly Sort[];
  /** What of the filter a cursor holds for; absent: all. */
  cursorOf?: (filter: Filter) => unknown;
  list: (db: Reader, filter: Filter, part: SortedPart<Sort> & { isOfProducts: boolean }) => Promise<Item[]>;
  count: (db: Reader, filter: Filter) => Promise<number>;
}

/** Reads a page of such a list. Throws INVALID_PARAMETER for a cursor of another list. */
export async function readSortedPage<
  Filter,
  Sort extends string,
  Key extends string,
  Item extends { sortedBy: string | number } & Record<Key, string>,
>(
  db: Reader,
  { filter, sort, isDescending, page }: SortedPageRequest<Filter, Sort>,
  { name, keys, ofProducts = [], cursorOf = (all) => all, list, count }: SortedList<Filter, Sort, Key, Item>,
): Promise<KeysetPage<Item>> {
  const total = await count(db, filter);
  const isOfProducts = ofProducts.includes(sort) && isDense(total, await countAllProducts(db));
  return keysetPage(page, {
    name: `${name} ${JSON.stringify([cursorOf(filter), sort, isDescending])}`,
    shape: ["textOrNumber", ...keys.map(() => "text" as const)] as const,
    read: (range) => list(db, filter, { sort, isDescending, isOfProducts, ...range }),
    count: () => Promise.resolve(total),
    place: (item) => [item.sortedBy, ...keys.map((key) => item[key])],
  });
}
