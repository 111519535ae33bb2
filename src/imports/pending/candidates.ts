import type { PendingEan } from "../../../db/imports/pending-eans.ts";
import { type EanCandidate, repairEan } from "./repair-ean.ts";
import type { PendingRow } from "./store-pending-eans.ts";

export const CANDIDATE_REASONS = [
  "same_reference",
  "same_supplier_reference",
  "leading_zero",
  "transposed_digits",
  "missing_digit",
] as const;

/** A code of a product of the catalog that is perhaps meant. */
export interface FoundEan {
  ean: string;
  reason: "same_reference" | "same_supplier_reference";
}

/** What a slip would have made of the code that a row brought. */
export const repairsOf = ({ rowData }: Pick<PendingEan, "rowData">): EanCandidate[] =>
  // Written by `storePendingEans`, from such a row.
  repairEan((rowData as PendingRow).row.eanProblem?.rawValue ?? "");

/** The codes that a waiting row may mean: those that a lookup found, then what a slip would have made of its own. */
export function candidatesOf(row: Pick<PendingEan, "rowData" | "found">): (FoundEan | EanCandidate)[] {
  const found = row.found as FoundEan[]; // written by `lookUpPending`
  return [...found, ...repairsOf(row).filter(({ ean }) => !found.some((each) => each.ean === ean))];
}
