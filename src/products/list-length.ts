import type { Reader } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import type { Services } from "../services.ts";
import { countList } from "./find-page.ts";
import type { ProductTotals } from "./totals.ts";

/** Where a list is read. */
export interface ProductListPlace {
  services: Pick<Services, "ask">;
  totals: ProductTotals;
  db: Reader;
}

/** From here on the HTTP thread does not read a filtered list itself: it may have to look at each product. */
export const LARGE_CATALOG = 20_000;

/** The filters that a list has. */
export const restrictionsOf = (filter: ProductFilter) =>
  // The keys of a literal object are its own.
  (Object.keys(filter) as (keyof ProductFilter)[]).filter((key) => key !== "includeDeleted");

/** The length of a list, from memory while nothing changes. */
export async function lengthOf({ totals, db }: ProductListPlace, filter: ProductFilter, list: string, clock: number) {
  const known = totals.find(list, clock);
  if (known !== undefined) return known;
  const counted = await countList(db, filter);
  totals.keep(list, { ...counted, clock });
  return counted.total;
}
