import type { JobHandler } from "../job.ts";
import { sendFile } from "./send-file.ts";

/** Tries a run of a schedule again. */
export const retry: JobHandler<"export-schedules.retry"> = sendFile;
