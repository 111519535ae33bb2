import { beginRun } from "../../src/exports/schedules/schedule-runs.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { sendFile } from "./send-file.ts";

/** Makes the file of a schedule and sends it. Interrupted, it goes on with the job that it had begun. */
export const run: JobHandler<"export-schedules.run"> = async ({ scheduleId }, context) => {
  const { checkpoint, services, commit } = context;
  const begun = checkpoint ?? { jobId: services.newId() };
  if (!checkpoint && !(await commit(beginRun, { scheduleId, ...begun }, { checkpoint: begun }))) return;
  await sendFile({ scheduleId, jobId: begun.jobId, attempt: 0 }, context);
};
