import type { Reader } from "../../../../db/ports.ts";
import { listOptionsOf, type Option } from "../../../../db/variants/options.ts";
import { findSkus, listVariantsOf, type Variant } from "../../../../db/variants/variants.ts";
import { type EanHolder, findEanHolders } from "../../../products/changes/refuse-duplicate-ean.ts";
import type { KnownVariants, PendingChange } from "../../../products/changes/set/change-set.ts";
import { newVariant } from "../../../products/variants/apply-variant-fields.ts";
import { valuesKey } from "../../../products/variants/option-rules.ts";
import type { ImportOptions } from "../../map/import-options.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import type { RowVariant } from "../row/chunk-row.ts";
import type { Filled } from "../row/fill-change.ts";
import type { Match } from "../row/place-rows.ts";
import { fitOptions, withFields } from "./variant-fields.ts";

interface VariantContext {
  db: Reader;
  options: ImportOptions;
  newId: () => string;
  nowMs: number;
}

/** What becomes of one row. */
type PlannedRow = Match & { filled: Filled | undefined };
type Row = PlannedRow & { change: PendingChange };

/** Why a row cannot be a variant of its product. */
type Refusal = "variant_elsewhere" | "variant_alike" | "too_many_variants";

/** Variants of one product that files may bring: as many as shops allow, for all of them are looked at with each chunk. */
const VARIANTS_MAX = 2_000;

/** Applies the variants that rows are to their products. At most five statements for any number of rows. */
export async function planVariants(planned: readonly PlannedRow[], context: VariantContext): Promise<PlannedRow[]> {
  const isVariant = (row: PlannedRow): row is Row =>
    row.filled !== undefined && row.change !== undefined && row.row.place?.variant != null;
  const rows = planned.filter(isVariant);
  if (rows.length === 0) return [...planned];
  await loadVariants(context.db, new Set(rows.map(({ change }) => change)));
  const taken = await takenCodes(context.db, rows);
  const changed = new Set(planned.flatMap(({ change, filled }) => (change && filled?.isChanged ? change : [])));
  return planned.map((row) => (isVariant(row) ? applied(row, { taken, changed }, context) : row));
}

async function loadVariants(db: Reader, changes: ReadonlySet<PendingChange>): Promise<void> {
  const unknown = [...changes].filter(({ parts }) => parts.variants === undefined);
  const ids = unknown.flatMap(({ before, row }) => (before ? [row.id] : []));
  const variants = Map.groupBy(ids.length > 0 ? await listVariantsOf(db, ids) : [], ({ productId }) => productId);
  const options = Map.groupBy(ids.length > 0 ? await listOptionsOf(db, ids) : [], ({ productId }) => productId);
  for (const { row, parts } of unknown) {
    const [all, own] = [variants.get(row.id) ?? [], options.get(row.id) ?? []];
    const state: KnownVariants = {
      before: new Map(all.map((variant) => [variant.id, variant])),
      optionsBefore: own,
      all: [...all],
      bySku: new Map(),
      byGtin: new Map(),
      byValues: new Map(),
      options: [...own],
    };
    for (const variant of all) index(state, variant);
    parts.variants = state;
  }
}

function index({ bySku, byGtin, byValues }: KnownVariants, variant: Variant): void {
  bySku.set(variant.sku, variant);
  if (variant.gtin14 !== null) byGtin.set(variant.gtin14, variant);
  const key = valuesKey(variant);
  if (key !== undefined) byValues.set(key, variant);
}

/** Takes a variant out of where it is found, before another form of it takes its place. */
function withdraw({ bySku, byGtin, byValues }: KnownVariants, variant: Variant): void {
  bySku.delete(variant.sku);
  if (variant.gtin14 !== null) byGtin.delete(variant.gtin14);
  byValues.delete(valuesKey(variant) ?? "");
}

/** Codes that others have. */
interface TakenCodes {
  /** The variant with a reference. */
  skus: Map<string, string>;
  /** Who has an EAN, padded to 14 digits. */
  eans: ReadonlyMap<string, EanHolder>;
  /** The variant of this chunk that takes it. */
  claimed: Map<string, string>;
}

const variantIn = ({ row }: Row): RowVariant | undefined => row.place?.variant ?? undefined;

/** The variant of its product that a row means: by its reference, its EAN, else by what it differs in. */
function meantVariant(known: KnownVariants, { sku, ean, options }: RowVariant): Variant | undefined {
  const key = valuesKey({ optionValues: options }) ?? "";
  return known.bySku.get(sku) ?? known.byGtin.get(ean?.gtin14 ?? "") ?? known.byValues.get(key);
}

async function takenCodes(db: Reader, rows: readonly Row[]): Promise<TakenCodes> {
  const given = rows.flatMap((row) => {
    const variant = variantIn(row);
    const known = row.change.parts.variants;
    return variant && known ? { variant, productId: row.change.row.id, known } : [];
  });
  const claims = given.map(({ variant, productId, known }) => ({
    ean: variant.ean?.ean ?? null,
    gtin14: variant.ean?.gtin14 ?? null,
    productId,
    variantId: meantVariant(known, variant)?.id ?? "",
  }));
  return {
    skus: await findSkus(
      db,
      given.flatMap(({ variant }) => [variant.sku, variant.ownSku]),
    ),
    eans: await findEanHolders(db, claims),
    claimed: new Map(),
  };
}

