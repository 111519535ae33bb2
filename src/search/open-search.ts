import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { ProductSearch } from "./product-search.ts";

/** Opens one thread's search. */
export const openSearch = (now: () => number): ProductSearch => new ProductSearch(openLibsqlSearch(now));
