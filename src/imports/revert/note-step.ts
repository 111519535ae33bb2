import { findContentOf } from "../../../db/content-variants/content-variants.ts";
import { insertStep, placeOfStep } from "../../../db/imports/import-steps.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findTerms } from "../../../db/sourcing/current-terms.ts";
import type { PendingChange } from "../../products/changes/set/change-set.ts";
import type { StoredRows } from "../../products/changes/set/product-change.ts";
import { variantSteps } from "../run/chunk/changed-variants.ts";
import { type FormerParts, ofSupplier, type PartTerms } from "./former-parts.ts";

type Known = PendingChange & { before: NonNullable<PendingChange["before"]> };
const isKnown = (change: PendingChange): change is Known => change.before !== undefined;

/** What changes will do to products that the history of their products does not keep, with what it is now. */
async function formerOf(tx: Tx, changes: readonly Known[]): Promise<Map<Known, FormerParts>> {
  const found = new Map<Known, FormerParts>();
  const partsOf = (change: Known): FormerParts => {
    const parts = found.get(change) ?? {};
    found.set(change, parts);
    return parts;
  };
  for (const change of changes) {
    const variants = variantSteps(change);
    if (variants.length > 0) {
      partsOf(change).variants = Object.fromEntries(variants.map((step) => [step[1].id, step]));
    }
    if (change.tags) partsOf(change).tags = [[...change.tags.before], [...change.tags.after]];
  }
  await addTerms(tx, changes, partsOf);
  await addTexts(tx, changes, partsOf);
  return found;
}

async function addTerms(tx: Tx, changes: readonly Known[], partsOf: (change: Known) => FormerParts): Promise<void> {
  const changed = changes.filter(({ terms = [] }) => terms.length > 0);
  if (changed.length === 0) return;
  const suppliers = new Set(changed.flatMap(({ terms = [] }) => terms.map(({ supplierId }) => supplierId)));
  const ids = changed.map(({ row }) => row.id);
  const known = new Map(
    (await findTerms(tx, [...suppliers], ids)).map((terms) => [`${terms.productId} ${terms.supplierId}`, terms]),
  );
  for (const change of changed) {
    const terms: Record<string, [PartTerms | null, PartTerms]> = {};
    for (const { supplierId } of change.terms ?? []) {
      const before = known.get(`${change.row.id} ${supplierId}`);
      const after = change.parts.terms[supplierId];
      if (after) terms[supplierId] = [before ? ofSupplier(before) : null, ofSupplier(after)];
    }
    partsOf(change).terms = terms;
  }
}

async function addTexts(tx: Tx, changes: readonly Known[], partsOf: (change: Known) => FormerParts): Promise<void> {
  const changed = changes.filter(({ texts }) => texts !== undefined);
  if (changed.length === 0) return;
  const languages = new Set(changed.flatMap(({ texts = {} }) => Object.keys(texts)));
  const ids = changed.map(({ row }) => row.id);
  const known = new Map(
    (await findContentOf(tx, ids, [...languages])).map((each) => [`${each.productId} ${each.language}`, each.content]),
  );
  for (const change of changed) {
    partsOf(change).texts = Object.fromEntries(
      Object.entries(change.texts ?? {}).map(([language, fields]) => {
        const before = known.get(`${change.row.id} ${language}`) ?? {};
        const pairs = Object.entries(fields).map(([field, after]) => [field, [before[field] ?? null, after ?? null]]);
        return [language, Object.fromEntries(pairs)];
      }),
    );
  }
}

/**
 * Lets `write` change products for an import, and notes what it does, so that it can be taken back: which products it makes
 * and changes, and what their history does not keep.
 */
export async function noteStep(
  tx: Tx,
  importId: string,
  { changes, write }: { changes: readonly PendingChange[]; write: () => Promise<StoredRows> },
  { now }: MutationContext,
): Promise<void> {
  if (changes.length === 0) return;
  const known = changes.filter(isKnown);
  const former = await formerOf(tx, known);
  const fromUs = await placeOfStep(tx);
  const stored = await write();
  const made = changes.flatMap(({ before, row }) => (before ? [] : (stored.get(row.id) ?? [])));
  const rows = made.flatMap(({ rowId }) => rowId ?? []);
  await insertStep(tx, importId, {
    fromUs,
    atMs: made[0]?.createdAtMs ?? now(),
    made: rows.length > 0 ? { first: Math.min(...rows), last: Math.max(...rows) } : null,
    changed: known.flatMap(({ before }) => before.rowId ?? []),
    former: Object.fromEntries([...former].map(([{ before }, parts]) => [before.rowId, parts])),
  });
}
