import { mutation } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { foreseeCommit } from "../../products/changes/commit/commit.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { applyItems, type Outcome } from "../../products/changes/set/apply.ts";
import type { Fault, Item } from "../../products/changes/set/items.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { byEan } from "../../products/changes/set/match.ts";

/**
 * Creates and updates products by their EANs, one item after the other; a soft-deleted one comes back. `items` is `(Item |
 * Fault)[]` as JSON, which crosses threads several times faster than the objects. Returns what became of each item: the
 * fault of one leaves the others. That of a single item is thrown, so that nothing of it is stored.
 */
export const upsertProducts = mutation(
  "ext.upsert-products",
  async (tx, { items, isSingle = false }: { items: string; isSingle?: boolean }, context): Promise<Outcome[]> => {
    // Written by the routes from such a list.
    const read = JSON.parse(items) as (Item | Fault)[];
    const valid = read.filter((item) => "values" in item);
    foreseeCommit(tx);
    const set = await loadChangeSet(tx, valid, context);
    const outcomes = applyItems(set, read, byEan, { newId: context.newId, nowMs: context.now() });
    const [first] = outcomes;
    if (isSingle && first && "fault" in first) throw new ApiError(first.fault.code, first.fault.options);
    await commitSet(tx, set, context, { source: "ext" });
    return outcomes;
  },
);
