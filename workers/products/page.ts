import { findPage, type ProductPageRequest, type ProductPageRows } from "../../src/products/lists/find-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of products that would hold up the HTTP thread. */
export const page = (
  services: ThreadServices,
  tenantId: string,
  request: ProductPageRequest,
): Promise<ProductPageRows> => findPage(services.reader(tenantId), request);
