import type { JobHandler } from "../../src/jobs/job.ts";
import { sendFile } from "./send-file.ts";

/** Tries a run of a schedule again. */
export const retry: JobHandler<"export-schedules.retry"> = sendFile;
