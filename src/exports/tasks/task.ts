import { COUNT, fixed, initially, wordColumn } from "../../../db/keyed-table.ts";
import { called } from "../../../db/selection.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL } from "../../../db/table.ts";
import { hidden, id } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { type RowOfRun, run } from "../../kit/runs/run.ts";
import type { ExportOptions } from "./export-options.ts";

const OPEN = ["PENDING", "PROGRESS"] as const;

/** A file that is written for a caller to fetch. `export-progress.ts` says how far it is. */
export const ExportTasks = run({
  table: "export_task",
  noun: "export",
  fields: {
    id,
    status: called("state", initially(wordColumn([...OPEN, "SUCCESS", "FAILURE"]), "PENDING")),
    options: fixed(jsonColumn<ExportOptions>()),
    currentRows: COUNT,
    totalRows: COUNT,
    /** `null` unless it succeeded. */
    fileSizeBytes: hidden<number | null>(NUMBER_OR_NULL, null),
    /** Texts that were longer than a cell of a workbook, and were cut. */
    cutCells: COUNT,
    /** Why it failed; `null` unless it did. */
    error: hidden<string | null>(TEXT_OR_NULL, null),
    createdAtMs: fixed(NUMBER),
    /** The time from which its file is deleted; `null` until it ends. */
    expiresAtMs: hidden<number | null>(NUMBER_OR_NULL, null),
    fileDeletedAtMs: hidden<number | null>(NUMBER_OR_NULL, null),
  },
  moves: {
    succeed: { from: OPEN, to: "SUCCESS" },
    fail: { from: OPEN, to: "FAILURE" },
  },
  working: "PROGRESS",
  ended: ["SUCCESS", "FAILURE"],
});
export type ExportTask = RowOfRun<typeof ExportTasks>;
export const tasks = lifecycleOf("exports.task", ExportTasks);
/** Those that have not ended. */
export const OPEN_TASKS = { status: [...OPEN] };
