import type { Reader } from "../../../db/ports.ts";
import { findSkus, type Variant } from "../../../db/variants/variants.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { duplicateEan, findEanHolders } from "../changes/refuse-duplicate-ean.ts";
import { valuesKey } from "./option-rules.ts";

/** A variant that is about to be stored, and what its fields are called in the request: `variants.3.`. */
export interface Candidate {
  variant: Variant;
  path: string;
}

/** The first of these to have a key that one before it has. */
function findRepeated(candidates: readonly Candidate[], keyOf: (variant: Variant) => string | null | undefined) {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const key = keyOf(candidate.variant) ?? undefined;
    if (key === undefined) continue;
    if (seen.has(key)) return candidate;
    seen.add(key);
  }
  return undefined;
}

async function refuseSkus(db: Reader, candidates: readonly Candidate[]): Promise<void> {
  const repeated = findRepeated(candidates, ({ sku }) => sku);
  if (repeated) throw duplicateResource(`${repeated.path}sku`, repeated.variant.sku, null);
  const taken = await findSkus(
    db,
    candidates.map(({ variant }) => variant.sku),
  );
  for (const { variant, path } of candidates) {
    const holder = taken.get(variant.sku);
    if (holder !== undefined && holder !== variant.id)
      throw duplicateResource(`${path}sku`, variant.sku, holder, "variant");
  }
}

async function refuseEans(db: Reader, candidates: readonly Candidate[]): Promise<void> {
  const repeated = findRepeated(candidates, ({ gtin14 }) => gtin14);
  const first = candidates.find(({ variant }) => variant.gtin14 === repeated?.variant.gtin14);
  if (repeated && first) {
    throw duplicateEan(repeated.variant.ean ?? "", { id: first.variant.id, type: "variant", deleted: false });
  }
  const claims = candidates.map(({ variant: { id, productId, ean, gtin14 } }) => ({
    ean,
    gtin14,
    productId,
    variantId: id,
  }));
  const holders = await findEanHolders(db, claims);
  for (const { ean, gtin14 } of claims) {
    const holder = gtin14 === null ? undefined : holders.get(gtin14);
    if (holder) throw duplicateEan(ean ?? "", holder);
  }
}

function refuseValues(candidates: readonly Candidate[], siblings: readonly Variant[]): void {
  const repeated = findRepeated(candidates, valuesKey);
  if (repeated) throw duplicateResource(`${repeated.path}option_values`, repeated.variant.optionValues, null);
  const known = new Map(siblings.map((sibling) => [valuesKey(sibling), sibling.id]));
  for (const { variant, path } of candidates) {
    const key = valuesKey(variant);
    const holder = key === undefined ? undefined : known.get(key);
    if (holder !== undefined) throw duplicateResource(`${path}option_values`, variant.optionValues, holder);
  }
}

/**
 * Throws DUPLICATE_RESOURCE for a SKU that another variant of the tenant has and for option values that another of the
 * product has, and DUPLICATE_EAN. `siblings` are the product's other variants.
 */
export async function refuseDuplicates(
  db: Reader,
  candidates: readonly Candidate[],
  siblings: readonly Variant[],
): Promise<void> {
  await refuseSkus(db, candidates);
  await refuseEans(db, candidates);
  refuseValues(candidates, siblings);
}
