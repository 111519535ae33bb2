import type { Author } from "../../../db/history/product-changes.ts";
import { addCounts } from "../../../db/imports/import-run.ts";
import type { Import, ImportCounts } from "../../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { matchBrands } from "../../brands/match-brands.ts";
import { ChangeSet } from "../../catalog/change-set.ts";
import { matchCategories } from "../../categories/match-categories.ts";
import { translate } from "../../http/output/messages.ts";
import { matchSuppliers } from "../../suppliers/match-suppliers.ts";
import { matchTags } from "../../tags/match-tags.ts";
import { noteImages } from "../images/want-images.ts";
import type { ImportProblem } from "../map/problems.ts";
import { keepPendingEans } from "../pending/keep-pending-eans.ts";
import { factsOf, requireImport } from "../require-import.ts";
import { noteStep } from "../revert/note-step.ts";
import { nextStatus } from "../states.ts";
import type { ChunkRow, RunSettings } from "./chunk-row.ts";
import { failImport } from "./fail-import.ts";
import { unpackRows } from "./packed-rows.ts";
import { changesOf, countRows, type PlannedRow, planChunk } from "./plan-chunk.ts";
import { type RowProblem, storeProblems } from "./store-problems.ts";
import { writeChanges } from "./write-changes.ts";

/** Rows of a file in their order. */
export interface Chunk {
  settings: RunSettings;
  /** As `packRows` writes them. */
  rows: string;
  /** How many rows of the import come before. Chunks are sent ahead: none may be applied without the one before. */
  place: number;
}

/**
 * Applies rows to the catalog: works out what they change, and writes that. `author` is whom the history names; whoever
 * made the request when absent.
 */
export async function applyRows(
  tx: Tx,
  rows: readonly ChunkRow[],
  settings: RunSettings,
  context: MutationContext,
  author?: Author,
): Promise<PlannedRow[]> {
  const { createBrands, createCategories } = settings.options;
  const planned = await planChunk(rows, {
    db: tx,
    set: new ChangeSet(),
    settings,
    resolveNames: async (brandNames, paths, tagNames) => {
      const [brands, categories, tags] = await Promise.all([
        matchBrands(tx, brandNames, { create: createBrands }, context),
        matchCategories(tx, paths, { create: createCategories }, context),
        tagNames.length > 0 ? matchTags(tx, tagNames, context) : new Map(),
      ]);
      return { brands, categories, tags };
    },
    resolveSuppliers: (codes) => matchSuppliers(tx, codes, { create: true }, context),
    newId: context.newId,
    nowMs: context.now(),
  });
  const changes = changesOf(planned);
  const write = () => writeChanges(tx, changes, context, author);
  if (author?.kind === "import" && author.id !== null) await noteStep(tx, author.id, { changes, write }, context);
  else await write();
  return planned;
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
    const status = nextStatus("persist", factsOf(before));
    if (!status) return { goesOn: false };
    if (before.processedRows !== place)
      throw new Error(`Cannot apply rows after ${place}: ${before.processedRows} are`);
    // Written by the run, from such rows.
    const author: Author = { kind: "import", id: importId, name: before.fileName };
    const planned = await applyRows(tx, unpackRows(rows), settings, context, author);
    if (options.fetchImages) await noteImages(tx, importId, planned);
    const problems = problemsOf(planned, await keepPendingEans(tx, planned, settings, context));
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
