import {
  type PositionPage,
  type PositionPageRequest,
  readPositionPage,
} from "../../src/prices/price-monitor/position-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of price positions: an order without an index looks at each product. */
export const positionPage = (
  services: ThreadServices,
  tenantId: string,
  request: PositionPageRequest,
): Promise<PositionPage> => readPositionPage(services.reader(tenantId), request);
