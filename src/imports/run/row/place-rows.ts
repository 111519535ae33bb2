import { newProductRow } from "../../../products/changes/new-product-row.ts";
import { type ChangeSet, isDeleted, type PendingChange } from "../../../products/changes/set/change-set.ts";
import { meantBy } from "../../../products/changes/set/match.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import { nameOf, type RowIdentity, type RunSettings, type SuppliedRow, suppliedIdentityOf } from "./chunk-row.ts";

/** What a row leads to, before its values are looked at. */
export interface Match {
  row: SuppliedRow;
  outcome: "matched" | "skipped" | "failed";
  /** The product a placed row means. */
  change: PendingChange | undefined;
  /** The row makes the product, or brings a soft-deleted one back. */
  isCreation: boolean;
  problems: ImportProblem[];
}

interface MatchContext {
  set: ChangeSet;
  settings: RunSettings;
  newId: () => string;
  nowMs: number;
}

/** Finds or makes the product that each row means, in the order of the rows: a later row may mean one made by an earlier. */
export const matchRows = (rows: readonly SuppliedRow[], context: MatchContext): Match[] =>
  rows.map((row) => matchRow(row, context));

const failed = (row: SuppliedRow, ...problems: ImportProblem[]): Match => ({
  row,
  outcome: "failed",
  change: undefined,
  isCreation: false,
  problems: [...row.problems, ...problems],
});
const skipped = (row: SuppliedRow): Match => ({
  row,
  outcome: "skipped",
  change: undefined,
  isCreation: false,
  problems: row.problems,
});

/** The product that rows of the file call by its reference. */
function findParent({ place }: SuppliedRow, set: ChangeSet): PendingChange | undefined {
  if (!place) return undefined;
  const [found, another] = meantBy(set, { gtin14: null, reference: place.parent });
  return another ? undefined : found;
}

/** A row that is all of its product now: one that had several before, and is called as they are together, stays so. */
function asKnown(row: SuppliedRow, set: ChangeSet): SuppliedRow {
  const { place } = row;
  if (!place || place.isChild || place.variant || !findParent(row, set)) return row;
  return { ...row, superseded: [...row.superseded, "reference"] };
}

/** The products that a row may mean: one of several of a product means that, unless it is a product of its own already. */
function findMeant(row: SuppliedRow, identity: RowIdentity, set: ChangeSet): readonly PendingChange[] {
  const { place } = row;
  if (!place || place.isChild) return meantBy(set, identity);
  const parent = findParent(row, set);
  const meant = parent ? [parent] : meantBy(set, identity);
  if (meant.length > 0 || place.alias === null) return meant;
  return meantBy(set, { ...identity, gtin14: place.variant?.ean?.gtin14 ?? null, reference: place.alias });
}

/** A row that is one of several of a product that is there. */
function placeChild(row: SuppliedRow, { set, settings }: MatchContext): Match | undefined {
  const change = row.place?.isChild ? findParent(row, set) : undefined;
  if (!change || isDeleted(change)) return undefined;
  if (change.before && !settings.options.overwriteExisting) return skipped(row);
  const own = { ...row, ean: null, eanProblem: null, values: {}, content: {} };
  return { row: own, outcome: "matched", change, isCreation: false, problems: row.problems };
}

/** A blank EAN is no fault of a row that is recognised by something else. */
const isMissingEan = ({ eanProblem }: SuppliedRow) => eanProblem?.errorType === "ean_missing";
const hasError = ({ problems }: SuppliedRow) => problems.some(({ severity }) => severity === "error");

/** A row that means no existing product. */
function matchNew(row: SuppliedRow, identity: RowIdentity, context: MatchContext): Match {
  const { set, settings, newId, nowMs } = context;
  if (row.eanProblem) return failed(row, row.eanProblem);
  if (!settings.options.createMissing) return skipped(row);
  const named = nameOf(row);
  if (named === undefined) return failed(row, missingName);
  const change = set.add(newProductRow({ id: newId(), nowMs }));
  set.identify(change, identity);
  const problems = named.language === null ? [] : [nameOfLanguage(settings.pivot, named.language, named.name)];
  return { row, outcome: "matched", change, isCreation: true, problems: [...row.problems, ...problems] };
}

/** A row that means this product. */
function matchKnown(
  row: SuppliedRow,
  identity: RowIdentity,
  change: PendingChange,
  { set, settings }: MatchContext,
): Match {
  const isCreation = isDeleted(change);
  if (!settings.options.overwriteExisting && !isCreation) return skipped(row);
  if (isCreation) change.row = { ...change.row, deletedAtMs: null };
  const { superseded } = row;
  set.identify(change, {
    gtin14: identity.gtin14 ?? change.identity.gtin14,
    reference: superseded.includes("reference")
      ? change.identity.reference
      : (identity.reference ?? change.identity.reference),
    supplierReference: superseded.includes("supplier_reference") ? null : identity.supplierReference,
  });
  return { row, outcome: "matched", change, isCreation, problems: row.problems };
}

function matchRow(row: SuppliedRow, context: MatchContext): Match {
  if (row.isSkipped) return skipped(row);
  if (row.eanProblem && !isMissingEan(row)) return failed(row, row.eanProblem);
  const identity = suppliedIdentityOf(row);
  const meant = findMeant(row, identity, context.set);
  if (hasError(row)) return failed(row, ...(meant.length > 0 || !row.eanProblem ? [] : [row.eanProblem]));
  const known = asKnown(row, context.set);
  return (
    (meant.length > 0 ? undefined : placeChild(row, context)) ?? placeAlone(alone(known), identity, meant, context)
  );
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
  identity: RowIdentity,
  [found, another]: readonly PendingChange[],
  context: MatchContext,
): Match {
  if (another) return failed(row, ambiguous(row));
  // A product may have the EAN of a variant of its own, and of no other.
  if (context.set.variantOf(identity.gtin14, found?.row.id)) return failed(row, usedByVariant(row));
  return found ? matchKnown(row, identity, found, context) : matchNew(row, identity, context);
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
