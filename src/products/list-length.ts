import type { Reader } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { countProductsUpTo } from "../../db/products/list.ts";
import type { Services } from "../services.ts";
import { type CountedList, countList } from "./find-page.ts";
import type { ProductTotals } from "./totals.ts";

/** Where a list is read. */
export interface ProductListPlace {
  services: Pick<Services, "ask">;
  totals: ProductTotals;
  db: Reader;
}

/** From here on the HTTP thread does not read a filtered list itself: it may have to look at each product. */
export const LARGE_CATALOG = 20_000;
/** Counting so many in their index takes less than 5 ms, and a busy worker thread longer to begin with it. */
const COUNTED_HERE = 200_000;

/** The filters that a list has. */
export const restrictionsOf = (filter: ProductFilter) =>
  // The keys of a literal object are its own.
  (Object.keys(filter) as (keyof ProductFilter)[]).filter((key) => key !== "includeDeleted");

/** The length of a list, from memory while nothing changes. */
export async function lengthOf(place: ProductListPlace, filter: ProductFilter, list: string, clock: number) {
  const { totals } = place;
  const known = totals.find(list, clock);
  if (known !== undefined) return known;
  const counted = await countHereOrThere(place, filter, list, clock);
  totals.keep(list, { ...counted, clock });
  return counted.total;
}

/** Counts a list of few products, or of all. A worker thread counts what would hold up this one. */
async function countHereOrThere(
  place: ProductListPlace,
  filter: ProductFilter,
  list: string,
  clock: number,
): Promise<CountedList> {
  const { services, totals, db } = place;
  const isOfFew = restrictionsOf(filter).length > 0;
  if (isOfFew || (filter.includeDeleted && (await catalogSize(place, clock)) <= LARGE_CATALOG)) {
    return countList(db, filter);
  }
  if (!filter.includeDeleted && (totals.last(list) ?? 0) <= COUNTED_HERE) {
    const startedMs = performance.now();
    const total = await countProductsUpTo(db, COUNTED_HERE + 1);
    if (total <= COUNTED_HERE) return { total, countMs: performance.now() - startedMs };
  }
  return totals.counting.join(`${clock} ${list}`, () => services.ask("products.count", db.tenantId, filter));
}

/**
 * How many live products the tenant has, or one more than `LARGE_CATALOG` where there are more: to count a million takes a
 * tenth of a second, and an import changes their number all the time.
 */
export async function catalogSize({ totals, db }: ProductListPlace, clock: number): Promise<number> {
  const list = `${db.tenantId} size`;
  const known = totals.find(list, clock);
  if (known !== undefined) return known;
  const total = await countProductsUpTo(db, LARGE_CATALOG + 1);
  totals.keep(list, { total, clock, countMs: 0 });
  return total;
}
