import type { Reader } from "../../../db/ports.ts";
import { countCases, listCases } from "../../../db/price-monitor/map-cases.ts";
import { countMonitored, listMonitored, ORDERED_PRODUCTS } from "../../../db/price-monitor/monitored.ts";
import { isDense, type SortedPart } from "../../../db/price-monitor/sorted-part.ts";
import { countPendingValidations, listPendingValidations } from "../../../db/price-monitor/validations.ts";
import { countViolations, listViolations } from "../../../db/price-monitor/violations.ts";
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
  ofProducts?: readonly NoInfer<Sort>[];
  /** What of the filter a cursor holds for; absent: all. */
  cursorOf?: (filter: Filter) => unknown;
  list: (db: Reader, filter: Filter, part: SortedPart<Sort> & { isOfProducts: boolean }) => Promise<Item[]>;
  count: (db: Reader, filter: Filter) => Promise<number>;
}

/** Reads a page of such a list. Throws INVALID_PARAMETER for a cursor of another list. */
const sortedPages =
  <Filter, Sort extends string, Key extends string, Item extends { sortedBy: string | number } & Record<Key, string>>({
    name,
    keys,
    ofProducts = [],
    cursorOf = (all) => all,
    list,
    count,
  }: SortedList<Filter, Sort, Key, Item>) =>
  async (
    db: Reader,
    { filter, sort, isDescending, page }: SortedPageRequest<Filter, Sort>,
  ): Promise<KeysetPage<Item>> => {
    const total = await count(db, filter);
    const isOfProducts = ofProducts.includes(sort) && isDense(total, await countAllProducts(db));
    return keysetPage(page, {
      name: `${name} ${JSON.stringify([cursorOf(filter), sort, isDescending])}`,
      shape: ["textOrNumber", ...keys.map(() => "text" as const)] as const,
      read: (range) => list(db, filter, { sort, isDescending, isOfProducts, ...range }),
      count: () => Promise.resolve(total),
      place: (item) => [item.sortedBy, ...keys.map((key) => item[key])],
    });
  };

export const readCasePage = sortedPages({
  name: "map-cases",
  keys: ["productId", "competitorId"],
  ofProducts: ["title"],
  list: listCases,
  count: countCases,
});

export const readMonitoredPage = sortedPages({
  name: "monitored",
  keys: ["productId"],
  ofProducts: ORDERED_PRODUCTS,
  list: listMonitored,
  count: countMonitored,
});

/** Doubtful observations. */
export const readValidationPage = sortedPages({
  name: "price-validation",
  keys: ["id"],
  list: listPendingValidations,
  count: countPendingValidations,
});

export const readViolationPage = sortedPages({
  name: "map-violations",
  keys: ["productId", "competitorId"],
  ofProducts: ["title"],
  // A cursor outlives the time since which is asked.
  cursorOf: ({ sinceMs: _, ...request }) => request,
  list: listViolations,
  count: countViolations,
});
