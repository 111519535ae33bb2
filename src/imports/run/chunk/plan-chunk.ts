import type { ImportCounts } from "../../../../db/imports/imports.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findKnownSuppliers } from "../../../../db/products/known-ids.ts";
import { findVaried } from "../../../../db/variants/variants.ts";
import type { ChangeSet, PendingChange } from "../../../products/changes/set/change-set.ts";
import { meantBy } from "../../../products/changes/set/match.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { nameKey } from "../../../text/name-key.ts";
import { filledText } from "../../../text/unknown-values.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import type { ChunkRow, RowSupplier, RunSettings, SuppliedRow } from "../row/chunk-row.ts";
import { type Filled, fillChange } from "../row/fill-change.ts";
import { type Match, matchRows } from "../row/place-rows.ts";
import { findRowNames, nameWarnings, textsOf } from "../row/row-names.ts";
import { namesOtherImages } from "../row/shown-images.ts";
import { loadDetails, loadMeant } from "./load-chunk.ts";
import { planVariants } from "./plan-variants.ts";

/** What a row says of its variant alone, where its product has several. */
const OF_VARIANT: ReadonlySet<string> = new Set(["stock", "price", "compare_at_price", "cost_price", "weight"]);

/**
 * Makes a row that is all that its file says of a product that row's variant, where the product has variants here: a file
 * with one of several variants says nothing of the product's own price, stock and code. One statement, if there are such rows.
 */
async function placeLoneVariants(
  db: Reader,
  set: ChangeSet,
  rows: readonly SuppliedRow[],
): Promise<readonly SuppliedRow[]> {
  const parents = new Map<SuppliedRow, string>();
  for (const row of rows) {
    if (!row.place?.lone) continue;
    const [found, another] = meantBy(set, { gtin14: null, reference: row.place.parent });
    if (found?.before && !another) parents.set(row, found.row.id);
  }
  if (parents.size === 0) return rows;
  const varied = await findVaried(db, [...new Set(parents.values())]);
  return rows.map((row) => (varied.has(parents.get(row) ?? "") ? asVariant(row) : row));
}

function asVariant(row: SuppliedRow): SuppliedRow {
  const { place } = row;
  if (!place) return row;
  const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !OF_VARIANT.has(name)));
  const isUsable = row.eanProblem === null || row.eanProblem.errorType === "ean_missing";
  return {
    ...row,
    ean: null,
    eanProblem: null,
    problems:
      isUsable || !row.eanProblem ? row.problems : [...row.problems, { ...row.eanProblem, severity: "warning" }],
    values: { ...values, reference: place.parent },
    place: { ...place, variant: place.lone, lone: null },
  };
}

const willFail = ({ isSkipped, problems }: ChunkRow) =>
  isSkipped || problems.some(({ severity }) => severity === "error");

/**
 * Finds the product of each row, in at most three statements. Most files name no supplier in their rows; then all are the
 * import's.
 */
async function supplyRows(
  db: Reader,
  rows: readonly ChunkRow[],
  { supplier: own }: RunSettings,
  suppliers: Names["suppliers"],
): Promise<SuppliedRow[]> {
  const usable = rows.filter((row) => !willFail(row)).map(({ values }) => values);
  const codes = textsOf(usable, "supplier_code");
  const ids = textsOf(usable, "supplier_id");
  await suppliers.findAll(db, codes);
  const byId = ids.length > 0 ? await findKnownSuppliers(db, ids) : new Map<string, RowSupplier>();
  return rows.map((row) => {
    const code = filledText(row.values["supplier_code"]);
    const named =
      byId.get(filledText(row.values["supplier_id"]) ?? "") ?? (code === null ? undefined : suppliers.get(code));
    const supplier = named ? { id: named.id, code: named.code } : own;
    return { ...row, supplier, isSupplierNamed: named !== undefined };
  });
}

/** What a row says of its supplier that cannot be used. */
function supplierWarning({ values, supplier }: SuppliedRow): ImportProblem | undefined {
  const id = filledText(values["supplier_id"]);
  // A code beside an unknown id counts.
  if (id !== null && (filledText(values["supplier_code"]) === null || supplier?.id === id)) {
    if (supplier?.id === id) return undefined;
    return { severity: "warning", errorType: "invalid_value", field: "supplier_id", rawValue: id };
  }
  const code = filledText(values["supplier_code"]);
  if (code === null || code === supplier?.code || nameKey(supplier?.code ?? "") === nameKey(code)) return undefined;
  return { severity: "warning", errorType: "invalid_value", field: "supplier_code", rawValue: code };
}

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
