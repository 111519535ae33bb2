import type { Reader } from "../../../db/ports.ts";
import {
  countViolations,
  listViolations,
  type Violation,
  type ViolationFilter,
  type ViolationSort,
} from "../../../db/price-monitor/violations.ts";
import type { KeysetPage } from "../../http/input/keyset-page.ts";
import { readSortedPage, type SortedPageRequest } from "../price-monitor/sorted-page.ts";

export type ViolationPageRequest = SortedPageRequest<ViolationFilter, ViolationSort>;

/** Reads a page of violations. Throws INVALID_PARAMETER for a cursor of another list. */
export const readViolationPage = (db: Reader, request: ViolationPageRequest): Promise<KeysetPage<Violation>> =>
  readSortedPage(db, request, {
    name: "map-violations",
    keys: ["productId", "competitorId"],
    ofProducts: ["title"],
    // A cursor outlives the time since which is asked.
    cursorOf: ({ sinceMs: _, ...request }) => request,
    list: listViolations,
    count: countViolations,
  });
