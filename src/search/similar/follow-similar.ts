import { mutation } from "../../../db/ports.ts";
import { beginSimilar, clearSimilar, ensureState, moveSent, serveSimilar } from "../../../search/follower-state.ts";

/** Notes that an index of vectors is begun beside the current one. */
export const beginSimilarIndex = mutation("search.begin-similar", async (tx, { next }: { next: string }) => {
  await ensureState(tx);
  await beginSimilar(tx, next);
});

/** Notes that the index of vectors has taken all changes after one value of the tenant's clock up to another. */
export const moveSimilarIndex = mutation("search.move-similar", (tx, move: { fromUs: number; toUs: number }) =>
  moveSent(tx, "similar", move),
);

/** Makes the filled index of vectors the current one. */
export const serveSimilarIndex = mutation("search.serve-similar", (tx, { next }: { next: string }) =>
  serveSimilar(tx, next),
);

/** Forgets the tenant's indexes of vectors. */
export const clearSimilarIndexes = mutation("search.forget-similar", (tx, _: undefined) => clearSimilar(tx));
