import type { Reader } from "../../../db/ports.ts";
import {
  countMonitored,
  type ListedMonitored,
  listMonitored,
  type MonitoredFilter,
  type MonitoredSort,
  ORDERED_PRODUCTS,
} from "../../../db/price-monitor/monitored.ts";
import { isDense } from "../../../db/price-monitor/sorted-part.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the watched products. */
export interface MonitoredPageRequest {
  filter: MonitoredFilter;
  sort: MonitoredSort;
  isDescending: boolean;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface MonitoredPage {
  items: ListedMonitored[];
  total: number;
  next: string | null;
}

/** Reads a page of watched products. Throws INVALID_PARAMETER for a cursor of another list. */
export async function readMonitoredPage(
  db: Reader,
  { filter, sort, isDescending, page }: MonitoredPageRequest,
): Promise<MonitoredPage> {
  const total = await countMonitored(db, filter);
  const isOfProducts = ORDERED_PRODUCTS.includes(sort) && isDense(total, await countAllProducts(db));
  return keysetPage(page, {
    name: `monitored ${JSON.stringify([filter, sort, isDescending])}`,
    shape: ["textOrNumber", "text"],
    read: (range) => listMonitored(db, filter, { sort, isDescending, isOfProducts, ...range }),
    count: () => Promise.resolve(total),
    place: ({ sortedBy, productId }) => [sortedBy, productId],
  });
}
