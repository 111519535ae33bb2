import { countExportedProducts } from "../../db/exports/exported-products.ts";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Counts the products that a filter lets through. */
export const count = (services: ThreadServices, tenantId: string, filter: ProductFilter): Promise<number> =>
  countExportedProducts(services.reader(tenantId), { filter, language: null });
