import type { Reader } from "../../../db/ports.ts";
import {
  countMonitored,
  listMonitored,
  type MonitoredFilter,
  type MonitoredProduct,
} from "../../../db/price-monitor/monitored.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the watched products. */
export interface MonitoredPageRequest {
  filter: MonitoredFilter;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface MonitoredPage {
  items: MonitoredProduct[];
  total: number;
  next: string | null;
}

/** Reads a page of watched products. Throws INVALID_PARAMETER for a cursor of another list. */
export const readMonitoredPage = (db: Reader, { filter, page }: MonitoredPageRequest): Promise<MonitoredPage> =>
  keysetPage(page, {
    name: `monitored ${JSON.stringify(filter)}`,
    shape: ["text"],
    read: ({ after, ...range }) => listMonitored(db, filter, { ...range, after: after?.[0] }),
    count: () => countMonitored(db, filter),
    place: ({ productId }) => [productId],
  });
