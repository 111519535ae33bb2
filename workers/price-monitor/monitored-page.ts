import {
  type MonitoredPage,
  type MonitoredPageRequest,
  readMonitoredPage,
} from "../../src/prices/price-monitor/monitored-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of watched products: a filter looks at each product. */
export const monitoredPage = (
  services: ThreadServices,
  tenantId: string,
  request: MonitoredPageRequest,
): Promise<MonitoredPage> => readMonitoredPage(services.reader(tenantId), request);
