import { listChangesSince, listMovementsSince } from "../../../db/history/imported-changes.ts";
import { findFormer, findImported } from "../../../db/imports/import-steps.ts";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { ApiError } from "../../http/output/errors.ts";
import { findEanHolders } from "../../products/changes/refuse-duplicate-ean.ts";
import { loadReferences, type ResolveReferences } from "../../products/changes/resolve-references.ts";
import type { ProductChange } from "../../products/changes/set/product-change.ts";
import { applyFields } from "../../products/fields/apply-fields.ts";
import { completenessScore } from "../../products/fields/completeness.ts";
import { type FormerFields, formerFields } from "./former-fields.ts";
import { type FormerParts, joinParts } from "./former-parts.ts";
import { formerStock } from "./former-stock.ts";
import type { RevertPart } from "./parts-of-revert.ts";
import { type CurrentParts, loadParts, restoreParts } from "./restore-parts.ts";

/** Why a product stays as it is, wholly or in part. */
export const LEFT_REASONS = ["changed_since", "deleted_since", "code_taken", "reference_gone"] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** What becomes of one product. */
export interface Reverted {
  row: StoredRow;
  outcome: "deleted" | "restored" | "left";
  /** `undefined`: nothing is to be stored. */
  change: ProductChange | undefined;
  left: { reason: LeftReason; fields: string[] }[];
}

/** Works out what taking an import back does to some products: nothing is written. */
export async function planPart(
  db: Reader,
  importId: string,
  { fromUs, rows: places, steps }: RevertPart,
  nowMs: number,
): Promise<Reverted[]> {
  const imported = await findImported(db, importId, { fromUs, rows: places });
  const byPlace = new Map(imported.map((each) => [each.row, each]));
  const products = (
    await findRowsByIds(
      db,
      imported.map(({ id }) => id),
    )
  ).toSorted((one, other) => (one.rowId ?? 0) - (other.rowId ?? 0));
  const [made, known] = [
    products.filter(({ rowId }) => byPlace.get(rowId ?? 0)?.isMade),
    products.filter(({ rowId }) => !byPlace.get(rowId ?? 0)?.isMade),
  ];
  // New products lie behind all others.
  return [
    ...(await restored(db, importId, { products: known, steps })),
    ...made.map((row) => undone(row, byPlace.get(row.rowId ?? 0)?.isUntouched === true, nowMs)),
  ];
}

/** What becomes of a product that the import made. */
function undone(row: StoredRow, isUntouched: boolean, nowMs: number): Reverted {
  if (row.deletedAtMs !== null) return left(row, "deleted_since");
  if (!isUntouched) return left(row, "changed_since");
  const change = { before: row, row: { ...row, deletedAtMs: nowMs }, changed: ["deleted_at"] };
  return { row, outcome: "deleted", change, left: [] };
}

const left = (row: StoredRow, reason: LeftReason, fields: string[] = []): Reverted => ({
  row,
  outcome: "left",
  change: undefined,
  left: [{ reason, fields }],
});

/** What becomes of products that were there before. */
async function restored(
  db: Reader,
  importId: string,
  { products, steps }: { products: readonly StoredRow[]; steps: readonly number[] },
): Promise<Reverted[]> {
  if (products.length === 0) return [];
  const places = products.flatMap(({ rowId }) => rowId ?? []);
  const changes = Map.groupBy(await listChangesSince(db, importId, places), ({ productRow }) => productRow);
  const moved = Map.groupBy(await listMovementsSince(db, importId, places), ({ productRow }) => productRow);
  const former = partsByRow(await findFormer(db, importId, steps));
  const current = await loadParts(db, products, former);
  const fields = new Map(products.map((row) => [row, formerFields(row, changes.get(row.rowId ?? 0) ?? [])]));
  const resolve = await referencesOf(db, fields);
  const claims = new Set<string>();
  const planned: Reverted[] = [];
  for (const row of products) {
    const place = row.rowId ?? 0;
    const own = { fields: fields.get(row), stock: formerStock(moved.get(place) ?? []), parts: former.get(place) };
    planned.push(await restoredProduct(db, row, own, { current, resolve, claims }));
  }
  return planned;
}

