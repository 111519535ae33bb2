import {
  readViolationPage,
  type ViolationPage,
  type ViolationPageRequest,
} from "../../src/prices/map-prices/violation-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of violations: a filter looks at each product. */
export const violationPage = (
  services: ThreadServices,
  tenantId: string,
  request: ViolationPageRequest,
): Promise<ViolationPage> => readViolationPage(services.reader(tenantId), request);
