import { beginScheduled } from "../../src/imports/configs/begin-config.ts";
import type { JobHandler } from "../../src/jobs/job.ts";

/** Begins the import of a configuration whose time has come, or goes on with the next file of its run. */
export const runConfig: JobHandler<"imports.run-config"> = async (
  { configId, isContinued = false },
  { commit, services },
) => {
  const { tenantTasks: tasksMax, apiUrl = null } = services.config;
  await commit(beginScheduled, { id: configId, tasksMax, apiUrl, isContinued }, "done");
};
