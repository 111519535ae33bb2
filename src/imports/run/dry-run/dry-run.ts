import type { MutationContext, Reader } from "../../../../db/ports.ts";
import type { Language } from "../../../http/output/messages.ts";
import { ChangeSet, type PendingChange } from "../../../products/changes/set/change-set.ts";
import { openNames } from "../../../products/changes/set/names.ts";
import { findLanguages } from "../../../settings/languages.ts";
import type { Files } from "../../../storage/files.ts";
import { problemMessage } from "../../map/rules/row-problems.ts";
import { optionsOf } from "../../map/saved-mapping.ts";
import type { Severity } from "../../parse/analyze/analysis-warning.ts";
import { requireMovable } from "../../require-import.ts";
import { countRows, type PlannedRow, planChunk } from "../chunk/plan-chunk.ts";
import { outcomeText } from "../outcome/outcome-of.ts";
import { OutcomeSums, type SuspicionCode, suspicionsOf } from "../outcome/suspicions.ts";
import { foreignPricesOf } from "../read/foreign-prices-of.ts";
import { NamedTimes } from "../read/identity-counts.ts";
import { openImportFile } from "../read/read-rows.ts";
import { type RowIdentity, type SuppliedRow, suppliedIdentityOf } from "../row/chunk-row.ts";
import { findSupplierOf, settingsOf } from "../run-settings.ts";
import { openPreview, type PreviewRow } from "./preview-rows.ts";

export interface DryRun {
  job_id: string;
  total_rows: number;
  products_to_create: number;
  products_to_update: number;
  rows_with_errors: number;
  validation_errors: { row_number: number; field: string | null; message: string }[];
  truncated: boolean;
  mapping_source: "saved" | "suggested";
  preview: PreviewRow[];
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
  // What would be made has its id until the end of the dry run.
  const names = openNames(context, { ...optionsOf(found), areUnchecked: true });
  const supplier = await findSupplierOf(db, found, names.suppliers);
  const settings = { ...settingsOf(found, supplier, pivot), language };
  const foreignPrices = await foreignPricesOf(db, found);
  const file = await openImportFile(files, found, { pivot, foreignPrices, countsIdentities: true, rowsMax, signal });
  const set = new ChangeSet(names);
  const named = new NamedProducts();
  const plan = { db, set, settings, newId: context.newId, nowMs: context.now() };
  const sums = { created: 0, updated: 0, failed: 0, errors: 0 };
  const listed: DryRun["validation_errors"] = [];
  const outcome = new OutcomeSums();
  const preview = openPreview(db, names);
  for await (const { rows } of file.chunks({ after: 0, signal })) {
    const planned = await planChunk(rows, plan);
    const { productsCreated, productsUpdated, failedRows } = countRows(planned);
    const errors = errorsOf(planned);
    outcome.add(planned);
    await preview.add(planned);
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
    named.add(planned);
    set.prune((change) => {
      const times = named.timesOf(change);
      return identitiesOf(change).some((identity) => file.namesMore(identity, times));
    });
    if (settings.options.maxErrors !== null && sums.errors > settings.options.maxErrors) break;
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
    preview: preview.rows,
    warnings: warningsOf(outcome, language),
  };
}

const warningsOf = (outcome: OutcomeSums, language: Language): DryRun["warnings"] =>
  suspicionsOf(outcome.facts()).map((suspicion) => ({
    code: suspicion.code,
    severity: suspicion.severity,
    field: suspicion.field,
    message: outcomeText(suspicion, language),
  }));

const errorsOf = (planned: readonly PlannedRow[]) =>
  planned.flatMap(({ row, problems }) =>
    problems.flatMap((problem) => (problem.severity === "error" ? { row, problem } : [])),
  );

/** What a product is found by: as it will be, and as it is stored. */
const identitiesOf = ({ identity, supplied, before }: PendingChange): RowIdentity[] => [
  { ...identity, supplierReference: null },
  ...supplied.map((supplierReference) => ({ gtin14: null, reference: null, supplierReference })),
  ...(before ? [{ gtin14: before.gtin14, reference: before.reference, supplierReference: null }] : []),
];

/** What a row names: one of several of a product names that. */
const namedBy = (row: SuppliedRow): RowIdentity =>
  row.place ? { gtin14: null, reference: row.place.parent, supplierReference: null } : suppliedIdentityOf(row);

/** What the rows so far have said of the products they mean. */
class NamedProducts {
  readonly #times = new WeakMap<PendingChange, NamedTimes>();

  timesOf(change: PendingChange): NamedTimes {
    const times = this.#times.get(change) ?? new NamedTimes();
    this.#times.set(change, times);
    return times;
  }

  add(planned: readonly PlannedRow[]): void {
    for (const { change, row } of planned) {
      if (change) this.timesOf(change).add(namedBy(row));
    }
  }
}
