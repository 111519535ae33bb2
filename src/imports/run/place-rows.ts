import { newProductRow } from "../../products/changes/new-product-row.ts";
import type { ImportProblem } from "../map/problems.ts";
import type { ChunkCatalog, Entry, Identity } from "./chunk-catalog.ts";
import { nameOf, type RunSettings, type SuppliedRow, suppliedIdentityOf } from "./chunk-row.ts";

/** What a row leads to, before its values are looked at. */
export interface Placement {
  row: SuppliedRow;
  outcome: "placed" | "skipped" | "failed";
  /** The product a placed row means. */
  entry: Entry | undefined;
  /** The row makes the product, or brings a soft-deleted one back. */
  isCreation: boolean;
  problems: ImportProblem[];
}

interface PlacingContext {
  catalog: ChunkCatalog;
  settings: RunSettings;
  newId: () => string;
  nowMs: number;
}

/** Finds or makes the product that each row means, in the order of the rows: a later row may mean one made by an earlier. */
export const placeRows = (rows: readonly SuppliedRow[], context: PlacingContext): Placement[] =>
  rows.map((row) => placeRow(row, context));

const isDeleted = ({ row }: Entry) => row.deletedAtMs !== null;

/** The one product among these; of several, the one that is not deleted. */
function onlyOne(entries: Entry[]): Entry | "several" | undefined {
  const alive = entries.filter((entry) => !isDeleted(entry));
  const best = alive.length > 0 ? alive : entries;
  return best.length > 1 ? "several" : best[0];
}

/** A reference is not unique: a product that has another valid EAN than the row's is another product. */
const mayBe =
  (gtin14: string | null) =>
  ({ identity, row }: Entry): boolean => {
    if (gtin14 === null || identity.gtin14 === null || identity.gtin14 === gtin14) return true;
    // An EAN that this import gave is valid.
    return identity.gtin14 === row.gtin14 && row.eanStatus !== "valid";
  };

/** By EAN, then by the supplier's reference, then by SKU. */
function findEntry(catalog: ChunkCatalog, { gtin14, reference, supplierReference }: Identity) {
  const byGtin = gtin14 === null ? undefined : catalog.byGtin(gtin14);
  if (byGtin) return byGtin;
  const fits = mayBe(gtin14);
  const bySupplier = supplierReference === null ? [] : catalog.bySupplierReference(supplierReference).filter(fits);
  if (bySupplier.length > 0) return onlyOne(bySupplier);
  return reference === null ? undefined : onlyOne(catalog.byReference(reference).filter(fits));
}

const failed = (row: SuppliedRow, ...problems: ImportProblem[]): Placement => ({
  row,
  outcome: "failed",
  entry: undefined,
  isCreation: false,
  problems: [...row.problems, ...problems],
});
const skipped = (row: SuppliedRow): Placement => ({
  row,
  outcome: "skipped",
  entry: undefined,
  isCreation: false,
  problems: row.problems,
});

/** A product that rows of the file call by its reference. */
function findParent({ place }: SuppliedRow, catalog: ChunkCatalog): Entry | undefined {
  const found = place && onlyOne(catalog.byReference(place.parent));
  return found === "several" ? undefined : found;
}

/** The product that a row means: one of several of a product means that, unless it is a product of its own already. */
function findMeant(row: SuppliedRow, identity: Identity, catalog: ChunkCatalog) {
  const { place } = row;
  if (!place || place.isChild) return findEntry(catalog, identity);
  const parent = findParent(row, catalog) ?? findEntry(catalog, identity);
  if (parent || place.alias === null) return parent;
  return findEntry(catalog, { ...identity, gtin14: place.variant?.ean?.gtin14 ?? null, reference: place.alias });
}

/** A row that is one of several of a product that is there. */
function placeChild(row: SuppliedRow, context: PlacingContext): Placement | undefined {
  const entry = row.place?.isChild ? findParent(row, context.catalog) : undefined;
  if (!entry || isDeleted(entry)) return undefined;
  const { overwriteExisting } = context.settings.options;
  if (entry.before && !overwriteExisting) return skipped(row);
  entry.named.add(entry.identity);
  const own = { ...row, ean: null, eanProblem: null, values: {}, content: {} };
  return { row: own, outcome: "placed", entry, isCreation: false, problems: row.problems };
}

