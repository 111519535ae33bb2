import { beginScheduledPull } from "../../src/connectors/engine/scheduled-pulls.ts";
import type { JobHandler } from "../../src/jobs/job.ts";

/** Begins the synchronisation that a schedule wants: a job of its own does it. */
export const scheduledPull: JobHandler<"connectors.scheduled-pull"> = async (payload, { commit }) => {
  await commit(beginScheduledPull, payload, "done");
};
