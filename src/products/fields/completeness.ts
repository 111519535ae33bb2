import type { ProductRow } from "../../../db/products/product-row.ts";
import { replaceTags } from "../../text/without-tags.ts";

/** What counts besides the row's own texts and numbers. */
export interface CompletenessFacts {
  hasImages: boolean;
  hasSuppliers: boolean;
}

/** What of a product's row counts. */
type ScoredRow = Pick<
  ProductRow,
  | "title"
  | "description"
  | "shortDescription"
  | "ean"
  | "brandId"
  | "categoryId"
  | "priceCents"
  | "weight"
  | "imageUrl"
  | "supplierId"
  | "supplierCount"
>;

export interface Criterion {
  field: string;
  weight: number;
  isFilled: (row: ScoredRow, facts: CompletenessFacts) => boolean;
}

/** Whether a text says anything once its tags are gone. */
export const hasText = (text: string | null): boolean =>
  text !== null && (text.includes("<") ? replaceTags(text, "").replaceAll("&nbsp;", "") : text).trim() !== "";

/** What a complete product has. The weights add up to 100. */
export const CRITERIA: readonly Criterion[] = [
  { field: "title", weight: 15, isFilled: (row) => row.title !== "" },
  { field: "description", weight: 15, isFilled: (row) => hasText(row.description) },
  { field: "ean", weight: 10, isFilled: (row) => row.ean !== null },
  { field: "short_description", weight: 10, isFilled: (row) => hasText(row.shortDescription) },
  { field: "brand", weight: 10, isFilled: (row) => row.brandId !== null },
  { field: "category", weight: 10, isFilled: (row) => row.categoryId !== null },
  { field: "price", weight: 10, isFilled: (row) => row.priceCents !== null && row.priceCents > 0 },
  { field: "images", weight: 10, isFilled: (_, facts) => facts.hasImages },
  { field: "supplier", weight: 5, isFilled: (_, facts) => facts.hasSuppliers },
  { field: "weight", weight: 5, isFilled: (row) => row.weight !== null },
];

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
