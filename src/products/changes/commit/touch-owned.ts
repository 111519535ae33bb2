import { enqueue } from "../../../../db/jobs/queue.ts";
import { TOUCH_QUEUE, touchKey } from "../../../../db/jobs/tenant-jobs.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { listOwned, type Owner } from "../../../../db/products/owned.ts";
import { stampProducts } from "../../../../db/products/product-state.ts";
import { touchCatalog } from "./touch-products.ts";

/** About 1 ms of the writer's time; 10 where rows are read. */
export const TOUCHED_MAX = 500;

/**
 * Gives live products a new `updated_at`, so that feeds, search and ETags notice what has changed beside them. Nothing
 * of the products themselves has: there is no event and no history, so their rows need not be read, which would take ten
 * times as long.
 */
export const touchOwnedChunk = mutation("products.touch", async (tx, { ids }: { ids: string[] }, { now }) => {
  await stampProducts(tx, ids, now());
});

/**
 * Lets the products of a brand, of categories, of a tag, with this main supplier or in this price list, notice that it
 * has changed. Up to 500 do so at once; beyond that a job takes all of them, in chunks that hold up no other writer.
 */
export async function touchOwned(
  tx: Tx,
  owner: Owner,
  ownerIds: readonly string[],
  context: MutationContext,
): Promise<void> {
  const ids: string[] = [];
  for (const ownerId of ownerIds) {
    const found = await listOwned(tx, owner, ownerId, { after: null, limit: TOUCHED_MAX + 1 - ids.length });
    ids.push(...found.map(({ id }) => id));
    if (ids.length > TOUCHED_MAX) break;
  }
  // What shows the name beside other products, or before the job has come to them, must not be answered from a cache.
  if (ids.length === 0 || ids.length > TOUCHED_MAX) await touchCatalog(tx, context);
  if (ids.length <= TOUCHED_MAX) return touchOwnedChunk.run(tx, { ids }, context);
  const uid = context.newId();
  // Each is one of its own; by their keys searches see that names are on their way.
  const options = { uid, queue: TOUCH_QUEUE, uniqueKey: touchKey(tx.tenantId, uid) } as const;
  await enqueue(tx, "products.touch", { owner, ownerIds: [...ownerIds].toSorted() }, context, options);
}
