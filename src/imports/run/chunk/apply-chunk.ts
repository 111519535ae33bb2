import type { Author } from "../../../../db/history/product-changes.ts";
import { addCounts } from "../../../../db/imports/import-run.ts";
import type { Import, ImportCounts } from "../../../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { translate } from "../../../http/output/messages.ts";
import { noteImages } from "../../images/want-images.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import { storePendingEans } from "../../pending/store-pending-eans.ts";
import { requireImport } from "../../require-import.ts";
import { Imports } from "../../states.ts";
import { failImport } from "../moves.ts";
import { unpackRows } from "../read/packed-rows.ts";
import type { ChunkRow, RunSettings } from "../row/chunk-row.ts";
import { applyRows } from "./apply-rows.ts";
import { countRows, type PlannedRow } from "./plan-chunk.ts";
import { putListPrices } from "./put-list-prices.ts";
import { type RowProblem, storeProblems } from "./store-problems.ts";

/** Rows of a file in their order. */
export interface Chunk {
  settings: RunSettings;
  /** As `packRows` writes them. */
  rows: string;
  /** How many rows of the import come before. Chunks are sent ahead: none may be applied without the one before. */
  place: number;
}

/** The problems of planned rows in the order of the rows. */
function problemsOf(planned: readonly PlannedRow[], pending: ReadonlyMap<number, RowProblem>): RowProblem[] {
  return planned.flatMap(({ row, outcome, problems }) => {
    const { rowNumber } = row;
    const waits = pending.get(rowNumber);
    const found = problems.map((problem) => ({ ...problem, rowNumber }));
    if (waits) found.push(waits);
    if (row.isRepeated && outcome !== "failed") found.push({ ...repeated(row), rowNumber });
    return found;
  });
}

const repeated = ({ ean, values }: ChunkRow): ImportProblem => {
  const warning = { severity: "warning", errorType: "duplicate_in_file" } as const;
  if (ean) return { ...warning, field: "ean", rawValue: ean.ean };
  return { ...warning, field: "sku", messageKey: "duplicate_sku", rawValue: String(values["reference"] ?? "") };
};

/**
 * Applies one chunk of an import and counts it. Says whether the import goes on: not when it has ended meanwhile, or
 * ends here because it has more errors than it may have.
 */
export const applyChunk = mutation(
  "imports.apply",
  async (tx, { settings, rows, place }: Chunk, context): Promise<{ goesOn: boolean }> => {
    const { importId, options } = settings;
    const before = await requireImport(tx, importId);
    const status = Imports.next(before, "persist");
    if (!status) return { goesOn: false };
    if (before.processedRows !== place)
      throw new Error(`Cannot apply rows after ${place}: ${before.processedRows} are`);
    // Written by the run, from such rows.
    const author: Author = { kind: "import", id: importId, name: before.fileName };
    const planned = await applyRows(tx, unpackRows(rows), settings, context, author);
    await putListPrices(tx, planned, { options, context });
    if (options.fetchImages) await noteImages(tx, importId, planned);
    const problems = problemsOf(planned, await storePendingEans(tx, planned, settings, context));
    const errorCount = problems.filter(({ severity }) => severity === "error").length;
    const counts = { ...countRows(planned), errorCount, warningCount: problems.length - errorCount };
    const seq = before.errorCount + before.warningCount + 1;
    const stored = await storeProblems(tx, importId, problems, { stored: before, seq, nowMs: context.now() });
    await addCounts(tx, { id: importId, status, counts, ...stored });
    return { goesOn: !(await stopAtLimit(tx, before, counts, options.maxErrors, context)) };
  },
);

/** Ends an import that has more errors than it may have. */
async function stopAtLimit(
  tx: Tx,
  { id, errorCount, language }: Import,
  counts: ImportCounts,
  limit: number | null,
  context: MutationContext,
): Promise<boolean> {
  if (limit === null || errorCount + counts.errorCount <= limit) return false;
  const message = translate(language === "fr" ? "fr" : "en", "imports.too_many_errors", { limit });
  await failImport.run(tx, { id, code: "VALIDATION_FAILED", message }, context);
  return true;
}
