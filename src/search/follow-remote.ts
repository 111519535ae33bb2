import { mutation } from "../../db/ports.ts";
import { ensureState, moveSent, restartRemote } from "../../search/follower-state.ts";

/** Notes that Meilisearch has taken all changes after one value of the tenant's clock up to another. */
export const moveRemote = mutation("search.move-remote", (tx, move: { fromUs: number; toUs: number }) =>
  moveSent(tx, "remote", move),
);

/** Notes that the tenant's index on Meilisearch was made with these settings, and is true up to a value of the clock. */
export const resetRemote = mutation("search.reset-remote", async (tx, reset: { toUs: number; settings: string }) => {
  await ensureState(tx);
  await restartRemote(tx, reset);
});
