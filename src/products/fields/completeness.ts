import { PRODUCT_FIELDS } from "./catalogue.ts";
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

/** The facts as far as the row itself tells them. */
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

export type Grade = "A" | "B" | "C" | "D";

/** The lowest score of each grade, best first. A and B may be published. */
export const GRADES: readonly { grade: Grade; from: number }[] = [
  { grade: "A", from: 90 },
  { grade: "B", from: 70 },
  { grade: "C", from: 50 },
  { grade: "D", from: 0 },
];

export const gradeOf = (score: number): Grade => GRADES.find(({ from }) => score >= from)?.grade ?? "D";
