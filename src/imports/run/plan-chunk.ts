import type { ImportCounts } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ImportProblem } from "../map/problems.ts";
import type { ChunkCatalog, Entry } from "./chunk-catalog.ts";
import type { ChunkRow, RunSettings } from "./chunk-row.ts";
import { type Filled, fillEntry } from "./fill-entry.ts";
import { loadDetails, loadProducts } from "./load-chunk.ts";
import { type Placement, placeRows } from "./place-rows.ts";
import { planVariants } from "./plan-variants.ts";
import { findRowNames, nameWarnings, type ResolveNames, type RowNames } from "./row-names.ts";
import { type ResolveSuppliers, supplierWarning, supplyRows } from "./row-suppliers.ts";
import { namesOtherImages } from "./shown-images.ts";

export interface PlanContext {
  db: Reader;
  catalog: ChunkCatalog;
  settings: RunSettings;
  resolveNames: ResolveNames;
  resolveSuppliers: ResolveSuppliers;
  newId: () => string;
  nowMs: number;
}

/** What becomes of one row. */
export interface PlannedRow extends Placement {
  /** `undefined` when the row is not applied. */
  filled: Filled | undefined;
}

/**
 * Works out what rows do to the products they mean, without writing: a bounded number of statements, whatever the rows.
 * The products they change are then in the catalog, marked.
 */
export async function planChunk(rows: readonly ChunkRow[], context: PlanContext): Promise<PlannedRow[]> {
  const { db, catalog, settings, resolveNames, resolveSuppliers } = context;
  const supplied = await supplyRows(db, rows, settings, resolveSuppliers);
  await loadProducts(db, catalog, supplied);
  const placements = placeRows(supplied, context);
  const placed = placements.filter(({ entry }) => entry !== undefined);
  const values = placed.map(({ row }) => row.values);
  const names = await findRowNames(db, values, resolveNames);
  const entries = new Set(placed.flatMap(({ entry }) => entry ?? []));
  await loadDetails(db, [...entries], {
    languages: [...new Set(placed.flatMap(({ row }) => Object.keys(row.content)))],
    supplierIds: [...new Set(placed.flatMap(({ row }) => row.supplier?.id ?? []))],
    tags: values.some((each) => each["tags"] !== undefined),
    images: placed.flatMap(({ entry, row }) => (entry && namesOtherImages(entry, row.values) ? entry : [])),
  });
  const filled = placements.map((placement) => fill(placement, settings, names));
  return planVariants(filled, { ...context, options: settings.options });
}

function fill(placement: Placement, settings: RunSettings, names: RowNames): PlannedRow {
  const { entry, row } = placement;
  if (!entry) return { ...placement, filled: undefined };
  const filled = fillEntry(placement, entry, settings, names);
  if (!filled) return { ...placement, outcome: "failed", filled, problems: [...placement.problems, contradiction()] };
  const ofSupplier = supplierWarning(row);
  const problems = [...placement.problems, ...(ofSupplier ? [ofSupplier] : []), ...nameWarnings(row.values, names)];
  return { ...placement, filled, problems };
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
  successfulRows: count(rows, ({ outcome }) => outcome === "placed"),
  failedRows: count(rows, ({ outcome }) => outcome === "failed"),
  skippedRows: count(rows, ({ outcome }) => outcome === "skipped"),
  productsCreated: count(rows, ({ filled, isCreation }) => filled !== undefined && isCreation),
  productsUpdated: count(rows, (row) => isUpdate(row) && row.filled?.isChanged),
  pricesUpdated: count(rows, (row) => isUpdate(row) && row.filled?.priceChanged),
  stockUpdated: count(rows, (row) => isUpdate(row) && row.filled?.stockChanged),
});

/** The products that planned rows change. */
export function changedEntries(rows: PlannedRow[]): Entry[] {
  const changed = new Set<Entry>();
  for (const { entry } of rows) if (entry?.isChanged) changed.add(entry);
  return [...changed];
}
