import type { VariantStep } from "../run/chunk/changed-variants.ts";

/** What a supplier's record of a product says, but for its stock, which has a history of its own. */
export interface PartTerms {
  supplierReference: string | null;
  costPriceCents: number | null;
}

type Change<T> = [before: T, after: T];

/** What an import changed of a product that its history does not keep: before, after. */
export interface FormerParts {
  /** By the supplier's id; `null`: the supplier did not sell it. */
  terms?: Record<string, [PartTerms | null, PartTerms]>;
  /** Ids. */
  tags?: Change<string[]>;
  /** By language and field. */
  texts?: Record<string, Record<string, Change<unknown>>>;
  /** By the variant's id; `null`: there was none. */
  variants?: Record<string, VariantStep>;
}

export const ofSupplier = ({ supplierReference, costPriceCents }: PartTerms): PartTerms => ({
  supplierReference,
  costPriceCents,
});

/** Two changes one after the other. */
const joined = <T>([before]: [T, unknown], [, after]: [unknown, T]): [T, T] => [before, after];

function joinedRecords<T>(one: Record<string, T>, other: Record<string, T>, join: (one: T, other: T) => T) {
  const all = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = all[key];
    all[key] = known === undefined ? value : join(known, value);
  }
  return all;
}

/** What two steps of an import changed of one product, the earlier first. */
export function joinParts(one: FormerParts, other: FormerParts): FormerParts {
  const { terms = {}, tags = other.tags, texts = {}, variants = {} } = one;
  return {
    terms: joinedRecords(terms, other.terms ?? {}, ([before], [, after]) => [before, after]),
    ...(tags && { tags: other.tags ? joined(tags, other.tags) : tags }),
    texts: joinedRecords(texts, other.texts ?? {}, (first, second) => joinedRecords(first, second, joined)),
    variants: joinedRecords(variants, other.variants ?? {}, ([before], [, after]): VariantStep => [before, after]),
  };
}
