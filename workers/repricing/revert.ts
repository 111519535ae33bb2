import type { JobHandler } from "../../src/jobs/job.ts";
import { finishRevert, revertRunPart } from "../../src/prices/repricing/runs/revert.ts";

/** Takes a run back part by part: each commits with how far it is, so an interrupted revert goes on where it was. */
export const revert: JobHandler<"repricing.revert"> = async ({ revertId: id }, context) => {
  const { commit, signal } = context;
  for (let hasMore = true; hasMore; ) {
    signal.throwIfAborted();
    ({ hasMore } = await commit(revertRunPart, { id }, "kept"));
    await context.throwIfInTheWay();
  }
  await commit(finishRevert, { id }, "done");
};