/** What steps recorded of products, by their rows, put together. */
function partsByRow(steps: readonly Record<string, unknown>[]): Map<number, FormerParts> {
  const found = new Map<number, FormerParts>();
  for (const step of steps) {
    for (const [place, value] of Object.entries(step)) {
      const parts = value as FormerParts; // written by `noteStep`
      const known = found.get(Number(place));
      found.set(Number(place), known ? joinParts(known, parts) : parts);
    }
  }
  return found;
}

/** Looks brands, categories and suppliers up once for all; `undefined` for what is deleted. */
async function referencesOf(db: Reader, fields: ReadonlyMap<StoredRow, FormerFields>) {
  const resolve: ResolveReferences = await loadReferences(
    db,
    [...fields.values()].map(({ values }) => values),
  );
  return (name: string, value: unknown): boolean => {
    try {
      resolve({ [name]: value });
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
}

interface Own {
  fields: FormerFields | undefined;
  stock: ReturnType<typeof formerStock>;
  parts: FormerParts | undefined;
}

interface Around {
  current: CurrentParts;
  resolve: (name: string, value: unknown) => boolean;
  /** Codes that products of this part take back. */
  claims: Set<string>;
}

async function restoredProduct(db: Reader, row: StoredRow, own: Own, around: Around): Promise<Reverted> {
  const fields: FormerFields = own.fields ?? { values: {}, parked: {}, names: [], touched: [] };
  // Its deletion was intended, so its earlier state does not matter.
  if (row.deletedAtMs !== null) return left(row, "deleted_since");
  const problems: Reverted["left"] = [];
  const touched = [...fields.touched, ...(own.stock.touched.size > 0 ? ["stock"] : [])];
  const { values, gone } = withReferences(fields.values, around.resolve);
  if (gone.length > 0) problems.push({ reason: "reference_gone", fields: gone });
  const next = withParked(applied(row, values), fields);
  if (next.gtin14 !== row.gtin14 && (await isTaken(db, next, around.claims))) {
    problems.push({ reason: "code_taken", fields: ["barcode"] });
    Object.assign(next, { ean: row.ean, gtin14: row.gtin14, eanStatus: row.eanStatus });
  }
  const parts = restoreParts(row, own.parts ?? {}, { ...around.current, restocked: own.stock.touched });
  touched.push(...parts.touched);
  if (touched.length > 0) problems.unshift({ reason: "changed_since", fields: [...new Set(touched)] });
  const stock = new Map([...own.stock.stock].filter(([supplier]) => !parts.change.unlinked?.has(supplier)));
  const names = fields.names.filter(
    (name) => !gone.includes(name) && !problems.some((each) => each.fields.includes(name)),
  );
  const isChanged = names.length > 0 || stock.size > 0 || parts.names.length > 0;
  if (!isChanged) return { row, outcome: "left", change: undefined, left: problems };
  const change: ProductChange = {
    before: row,
    row: { ...next, completenessScore: completenessScore(next) },
    changed: names,
    stock,
    ...parts.change,
    named: [...names, ...parts.names, ...(stock.size > 0 ? ["stock"] : [])],
  };
  return { row, outcome: "restored", change, left: problems };
}

/** The values without references to what is deleted. */
function withReferences(values: Record<string, unknown>, isThere: Around["resolve"]) {
  const deleted = Object.keys(values).filter((name) => !isThere(name, values[name]));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !deleted.includes(name))),
    gone: deleted,
  };
}

/** A product with values it had: each was accepted once, so together they may contradict each other, never alone. */
function applied(row: StoredRow, values: Record<string, unknown>): StoredRow {
  try {
    return { ...row, ...applyFields(row, values).row };
  } catch (error) {
    if (error instanceof ApiError) return { ...row };
    throw error;
  }
}

function withParked(row: StoredRow, { parked, deletedAtMs }: FormerFields): StoredRow {
  const extra = { ...row.extra };
  for (const [name, value] of Object.entries(parked)) {
    if (value === null) delete extra[name];
    else extra[name] = value;
  }
  return { ...row, extra, ...(deletedAtMs !== undefined && { deletedAtMs }) };
}

async function isTaken(db: Reader, { id, ean, gtin14 }: StoredRow, claims: Set<string>): Promise<boolean> {
  if (gtin14 === null) return false;
  const holders = await findEanHolders(db, [{ ean, gtin14, productId: id }]);
  if (holders.size > 0 || claims.has(gtin14)) return true;
  claims.add(gtin14);
  return false;
}
