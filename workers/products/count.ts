import type { ProductFilter } from "../../db/products/lists/filter.ts";
import { countList, type ProductCount } from "../../src/products/lists/find-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Counts a list of products that would hold up the HTTP thread. */
export const count = (services: ThreadServices, tenantId: string, filter: ProductFilter): Promise<ProductCount> =>
  countList(services.reader(tenantId), filter);
