import { mutation } from "../../db/ports.ts";
import { ensureState, indexChanges } from "../../search/libsql/product-trigram.ts";

/** About 10 ms of the writer's time. */
const PRODUCTS_MAX = 300;

/** Takes some of the tenant's changed products into the search index. Says whether there may be more. */
export const indexProducts = mutation("search.index", async (tx, _: undefined): Promise<{ more: boolean }> => {
  const indexed = await indexChanges(tx, await ensureState(tx), PRODUCTS_MAX);
  return { more: indexed === PRODUCTS_MAX };
});
