import { mutation } from "../../../db/ports.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { applyItems, type Outcome } from "../../products/changes/set/apply.ts";
import type { Fault, Item } from "../../products/changes/set/items.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { byEanOrReference } from "../../products/changes/set/match.ts";

/**
 * Creates and updates the products that an ERP sends, one after the other. `items` is `(Item | Fault)[]` as JSON, which
 * crosses threads several times faster than the objects. Returns what became of each item.
 */
export const syncProducts = mutation(
  "appsync.sync-products",
  async (tx, { items }: { items: string }, context): Promise<Outcome[]> => {
    // Written by the routes from such a list.
    const read = JSON.parse(items) as (Item | Fault)[];
    const valid = read.filter((item) => "values" in item);
    const set = await loadChangeSet(tx, valid, context);
    const outcomes = applyItems(set, read, byEanOrReference, { newId: context.newId, nowMs: context.now() });
    await commitSet(tx, set, context, { source: "appsync" });
    return outcomes;
  },
);
