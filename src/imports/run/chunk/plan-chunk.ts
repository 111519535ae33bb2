import type { ImportCounts } from "../../../../db/imports/imports.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { ChangeSet, PendingChange } from "../../../products/changes/set/change-set.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import type { ChunkRow, RunSettings } from "../row/chunk-row.ts";
import { type Filled, fillChange } from "../row/fill-change.ts";
import { type Match, matchRows } from "../row/place-rows.ts";
import { findRowNames, nameWarnings } from "../row/row-names.ts";
import { supplierWarning, supplyRows } from "../row/row-suppliers.ts";
import { namesOtherImages } from "../row/shown-images.ts";
import { loadDetails, loadMeant } from "./load-chunk.ts";
import { placeLoneVariants } from "./lone-variants.ts";
import { planVariants } from "./plan-variants.ts";

export interface PlanContext {
  db: Reader;
  set: ChangeSet;
  settings: RunSettings;
  newId: () => string;
  nowMs: number;
}

/** What becomes of one row. */
export interface PlannedRow extends Match {
  /** `undefined` when the row is not applied. */
  filled: Filled | undefined;
}

/**
 * Works out what rows do to the products they mean, without writing: a bounded number of statements, for any rows. The
 * products they change are then in the set.
 */
export async function planChunk(rows: readonly ChunkRow[], context: PlanContext): Promise<PlannedRow[]> {
  const { db, set, settings } = context;
  const supplied = await supplyRows(db, rows, settings, set.names.suppliers);
  await loadMeant(db, set, supplied);
  const matches = matchRows(await placeLoneVariants(db, set, supplied), context);
  const matched = matches.filter(({ change }) => change !== undefined);
  const values = matched.map(({ row }) => row.values);
  await findRowNames(db, values, set.names);
  const changes = new Set(matched.flatMap(({ change }) => change ?? []));
  await loadDetails(db, [...changes], {
    languages: [...new Set(matched.flatMap(({ row }) => Object.keys(row.content)))],
    supplierIds: [...new Set(matched.flatMap(({ row }) => row.supplier?.id ?? []))],
    tags: values.some((each) => each["tags"] !== undefined),
    images: matched.flatMap(({ change, row }) => (change && namesOtherImages(change, row.values) ? change.row.id : [])),
  });
  const filled = matches.map((match) => fill(match, settings, set.names));
  return planVariants(filled, { ...context, options: settings.options });
}

function fill(match: Match, settings: RunSettings, names: Names): PlannedRow {
  const { change, row } = match;
  if (!change) return { ...match, filled: undefined };
  const filled = fillChange(match, change, settings, names);
  if (!filled) return { ...match, outcome: "failed", filled, problems: [...match.problems, contradiction()] };
  const ofSupplier = supplierWarning(row);
  const problems = [...match.problems, ...(ofSupplier ? [ofSupplier] : []), ...nameWarnings(row.values, names)];
  return { ...match, filled, problems };
}

const contradiction = (): ImportProblem => ({
  severity: "error",
  errorType: "invalid_value",
  field: "min_order_quantity",
  rawValue: null,
});

const count = (rows: PlannedRow[], is: (row: PlannedRow) => boolean | undefined) => rows.filter(is).length;
const isUpdate = ({ filled, isCreation }: PlannedRow) => filled !== undefined && !isCreation;

/** What the rows have come to, but for the problems they leave. */
export const countRows = (rows: PlannedRow[]): Omit<ImportCounts, "errorCount" | "warningCount"> => ({
  processedRows: rows.length,
  successfulRows: count(rows, ({ outcome }) => outcome === "matched"),
  failedRows: count(rows, ({ outcome }) => outcome === "failed"),
  skippedRows: count(rows, ({ outcome }) => outcome === "skipped"),
  productsCreated: count(rows, ({ filled, isCreation }) => filled !== undefined && isCreation),
  productsUpdated: count(rows, (row) => isUpdate(row) && row.filled?.isChanged),
  pricesUpdated: count(rows, (row) => isUpdate(row) && row.filled?.priceChanged),
  stockUpdated: count(rows, (row) => isUpdate(row) && row.filled?.stockChanged),
});

/** The products that planned rows change. */
export const changesOf = (rows: PlannedRow[]): PendingChange[] => [
  ...new Set(rows.flatMap(({ change, filled }) => (change && filled?.isChanged ? change : []))),
];
