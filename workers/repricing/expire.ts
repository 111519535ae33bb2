import type { JobHandler } from "../../src/jobs/job.ts";
import { expireRun } from "../../src/prices/repricing/approval/expire-run.ts";

/** Ends a run that was not approved in time. */
export const expire: JobHandler<"repricing.expire"> = async ({ runId }, { commit }) => {
  await commit(expireRun, { runId }, "done");
};
