import type { Reader } from "../../../db/ports.ts";
import { type CaseFilter, countCases, listCases, type MapCase } from "../../../db/price-monitor/map-cases.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the cases. */
export interface CasePageRequest {
  filter: CaseFilter;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface CasePage {
  items: MapCase[];
  total: number;
  next: string | null;
}

/** Reads a page of cases. Throws INVALID_PARAMETER for a cursor of another list. */
export const readCasePage = (db: Reader, { filter, page }: CasePageRequest): Promise<CasePage> =>
  keysetPage(page, {
    name: `map-cases ${JSON.stringify(filter)}`,
    shape: ["count", "text", "text"],
    read: (range) => listCases(db, filter, range),
    count: () => countCases(db, filter),
    place: ({ lastSeenAtMs, productId, competitorId }) => [lastSeenAtMs, productId, competitorId],
  });
