import type { ThreadServices } from "../../src/runtime/services.ts";
import type { SearchRequest } from "../../src/search/find-products.ts";
import { findPage, type SearchPageRows } from "../../src/search/find-search-page.ts";

/** Finds a page of products and counts facets. */
export const find = (services: ThreadServices, tenantId: string, request: SearchRequest): Promise<SearchPageRows> =>
  findPage(services.search, services.reader(tenantId), request);
