import { ApiError } from "../http/output/errors.ts";

/** Every status of an import. `connecting`, `downloading` and `analyzing` are of sources that we fetch ourselves. */
export const IMPORT_STATUSES = [
  "pending",
  "queued",
  "connecting",
  "downloading",
  "analyzing",
  "awaiting_mapping",
  "ready",
  "processing",
  "persisting",
  "paused",
  "completed",
  "completed_with_errors",
  "failed",
  "cancelled",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What a move may depend on besides the status. */
export interface ImportFacts {
  status: ImportStatus;
  totalRows: number;
  failedRows: number;
}

/** From this many rows on an import waits in the queue until a worker takes it. */
export const QUEUED_FROM_ROWS = 5_000;

interface Move {
  from: readonly ImportStatus[];
  to: (facts: ImportFacts) => ImportStatus;
}

const always = (to: ImportStatus) => () => to;
const stays = ({ status }: ImportFacts) => status;
const started = ({ totalRows }: ImportFacts) => (totalRows >= QUEUED_FROM_ROWS ? "queued" : "processing");
const ended = ({ failedRows }: ImportFacts) => (failedRows > 0 ? "completed_with_errors" : "completed");

export const FINISHED = ["completed", "completed_with_errors", "failed", "cancelled"] as const;
const WORKING = ["pending", "queued", "connecting", "downloading", "analyzing", "processing", "persisting"] as const;

/**
 * The life of an import: what may be done to it in which status, and where that leads. The last seven are those of jobs.
 *
 * pending → connecting → downloading → analyzing → awaiting_mapping | ready | pending (for a file that we fetch)
 * awaiting_mapping → ready → queued (5,000 rows and more) → processing → persisting → completed | completed_with_errors
 */
export const IMPORT_MOVES = {
  save_mapping: { from: ["pending", "awaiting_mapping", "ready"], to: always("ready") },
  reanalyze: { from: ["pending", "awaiting_mapping", "failed"], to: always("awaiting_mapping") },
  dry_run: { from: ["pending", "awaiting_mapping", "ready"], to: stays },
  start_processing: { from: ["ready"], to: started },
  pause: { from: ["queued", "processing", "persisting"], to: always("paused") },
  resume: { from: ["paused"], to: started },
  cancel: { from: [...WORKING, "paused", "cancelled"], to: always("cancelled") },
  retry: { from: ["completed_with_errors", "failed", "cancelled"], to: always("pending") },
  archive: { from: FINISHED, to: stays },
  revert: { from: FINISHED, to: stays },
  delete: { from: ["awaiting_mapping", "ready", ...FINISHED], to: stays },
  connect: { from: ["pending", "connecting", "downloading", "analyzing"], to: always("connecting") },
  download: { from: ["connecting", "downloading"], to: always("downloading") },
  analyze: { from: ["pending", "connecting", "downloading", "analyzing"], to: always("analyzing") },
  begin: { from: ["pending", "queued", "processing", "persisting"], to: always("processing") },
  persist: { from: ["processing", "persisting"], to: always("persisting") },
  complete: { from: ["processing", "persisting"], to: ended },
  fail: { from: WORKING, to: always("failed") },
} as const satisfies Record<string, Move>;
export type ImportMove = keyof typeof IMPORT_MOVES;

/** Where the move leads; `undefined` when the status does not allow it. */
export function nextStatus(move: ImportMove, facts: ImportFacts): ImportStatus | undefined {
  const { from, to }: Move = IMPORT_MOVES[move];
  return from.includes(facts.status) ? to(facts) : undefined;
}

/** Throws INVALID_STATE when the status does not allow the move; MAPPING_REQUIRED when it only lacks a mapping. */
export function requireMove(move: ImportMove, facts: ImportFacts): ImportStatus {
  const next = nextStatus(move, facts);
  if (next !== undefined) return next;
  throw new ApiError(
    move === "start_processing" && facts.status === "awaiting_mapping" ? "MAPPING_REQUIRED" : "INVALID_STATE",
    {
      details: { current_state: facts.status, allowed_states: IMPORT_MOVES[move].from },
    },
  );
}
