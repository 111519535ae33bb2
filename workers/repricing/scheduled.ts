import { beginScheduledRun } from "../../src/repricing/run.ts";
import type { JobHandler } from "../job.ts";

/** Begins a run that is scheduled. */
export const scheduled: JobHandler<"repricing.scheduled"> = async (_, { commit }) => {
  await commit(beginScheduledRun, undefined, "done");
};
