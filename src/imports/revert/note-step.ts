import { findContentOf } from "../../../db/content-variants/content-variants.ts";
import { insertStep, placeOfStep } from "../../../db/imports/import-steps.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findTerms } from "../../../db/sourcing/current-terms.ts";
import type { StoredRows } from "../../catalog/store-rows.ts";
import { variantSteps } from "../run/changed-variants.ts";
import type { Entry } from "../run/chunk-catalog.ts";
import { type FormerParts, ofSupplier, type PartTerms } from "./former-parts.ts";

type Known = Entry & { before: NonNullable<Entry["before"]> };
const isKnown = (entry: Entry): entry is Known => entry.before !== undefined;

/** What entries will change that the history of their products does not keep, with what it is now. */
async function formerOf(tx: Tx, entries: readonly Known[]): Promise<Map<Known, FormerParts>> {
  const found = new Map<Known, FormerParts>();
  const partsOf = (entry: Known): FormerParts => {
    const parts = found.get(entry) ?? {};
    found.set(entry, parts);
    return parts;
  };
  for (const entry of entries) {
    const variants = variantSteps(entry);
    if (variants.length > 0) {
      partsOf(entry).variants = Object.fromEntries(variants.map((step) => [step[1].id, step]));
    }
    if (entry.tagsBefore) partsOf(entry).tags = [[...entry.tagsBefore], [...(entry.tags ?? [])]];
  }
  await addTerms(tx, entries, partsOf);
  await addTexts(tx, entries, partsOf);
  return found;
}

async function addTerms(tx: Tx, entries: readonly Known[], partsOf: (entry: Known) => FormerParts): Promise<void> {
  const changed = entries.filter(({ termsChanged }) => termsChanged.size > 0);
  if (changed.length === 0) return;
  const suppliers = new Set(changed.flatMap(({ termsChanged }) => [...termsChanged]));
  const ids = changed.map(({ row }) => row.id);
  const known = new Map(
    (await findTerms(tx, [...suppliers], ids)).map((terms) => [`${terms.productId} ${terms.supplierId}`, terms]),
  );
  for (const entry of changed) {
    const terms: Record<string, [PartTerms | null, PartTerms]> = {};
    for (const id of entry.termsChanged) {
      const before = known.get(`${entry.row.id} ${id}`);
      const after = entry.terms[id];
      if (after) terms[id] = [before ? ofSupplier(before) : null, ofSupplier(after)];
    }
    partsOf(entry).terms = terms;
  }
}

async function addTexts(tx: Tx, entries: readonly Known[], partsOf: (entry: Known) => FormerParts): Promise<void> {
  const changed = entries.filter(({ contentChanges }) => Object.keys(contentChanges).length > 0);
  if (changed.length === 0) return;
  const languages = new Set(changed.flatMap(({ contentChanges }) => Object.keys(contentChanges)));
  const ids = changed.map(({ row }) => row.id);
  const known = new Map(
    (await findContentOf(tx, ids, [...languages])).map((each) => [`${each.productId} ${each.language}`, each.content]),
  );
  for (const entry of changed) {
    partsOf(entry).texts = Object.fromEntries(
      Object.entries(entry.contentChanges).map(([language, fields]) => {
        const before = known.get(`${entry.row.id} ${language}`) ?? {};
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
  { entries, write }: { entries: readonly Entry[]; write: () => Promise<StoredRows> },
  { now }: MutationContext,
): Promise<void> {
  if (entries.length === 0) return;
  const known = entries.filter(isKnown);
  const former = await formerOf(tx, known);
  const fromUs = await placeOfStep(tx);
  const stored = await write();
  const made = entries.flatMap(({ before, row }) => (before ? [] : (stored.get(row.id) ?? [])));
  const rows = made.flatMap(({ rowId }) => rowId ?? []);
  await insertStep(tx, importId, {
    fromUs,
    atMs: made[0]?.createdAtMs ?? now(),
    made: rows.length > 0 ? { first: Math.min(...rows), last: Math.max(...rows) } : null,
    changed: known.flatMap(({ before }) => before.rowId ?? []),
    former: Object.fromEntries([...former].map(([{ before }, parts]) => [before.rowId, parts])),
  });
}
