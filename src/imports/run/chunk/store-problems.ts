import { deleteLastWarnings, insertImportErrors, type NewImportError } from "../../../../db/imports/import-errors.ts";
import type { Import } from "../../../../db/imports/imports.ts";
import type { Tx } from "../../../../db/ports.ts";
import { type ImportProblem, problemMessage } from "../../map/rules/row-problems.ts";

/** How many problems of one import are stored. All are counted. */
const STORED_PROBLEMS_MAX = 10_000;
const RAW_VALUE_LENGTH_MAX = 500;

export interface RowProblem extends ImportProblem {
  rowNumber: number;
}

type Stored = Pick<Import, "storedErrors" | "storedWarnings">;

const recordOf = (problem: RowProblem, seq: number): NewImportError => ({
  seq,
  rowNumber: problem.rowNumber,
  severity: problem.severity,
  errorType: problem.errorType,
  field: problem.field,
  messages: { en: problemMessage(problem, "en"), fr: problemMessage(problem, "fr") },
  rawValue: problem.rawValue?.slice(0, RAW_VALUE_LENGTH_MAX) ?? null,
});

/**
 * Keeps the problems of a chunk, the first at the place `seq`. When there is no more room, warnings make way for errors:
 * new ones are not stored, stored ones are deleted. Returns how many are stored now.
 */
export async function storeProblems(
  tx: Tx,
  importId: string,
  problems: readonly RowProblem[],
  { stored, seq, nowMs }: { stored: Stored; seq: number; nowMs: number },
): Promise<Stored> {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const errorsStored = Math.min(errors, STORED_PROBLEMS_MAX - stored.storedErrors);
  const room = STORED_PROBLEMS_MAX - stored.storedErrors - errorsStored;
  const warningsStored = Math.min(problems.length - errors, Math.max(0, room - stored.storedWarnings));
  const dropped = Math.max(0, stored.storedWarnings - room);
  if (dropped > 0) await deleteLastWarnings(tx, importId, dropped);
  const left = { error: errorsStored, warning: warningsStored };
  const rows = problems.flatMap((problem, index) =>
    left[problem.severity]-- > 0 ? recordOf(problem, seq + index) : [],
  );
  if (rows.length > 0) await insertImportErrors(tx, importId, rows, nowMs);
  return {
    storedErrors: stored.storedErrors + errorsStored,
    storedWarnings: stored.storedWarnings - dropped + warningsStored,
  };
}
