import type { MutationContext, Reader } from "../../../db/ports.ts";
import type { Language } from "../../http/output/messages.ts";
import { findLanguages } from "../../settings/languages.ts";
import type { Files } from "../../storage/files.ts";
import { problemMessage } from "../map/problems.ts";
import { requireMovable } from "../require-import.ts";
import type { Severity } from "../severity.ts";
import { findSupplierOf, settingsOf } from "./begin-import.ts";
import { ChunkCatalog, type Entry, type Identity } from "./chunk-catalog.ts";
import { problemOf } from "./outcome-of.ts";
import { OutcomeSums, type SuspicionCode, suspicionsOf } from "./outcomes.ts";
import { countRows, type PlannedRow, planChunk } from "./plan-chunk.ts";
import { openImportFile } from "./read-rows.ts";
import { forgetful, rehearsedNames } from "./rehearsal.ts";

export interface DryRun {
  job_id: string;
  total_rows: number;
  products_to_create: number;
  products_to_update: number;
  rows_with_errors: number;
  validation_errors: { row_number: number; field: string | null; message: string }[];
  truncated: boolean;
  mapping_source: "saved" | "suggested";
  warnings: { code: SuspicionCode; severity: Severity; field: string | null; message: string }[];
}

/** How many errors a dry run lists. */
const LISTED_MAX = 100;

/**
 * Works out what an import would do, over its whole file, and writes nothing. Without a saved mapping it takes the
 * suggested one. `rowsMax`: later rows are not looked at. Throws INVALID_STATE, FileUnreadable, and the signal's reason once it is aborted.
 */
export async function dryRun(
  db: Reader,
  { files, ...context }: { files: Files } & MutationContext,
  { id, language, signal, rowsMax }: { id: string; language: Language; signal: AbortSignal; rowsMax?: number },
): Promise<DryRun> {
  const { found } = await requireMovable(db, id, "dry_run");
  const { pivot } = await findLanguages(db);
  const supplier = await findSupplierOf(forgetful(db), found, context);
  const settings = { ...settingsOf(found, supplier, pivot), language };
  const file = await openImportFile(files, found, { pivot, countsIdentities: true, signal });
  const catalog = new ChunkCatalog();
  const plan = { db, catalog, settings, newId: context.newId, nowMs: context.now() };
  const names = rehearsedNames(db, settings, context);
  const sums = { created: 0, updated: 0, failed: 0, errors: 0 };
  const listed: DryRun["validation_errors"] = [];
  const outcome = new OutcomeSums();
  for await (const { rows } of file.chunks({ after: 0, signal })) {
    const planned = await planChunk(rows, { ...plan, ...names });
    const { productsCreated, productsUpdated, failedRows } = countRows(planned);
    const errors = errorsOf(planned);
    outcome.add(planned);
    sums.created += productsCreated;
    sums.updated += productsUpdated;
    sums.failed += failedRows;
    sums.errors += errors.length;
    listed.push(
      ...errors.slice(0, LISTED_MAX - listed.length).map(({ row, problem }) => ({
        row_number: row.rowNumber,
        field: problem.field,
        message: problemMessage(problem, language),
      })),
    );
    catalog.prune((entry) => identitiesOf(entry).some((identity) => file.namesMore(identity, entry.named)));
    if (settings.options.maxErrors !== null && sums.errors > settings.options.maxErrors) break;
    if (rowsMax !== undefined && outcome.facts().rows >= rowsMax) break;
  }
  return {
    job_id: id,
    total_rows: found.totalRows,
    products_to_create: sums.created,
    products_to_update: sums.updated,
    rows_with_errors: sums.failed,
    validation_errors: listed,
    truncated: sums.errors > listed.length,
    mapping_source: found.mapping === null ? "suggested" : "saved",
    warnings: suspicionsOf(outcome.facts()).map((suspicion) => ({
      code: suspicion.code,
      severity: suspicion.severity,
      field: suspicion.field,
      message: problemMessage(problemOf(suspicion), language),
    })),
  };
}

const errorsOf = (planned: readonly PlannedRow[]) =>
  planned.flatMap(({ row, problems }) =>
    problems.flatMap((problem) => (problem.severity === "error" ? { row, problem } : [])),
  );

/** What a product is found by: as it will be, and as it is stored. */
const identitiesOf = ({ identity, supplied, before }: Entry): Identity[] => [
  identity,
  ...supplied.map((supplierReference) => ({ gtin14: null, reference: null, supplierReference })),
  ...(before ? [{ gtin14: before.gtin14, reference: before.reference, supplierReference: null }] : []),
];
