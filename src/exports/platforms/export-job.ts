import { Type } from "@sinclair/typebox";
import { fixed, initially, wordColumn } from "../../../db/keyed-table.ts";
import { jsonColumn, NUMBER, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { hidden, id, line, madeAt, shown, status, time } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { type RowOfRun, run } from "../../kit/runs/run.ts";
import { PLATFORM_TYPES } from "./platform-types.ts";

export const JOB_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;
const JOB_TYPES = ["single", "bulk", "scheduled"] as const;
const OPEN = ["pending", "running"] as const;

const count = (name: string) => shown(initially(NUMBER, 0), { [name]: [Type.Integer({ minimum: 0 })] });

/** Products that are sent to a platform. */
export const ExportJobs = run({
  table: "export_job",
  noun: "export_job",
  fields: {
    id,
    platformId: line("platform_id", Uuid),
    platformName: line("platform_name"),
    platformType: line("platform_type", oneOf(PLATFORM_TYPES)),
    jobType: shown(fixed(wordColumn(JOB_TYPES)), { job_type: [oneOf(JOB_TYPES)] }),
    status: status(JOB_STATUSES),
    totalItems: count("total_items"),
    successItems: count("success_items"),
    failedItems: count("failed_items"),
    /** Those that are not for others, and those that a cancelled job has not sent. */
    skippedItems: count("skipped_items"),
    /** Why it failed as a whole, as it is stored; `jobBodies` says both in the reader's language. */
    error: shown(initially(TEXT_OR_NULL, null), {
      error_message: [orNull(Type.String(), "Why the job failed as a whole.")],
      error_details: [
        Type.Record(Type.String(), Type.String(), {
          description:
            "Messages by product id of what failed or was skipped: the first 20 of each job in a list, the first 1,000 of one.",
        }),
      ],
    }),
    metadata: shown(fixed(jsonColumn<object>()), { job_metadata: [Type.Record(Type.String(), Type.Unknown())] }),
    startedAtMs: time("started_at"),
    completedAtMs: time("completed_at"),
    createdAtMs: madeAt(),
    /** The address of this service as the caller knows it. */
    origin: fixed(TEXT),
    /** Where the one file of a schedule lies on the server; `null` until it is there, and for other jobs. */
    filePath: hidden<string | null>(TEXT_OR_NULL, null),
  },
  expands: { platform: "export_platform" },
  moves: {
    begin: { from: OPEN, to: "running" },
    /** By what became of its items. */
    end: {
      from: OPEN,
      to: ({ successItems, failedItems, skippedItems }) =>
        successItems > 0 || failedItems + skippedItems === 0 ? "completed" : "failed",
    },
    complete: { from: OPEN, to: "completed" },
    fail: { from: OPEN, to: "failed" },
    cancel: { from: OPEN, to: "cancelled" },
    retry: { from: ["failed", "completed"], to: "pending" },
  },
  working: "running",
  ended: ["completed", "failed", "cancelled"],
});
export type ExportJob = RowOfRun<typeof ExportJobs>;
export type ExportJobStatus = ExportJob["status"];

export const lifecycle = lifecycleOf("export-platforms", ExportJobs);

/** Those that have not ended. */
export const isOpen = (job: ExportJob) => ExportJobs.next(job, "cancel") !== undefined;
/** Changes what only an open job can. */
export const OPEN_JOBS = { status: [...OPEN] };
