import { type CasePage, type CasePageRequest, readCasePage } from "../../src/prices/map-prices/case-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of cases: counting and searching look at each of them. */
export const casePage = (services: ThreadServices, tenantId: string, request: CasePageRequest): Promise<CasePage> =>
  readCasePage(services.reader(tenantId), request);
