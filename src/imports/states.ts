import { IMPORT, type Import } from "../../db/imports/imports.ts";
import { run } from "../kit/runs/run.ts";

/** From this many rows on an import waits in the queue until a worker takes it. */
export const QUEUED_FROM_ROWS = 5_000;

type Facts = Pick<Import, "status" | "totalRows">;
const stays = ({ status }: Facts) => status;
const started = ({ totalRows }: Facts) => (totalRows >= QUEUED_FROM_ROWS ? "queued" : "processing");

export const FINISHED = ["completed", "completed_with_errors", "failed", "cancelled"] as const;
/** Something is done with it, or is about to be. */
export const WORKING = [
  "pending",
  "queued",
  "connecting",
  "downloading",
  "analyzing",
  "processing",
  "persisting",
] as const;

/**
 * The life of an import: what may be done to it in which status, and where that leads. The last seven are those of jobs.
 *
 * pending → connecting → downloading → analyzing → awaiting_mapping | ready | pending (for a file that we fetch)
 * awaiting_mapping → ready → queued (5,000 rows and more) → processing → persisting → completed | completed_with_errors
 */
export const Imports = run({
  table: "import",
  noun: "import",
  fields: IMPORT,
  moves: {
    save_mapping: { from: ["pending", "awaiting_mapping", "ready"], to: "ready" },
    reanalyze: { from: ["pending", "awaiting_mapping", "failed"], to: "awaiting_mapping" },
    dry_run: { from: ["pending", "awaiting_mapping", "ready"], to: stays },
    start_processing: { from: ["ready"], to: started },
    pause: { from: ["queued", "processing", "persisting"], to: "paused" },
    resume: { from: ["paused"], to: started },
    cancel: { from: [...WORKING, "paused", "cancelled"], to: "cancelled" },
    retry: { from: ["completed_with_errors", "failed", "cancelled"], to: "pending" },
    archive: { from: FINISHED, to: stays },
    revert: { from: FINISHED, to: stays },
    delete: { from: ["awaiting_mapping", "ready", ...FINISHED], to: stays },
    connect: { from: ["pending", "connecting", "downloading", "analyzing"], to: "connecting" },
    download: { from: ["connecting", "downloading"], to: "downloading" },
    analyze: { from: ["pending", "connecting", "downloading", "analyzing"], to: "analyzing" },
    begin: { from: ["pending", "queued", "processing", "persisting"], to: "processing" },
    persist: { from: ["processing", "persisting"], to: "persisting" },
    complete: {
      from: ["processing", "persisting"],
      to: ({ failedRows }) => (failedRows > 0 ? "completed_with_errors" : "completed"),
    },
    fail: { from: WORKING, to: "failed" },
  },
  working: "processing",
  ended: FINISHED,
});
export type ImportMove = keyof typeof Imports.moves;
