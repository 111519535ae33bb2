import { findProducts, type SearchRequest, type SearchResult } from "../../src/search/find-products.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Finds a page of products and counts facets. */
export const find = (services: ThreadServices, tenantId: string, request: SearchRequest): Promise<SearchResult> =>
  findProducts(services.search, services.reader(tenantId), request);
