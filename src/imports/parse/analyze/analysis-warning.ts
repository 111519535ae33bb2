import { DOUBTS } from "../../map/columns/doubts/doubt.ts";

/** How much what is said of a file or an import weighs: what is critical spoils the products if it is not put right. */
export type Severity = "info" | "warning" | "critical";

/** All that is said of a file, and how much each weighs. */
export const ANALYSIS_WARNINGS = {
  encoding_uncertain: "warning",
  header_not_first: "info",
  no_header: "warning",
  decimal_separator_undecided: "warning",
  cells_without_value: "warning",
  bytes_mended: "warning",
  quote_open: "warning",
  variants_linked: "info",
  surcharges_left: "warning",
  assist_failed: "info",
  ...DOUBTS,
} as const satisfies Record<string, Severity>;

/** What a sender should look at before the rows are imported. */
export interface AnalysisWarning {
  code: keyof typeof ANALYSIS_WARNINGS;
  /** The column it is about; `null` when it is the file. */
  column: string | null;
  /** The field that the column is suggested for, where the question is whether it is that. */
  field?: string;
  params: Record<string, string | number>;
}