const fault = (
  severity: ImportProblem["severity"],
  messageKey: Refusal | "ean_taken" | "variant_renamed",
  field: string,
  rawValue: string,
  params: Record<string, string> = {},
): ImportProblem => ({
  severity,
  errorType: "invalid_value",
  messageKey,
  field,
  params: { sku: rawValue, limit: VARIANTS_MAX, ...params },
  rawValue,
});

const failed = (row: Row, problem: ImportProblem): PlannedRow => ({
  ...row,
  outcome: "failed",
  filled: undefined,
  problems: [...row.problems, problem],
});

/** What is known of the other rows of a chunk. */
interface Others {
  taken: TakenCodes;
  /** The products that a row before changes, or their own row. */
  changed: Set<PendingChange>;
}

/** Where a new variant of a product has its place. */
const newIn = ({ all }: KnownVariants, { row }: PendingChange) => ({
  productId: row.id,
  position: (all.at(-1)?.position ?? 0) + 1,
});

const isStored = ({ change, isCreation }: Row): boolean => change.before !== undefined && !isCreation;

function applied(row: Row, { taken, changed }: Others, context: VariantContext): PlannedRow {
  const { change } = row;
  const [found, state] = [variantIn(row), change.parts.variants];
  if (!found || !state) return row;
  const variant = withFreeSku(state, found, taken);
  const meant = meantVariant(state, variant);
  const id = meant?.id ?? context.newId();
  const { values, options } = fitOptions(state.options, variant.options, change.row.id, context);
  const refusal = refusalOf(state, { variant, id, values, isNew: meant === undefined }, taken);
  if (refusal) return failed(row, fault("error", refusal, "sku", variant.sku));
  const isTaken = isEanTaken(variant, id, taken);
  claim(taken, variant, { id, isTaken });
  const before = meant ?? newVariant({ id, ...newIn(state, change), createdAtMs: context.nowMs });
  const given = { ...variant, ean: isTaken ? null : variant.ean };
  const next = { ...withFields(before, given, meant && context.options), optionValues: values };
  const isFirst = isStored(row) && !changed.has(change);
  const filled = row.filled && countedIn(row.filled, isFirst, { known: meant, before, next });
  if (!isSameVariant(before, next)) {
    changed.add(change);
    put(state, { known: meant, next, options });
  }
  return { ...row, filled, problems: [...row.problems, ...noticesOf(found, variant, isTaken)] };
}

/** What is said of codes that others have. */
const noticesOf = (found: RowVariant, { sku, ean }: RowVariant, isTaken: boolean): ImportProblem[] => [
  ...(sku === found.sku ? [] : [fault("warning", "variant_renamed", "sku", found.sku, { own: sku })]),
  ...(isTaken ? [fault("warning", "ean_taken", "ean", ean?.ean ?? "")] : []),
];

/** The variant under its own reference, or, where one of another product has that, under one made of what it is. */
function withFreeSku(state: KnownVariants, variant: RowVariant, { skus, claimed }: TakenCodes): RowVariant {
  const holder = skus.get(variant.sku) ?? claimed.get(variant.sku);
  const isElsewhere = holder !== undefined && state.all.every(({ id }) => id !== holder);
  return isElsewhere ? { ...variant, sku: variant.ownSku } : variant;
}

function put(
  state: KnownVariants,
  { known, next, options }: { known: Variant | undefined; next: Variant; options: Option[] },
): void {
  if (known) withdraw(state, known);
  index(state, next);
  state.all = known ? state.all.map((each) => (each === known ? next : each)) : [...state.all, next];
  state.options = options;
}

const isSameVariant = (one: Variant, other: Variant): boolean => JSON.stringify(one) === JSON.stringify(other);

function refusalOf(
  { all, byValues }: KnownVariants,
  { variant, id, values, isNew }: { variant: RowVariant; id: string; values: Record<string, string>; isNew: boolean },
  { skus, claimed }: TakenCodes,
): Refusal | undefined {
  const holder = skus.get(variant.sku) ?? claimed.get(variant.sku);
  if (holder !== undefined && holder !== id) return "variant_elsewhere";
  const alike = byValues.get(valuesKey({ optionValues: values }) ?? "");
  if (alike && alike.id !== id) return "variant_alike";
  return isNew && all.length >= VARIANTS_MAX ? "too_many_variants" : undefined;
}

function isEanTaken({ ean }: RowVariant, id: string, { eans, claimed }: TakenCodes): boolean {
  return ean !== null && (eans.has(ean.gtin14) || (claimed.get(ean.gtin14) ?? id) !== id);
}

function claim({ claimed }: TakenCodes, { sku, ean }: RowVariant, { id, isTaken }: { id: string; isTaken: boolean }) {
  claimed.set(sku, id);
  if (ean && !isTaken) claimed.set(ean.gtin14, id);
}

/** What a row has changed, with its variant: a product that several of its rows change counts once. */
function countedIn(
  filled: Filled,
  isFirst: boolean,
  { known, before, next }: { known: Variant | undefined; before: Variant; next: Variant },
): Filled {
  return {
    isChanged: filled.isChanged || (isFirst && !isSameVariant(before, next)),
    priceChanged: filled.priceChanged || (known !== undefined && next.priceCents !== before.priceCents),
    stockChanged: filled.stockChanged || (known !== undefined && next.stock !== before.stock),
  };
}
