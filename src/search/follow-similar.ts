import { mutation } from "../../db/ports.ts";
import { beginSimilar, ensureState, forgetSimilar, moveState, serveSimilar } from "../../search/follower-state.ts";

/** Notes that an index of vectors is begun beside the one that is asked. */
export const beginSimilarIndex = mutation("search.begin-similar", async (tx, { next }: { next: string }) => {
  await ensureState(tx);
  await beginSimilar(tx, next);
});

/** Notes that the index of vectors has taken all changes after one value of the tenant's clock up to another. */
export const moveSimilarIndex = mutation("search.move-similar", (tx, move: { fromUs: number; toUs: number }) =>
  moveState(tx, "similar", move),
);

/** Has the index of vectors that was filled asked from now on. */
export const serveSimilarIndex = mutation("search.serve-similar", (tx, { next }: { next: string }) =>
  serveSimilar(tx, next),
);

/** Forgets the tenant's indexes of vectors. */
export const forgetSimilarIndexes = mutation("search.forget-similar", (tx, _: undefined) => forgetSimilar(tx));
