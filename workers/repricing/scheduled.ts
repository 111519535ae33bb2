import type { JobHandler } from "../../src/jobs/job.ts";
import { beginScheduledRun } from "../../src/prices/repricing/runs/repricing-run.ts";

/** Begins a run that is scheduled. */
export const scheduled: JobHandler<"repricing.scheduled"> = async (_, { commit }) => {
  await commit(beginScheduledRun, undefined, "done");
};
