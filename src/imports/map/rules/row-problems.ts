import type { Language } from "../../../http/output/messages.ts";
import type { EanErrorType } from "../values/ean-of-cell.ts";
import { PROBLEM_MESSAGES, type ProblemMessageKey } from "./problem-messages.ts";

/** What can be wrong with a row of an import. */
export type ImportErrorType =
  | EanErrorType
  | "missing_required_field"
  | "ean_finder_pending"
  | "ean_pending_resolution"
  | "ean_used_by_variant"
  | "invalid_number"
  | "invalid_value"
  | "too_long"
  | "unknown_category"
  | "unknown_language"
  | "rule_violation"
  | "duplicate_in_file"
  | "ambiguous_match"
  | "image_not_fetched"
  | "persistence_error"
  | "suspicious_outcome";

/** One fault of a row. An error fails the row, a warning does not. */
export interface ImportProblem {
  severity: "error" | "warning";
  errorType: ImportErrorType;
  /** Name of the target field; `null` when it is the row as a whole. */
  field: string | null;
  /** What is said; the text of the error type when absent. */
  messageKey?: ProblemMessageKey;
  params?: Record<string, string | number>;
  /** What the cell holds; `null` when there is no cell. */
  rawValue: string | null;
}

/** What a problem says. `{field}` of a text is the problem's field, unless its params name another. */
export function problemMessage(problem: ImportProblem, language: Language): string {
  const params: Record<string, string | number> = { field: problem.field ?? "", ...problem.params };
  const text: string = PROBLEM_MESSAGES[problem.messageKey ?? problem.errorType][language];
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
