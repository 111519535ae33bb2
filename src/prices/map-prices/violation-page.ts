import type { Reader } from "../../../db/ports.ts";
import {
  countViolations,
  listViolations,
  type Violation,
  type ViolationFilter,
} from "../../../db/price-monitor/violations.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the violations. */
export interface ViolationPageRequest {
  filter: ViolationFilter;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface ViolationPage {
  items: Violation[];
  total: number;
  next: string | null;
}

/** Reads a page of violations. Throws INVALID_PARAMETER for a cursor of another list. */
export function readViolationPage(db: Reader, { filter, page }: ViolationPageRequest): Promise<ViolationPage> {
  const { sinceMs: _, ...request } = filter;
  return keysetPage(page, {
    name: `map-violations ${JSON.stringify(request)}`,
    shape: ["count", "text", "text"],
    read: (range) => listViolations(db, filter, range),
    count: () => countViolations(db, filter),
    place: ({ gapCents, productId, competitorId }) => [gapCents, productId, competitorId],
  });
}
