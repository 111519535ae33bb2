import { CATALOGUE, PRODUCT_FIELDS } from "./catalogue.ts";
import type { CompletenessFacts, ScoredRow, Weight } from "./field.ts";

export interface Criterion extends Omit<Weight, "as"> {
  field: string;
}

/** What a complete product has, what weighs most first. The weights add up to 100. */
export const CRITERIA: readonly Criterion[] = PRODUCT_FIELDS.flatMap(({ completeness }): Criterion[] => {
  if (!completeness) return [];
  const { as, weight, isFilled } = completeness;
  return [{ field: as, weight, isFilled }];
}).toSorted((one, other) => other.weight - one.weight);

/** What the supplier weighs: stock knows who sells a product, and keeps that part of the score. */
export const SUPPLIER_WEIGHT = CATALOGUE.supplier_id.completeness.weight;

/** The facts as far as the row itself gives them. */
export const factsOf = (row: ScoredRow): CompletenessFacts => ({
  hasImages: row.imageUrl !== null,
  hasSuppliers: row.supplierId !== null || row.supplierCount > 0,
});

/** How complete a product is, 0 to 100. */
export function completenessScore(row: ScoredRow, facts = factsOf(row)): number {
  let score = 0;
  for (const { weight, isFilled } of CRITERIA) if (isFilled(row, facts)) score += weight;
  return score;
}
