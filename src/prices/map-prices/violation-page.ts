import type { Reader } from "../../../db/ports.ts";
import { isDense } from "../../../db/price-monitor/sorted-part.ts";
import {
  countViolations,
  listViolations,
  type Violation,
  type ViolationFilter,
  type ViolationSort,
} from "../../../db/price-monitor/violations.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the violations. */
export interface ViolationPageRequest {
  filter: ViolationFilter;
  sort: ViolationSort;
  isDescending: boolean;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface ViolationPage {
  items: Violation[];
  total: number;
  next: string | null;
}

/** Reads a page of violations. Throws INVALID_PARAMETER for a cursor of another list. */
export async function readViolationPage(
  db: Reader,
  { filter, sort, isDescending, page }: ViolationPageRequest,
): Promise<ViolationPage> {
  const { sinceMs: _, ...request } = filter;
  const total = await countViolations(db, filter);
  const isOfProducts = sort === "title" && isDense(total, await countAllProducts(db));
  return keysetPage(page, {
    name: `map-violations ${JSON.stringify([request, sort, isDescending])}`,
    shape: ["textOrNumber", "text", "text"],
    read: (range) => listViolations(db, filter, { sort, isDescending, isOfProducts, ...range }),
    count: () => Promise.resolve(total),
    place: ({ sortedBy, productId, competitorId }) => [sortedBy, productId, competitorId],
  });
}
