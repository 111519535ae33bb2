import type { JobHandler } from "../../src/jobs/job.ts";
import { eraseNext } from "../../src/products/bulk/delete-all.ts";

/** Erases every product that existed at the time of the request, some at a time: other changes go in between. */
export const erase: JobHandler<"products.erase"> = async (erasure, { commit, signal }) => {
  for (;;) {
    signal.throwIfAborted();
    const { more } = await commit(eraseNext, erasure, "kept");
    if (!more) return;
  }
};
