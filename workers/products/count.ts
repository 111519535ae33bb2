import type { ProductFilter } from "../../db/products/filter.ts";
import { type CountedList, countList } from "../../src/products/find-page.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Counts a list that would hold up the HTTP thread. */
export const count = (services: ThreadServices, tenantId: string, filter: ProductFilter): Promise<CountedList> =>
  countList(services.reader(tenantId), filter);