/** A blank EAN is no fault of a row that is recognised by something else. */
const isMissingEan = ({ eanProblem }: SuppliedRow) => eanProblem?.errorType === "ean_missing";
const hasError = ({ problems }: SuppliedRow) => problems.some(({ severity }) => severity === "error");

/** A row that means no product that there is. */
function placeNew(row: SuppliedRow, identity: Identity, context: PlacingContext): Placement {
  const { catalog, settings, newId, nowMs } = context;
  if (row.eanProblem) return failed(row, row.eanProblem);
  if (!settings.options.createMissing) return skipped(row);
  const named = nameOf(row);
  if (named === undefined) return failed(row, missingName);
  const entry = catalog.create(newProductRow({ id: newId(), nowMs }));
  catalog.identify(entry, identity);
  const problems = named.language === null ? [] : [nameOfLanguage(settings.pivot, named.language, named.name)];
  return { row, outcome: "placed", entry, isCreation: true, problems: [...row.problems, ...problems] };
}

/** A row that means this product. */
function placeKnown(
  row: SuppliedRow,
  identity: Identity,
  entry: Entry,
  { catalog, settings }: PlacingContext,
): Placement {
  const isCreation = isDeleted(entry);
  if (!settings.options.overwriteExisting && !isCreation) return skipped(row);
  if (isCreation) entry.row = { ...entry.row, deletedAtMs: null };
  const { superseded } = row;
  catalog.identify(entry, {
    gtin14: identity.gtin14 ?? entry.identity.gtin14,
    reference: superseded.includes("reference")
      ? entry.identity.reference
      : (identity.reference ?? entry.identity.reference),
    supplierReference: superseded.includes("supplier_reference") ? null : identity.supplierReference,
  });
  return { row, outcome: "placed", entry, isCreation, problems: row.problems };
}

function placeRow(row: SuppliedRow, context: PlacingContext): Placement {
  if (row.isSkipped) return skipped(row);
  if (row.eanProblem && !isMissingEan(row)) return failed(row, row.eanProblem);
  const identity = suppliedIdentityOf(row);
  const found = findMeant(row, identity, context.catalog);
  if (hasError(row)) return failed(row, ...(found || !row.eanProblem ? [] : [row.eanProblem]));
  return (found ? undefined : placeChild(row, context)) ?? placeAlone(alone(row), identity, found, context);
}

/** A row whose product is not there, or that is a product of its own here already. */
function alone(row: SuppliedRow): SuppliedRow {
  if (!row.place?.isChild) return row;
  const { place, ...rest } = row;
  const problem: ImportProblem = { ...parentMissing, params: { parent: place.parent }, rawValue: place.parent };
  return { ...rest, place: undefined, problems: [...row.problems, problem] };
}

/** A row that means a product by itself. */
function placeAlone(
  row: SuppliedRow,
  identity: Identity,
  found: ReturnType<typeof findMeant>,
  context: PlacingContext,
): Placement {
  if (found === "several") return failed(row, ambiguous(row));
  if (isVariantsEan(identity, found, context.catalog)) return failed(row, usedByVariant(row));
  const placement = found ? placeKnown(row, identity, found, context) : placeNew(row, identity, context);
  placement.entry?.named.add(identity);
  return placement;
}

/** A product may have the EAN of a variant of its own, and of no other. */
function isVariantsEan({ gtin14 }: Identity, found: Entry | undefined, catalog: ChunkCatalog): boolean {
  const owner = gtin14 === null ? undefined : catalog.ownerOfVariant(gtin14);
  return owner !== undefined && owner !== found?.row.id;
}

const usedByVariant = ({ ean }: SuppliedRow): ImportProblem => ({
  severity: "error",
  errorType: "ean_used_by_variant",
  field: "ean",
  rawValue: ean?.ean ?? null,
});

const nameOfLanguage = (pivot: string, language: string, name: string): ImportProblem => ({
  severity: "warning",
  errorType: "missing_required_field",
  field: "name",
  messageKey: "name_of_language",
  params: { pivot, language },
  rawValue: name,
});

const parentMissing = {
  severity: "warning",
  errorType: "ambiguous_match",
  field: null,
  messageKey: "no_parent",
} as const;

const missingName: ImportProblem = {
  severity: "error",
  errorType: "missing_required_field",
  field: "name",
  rawValue: null,
};

const ambiguous = ({ values }: SuppliedRow): ImportProblem => {
  const raw = values["supplier_reference"] ?? values["reference"];
  return { severity: "error", errorType: "ambiguous_match", field: null, rawValue: String(raw ?? "") };
};
