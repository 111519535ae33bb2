import { listOwned } from "../../db/products/owned.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { TOUCHED_MAX, touchOwnedChunk } from "../../src/products/changes/commit/touch-owned.ts";

/** Lets all products of a brand, of categories, of a supplier, a tag or a price list notice that it has changed. */
export const touch: JobHandler<"products.touch"> = async ({ owner, ownerIds }, { db, checkpoint, signal, commit }) => {
  for (const ownerId of ownerIds) {
    if (checkpoint && ownerId < checkpoint.ownerId) continue;
    let after = checkpoint?.ownerId === ownerId ? checkpoint.after : null;
    for (;;) {
      signal.throwIfAborted();
      const products = await listOwned(db, owner, ownerId, { after, limit: TOUCHED_MAX });
      const last = products.at(-1);
      if (!last) break;
      after = last.place;
      await commit(touchOwnedChunk, { ids: products.map(({ id }) => id) }, { checkpoint: { ownerId, after } });
    }
  }
};
