import type { JobHandler } from "../../src/jobs/job.ts";
import { finishRevert, revertRunPart } from "../../src/prices/repricing/runs/revert.ts";

/** Takes a run back part by part: each commits with how far it is, so an interrupted revert goes on where it was. */
export const revert: JobHandler<"repricing.revert"> = async ({ runId, force }, { commit, signal }) => {
  for (let hasMore = true; hasMore; ) {
    signal.throwIfAborted();
    ({ hasMore } = await commit(revertRunPart, { runId, force }, "kept"));
  }
  await commit(finishRevert, { runId }, "done");
};
