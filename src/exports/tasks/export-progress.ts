import type { Static } from "@sinclair/typebox";
import { type Language, type MessageKey, translate } from "../../http/output/messages.ts";
import type { ExportProgress } from "../schema.ts";
import { contentTypeOf, fileNameOf } from "./export-options.ts";
import { DISK_FULL, QUOTA_USED_UP } from "./lifecycle.ts";
import type { ExportTask } from "./task.ts";

type Progress = Static<typeof ExportProgress>;

const BASE = "/api/v1/exports";

/** What starting an export answers. */
export const startedBody = (taskId: string, language: Language) => ({
  task_id: taskId,
  id: taskId,
  status: "pending" as const,
  message: translate(language, "exports.queued"),
  check_progress_url: `${BASE}/progress/${taskId}`,
});

/** Whether the file of a task is no longer served. */
export const isExpired = ({ expiresAtMs }: ExportTask, nowMs: number) => expiresAtMs !== null && expiresAtMs <= nowMs;

/** The name of the file of a task, and what it is served as. */
export function fileOf({ options, createdAtMs }: ExportTask): { name: string; contentType: string } {
  return { name: fileNameOf(options, createdAtMs), contentType: contentTypeOf(options) };
}

const FAILURES: Record<string, MessageKey> = {
  "its thread died": "JOB_INTERRUPTED",
  [DISK_FULL]: "exports.disk_full",
  [QUOTA_USED_UP]: "exports.quota_used_up",
};

/** The log has the error itself, which may name what is not the caller's business. */
const failureKey = (error: string | null): MessageKey => FAILURES[error ?? ""] ?? "SYSTEM_INTERNAL_ERROR";

const MESSAGES: Record<ExportTask["status"], (task: ExportTask) => MessageKey> = {
  PENDING: () => "exports.queued",
  PROGRESS: () => "exports.running",
  SUCCESS: ({ cutCells }) => (cutCells > 0 ? "exports.done_cut" : "exports.done"),
  FAILURE: ({ error }) => failureKey(error),
};

function percentOf({ status, currentRows, totalRows }: ExportTask): number {
  if (status === "SUCCESS") return 100;
  return totalRows === 0 ? 0 : Math.min(99, Math.floor((currentRows * 100) / totalRows));
}

function resultOf(task: ExportTask, nowMs: number): Progress["result"] {
  if (task.status !== "SUCCESS" || task.expiresAtMs === null || task.fileSizeBytes === null) return null;
  const { name, contentType } = fileOf(task);
  return {
    file_name: name,
    file_size: task.fileSizeBytes,
    content_type: contentType,
    rows: task.totalRows,
    cut_cells: task.cutCells,
    download_url: `${BASE}/download/${task.id}`,
    expires_at: new Date(task.expiresAtMs).toISOString(),
    expired: isExpired(task, nowMs),
  };
}

/** How far a task is, as it is answered. */
export const progressBody = (task: ExportTask, language: Language, nowMs: number): Progress => ({
  state: task.status,
  current: task.currentRows,
  total: task.totalRows,
  percent: percentOf(task),
  message: translate(language, MESSAGES[task.status](task), {
    current: task.currentRows,
    total: task.totalRows,
    cut: task.cutCells,
  }),
  result: resultOf(task, nowMs),
});
