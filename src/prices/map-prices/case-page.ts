import type { Reader } from "../../../db/ports.ts";
import {
  type CaseFilter,
  type CaseSort,
  countCases,
  type ListedCase,
  listCases,
} from "../../../db/price-monitor/map-cases.ts";
import { isDense } from "../../../db/price-monitor/sorted-part.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the cases. */
export interface CasePageRequest {
  filter: CaseFilter;
  sort: CaseSort;
  isDescending: boolean;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface CasePage {
  items: ListedCase[];
  total: number;
  next: string | null;
}

/** Reads a page of cases. Throws INVALID_PARAMETER for a cursor of another list. */
export async function readCasePage(
  db: Reader,
  { filter, sort, isDescending, page }: CasePageRequest,
): Promise<CasePage> {
  const total = await countCases(db, filter);
  const isOfProducts = sort === "title" && isDense(total, await countAllProducts(db));
  return keysetPage(page, {
    name: `map-cases ${JSON.stringify([filter, sort, isDescending])}`,
    shape: ["textOrNumber", "text", "text"],
    read: (range) => listCases(db, filter, { sort, isDescending, isOfProducts, ...range }),
    count: () => Promise.resolve(total),
    place: ({ sortedBy, productId, competitorId }) => [sortedBy, productId, competitorId],
  });
}
