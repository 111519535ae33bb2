import type { Reader } from "../../../../db/ports.ts";
import {
  countMonitored,
  type ListedMonitored,
  listMonitored,
  type MonitoredFilter,
  type MonitoredSort,
  ORDERED_PRODUCTS,
} from "../../../../db/price-monitor/monitored.ts";
import type { KeysetPage } from "../../../http/input/keyset-page.ts";
import { readSortedPage, type SortedPageRequest } from "../sorted-page.ts";

export type MonitoredPageRequest = SortedPageRequest<MonitoredFilter, MonitoredSort>;

/** Reads a page of watched products. Throws INVALID_PARAMETER for a cursor of another list. */
export const readMonitoredPage = (db: Reader, request: MonitoredPageRequest): Promise<KeysetPage<ListedMonitored>> =>
  readSortedPage(db, request, {
    name: "monitored",
    keys: ["productId"],
    ofProducts: ORDERED_PRODUCTS,
    list: listMonitored,
    count: countMonitored,
  });
