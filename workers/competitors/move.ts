import { listMovingProducts } from "../../db/competitors/merging.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { endMove, movePart } from "../../src/prices/competitors/merge-competitors.ts";

/** The number of products of a commit. */
const AT_ONCE = 200;

/** Moves what was seen of a competitor to another, product by product: an interrupted job goes on behind the last commit. */
export const move: JobHandler<"competitors.move"> = async (payload, { db, checkpoint, signal, commit, ...turns }) => {
  let after = checkpoint?.after ?? "";
  for (;;) {
    signal.throwIfAborted();
    const productIds = await listMovingProducts(db, payload, { after, limit: AT_ONCE });
    const last = productIds.at(-1);
    if (last === undefined) break;
    after = last;
    await commit(movePart, { ...payload, productIds }, { checkpoint: { after } });
    turns.throwIfTurnIsOver();
  }
  await commit(endMove, payload, "done");
};
