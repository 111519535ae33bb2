import type { Reader } from "../../../db/ports.ts";
import {
  type CaseFilter,
  type CaseSort,
  countCases,
  type ListedCase,
  listCases,
} from "../../../db/price-monitor/map-cases.ts";
import type { KeysetPage } from "../../http/input/keyset-page.ts";
import { readSortedPage, type SortedPageRequest } from "../price-monitor/sorted-page.ts";

export type CasePageRequest = SortedPageRequest<CaseFilter, CaseSort>;

/** Reads a page of cases. Throws INVALID_PARAMETER for a cursor of another list. */
export const readCasePage = (db: Reader, request: CasePageRequest): Promise<KeysetPage<ListedCase>> =>
  readSortedPage(db, request, {
    name: "map-cases",
    keys: ["productId", "competitorId"],
    ofProducts: ["title"],
    list: listCases,
    count: countCases,
  });
