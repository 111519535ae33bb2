import { leaseNowMs } from "../../db/jobs/lease.ts";
import { mutation } from "../../db/ports.ts";
import {
  beginSimilar,
  clearSimilar,
  ensureState,
  moveSent,
  restartRemote,
  type SearchState,
  serveSimilar,
} from "../../search/follower-state.ts";
import { type FollowedIndex, type IndexLease, releaseLease, takeLease } from "../../search/index-leases.ts";

/** The tenant's state of what follows its changes, made when there is none. */
export const openState = mutation("search.open", (tx, _: undefined): Promise<SearchState> => ensureState(tx));

/** Notes that Meilisearch has taken all changes after one value of the tenant's clock up to another. */
export const moveRemote = mutation("search.move-remote", (tx, move: { fromUs: number; toUs: number }) =>
  moveSent(tx, "remote", move),
);

/** Notes that the tenant's index on Meilisearch was made with these settings, and is true up to a value of the clock. */
export const resetRemote = mutation("search.reset-remote", async (tx, reset: { toUs: number; settings: string }) => {
  await ensureState(tx);
  await restartRemote(tx, reset);
});

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

/** One of the tenant's indexes, and who follows the changes for it. */
interface Following {
  index: FollowedIndex;
  owner: string;
}

/** Takes or renews the lease of an index, and says whose it is. */
export const leaseIndex = mutation(
  "search.lease-index",
  (tx, following: Following, context): Promise<IndexLease> =>
    takeLease(tx, { ...following, nowMs: leaseNowMs(context) }),
);

/** Gives up the lease of an index. */
export const releaseIndex = mutation("search.release-index", (tx, following: Following) => releaseLease(tx, following));
