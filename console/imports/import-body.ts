/** An import as the API has it. */
export interface ImportBody {
  id: string;
  status: string;
  file_name: string;
  total_rows: number;
  processed_rows: number;
  successful_rows: number;
  failed_rows: number;
  skipped_rows: number;
  products_created: number;
  products_updated: number;
  error_message: string | null;
  duration_seconds: number | null;
  started_at: string | null;
  created_at: string;
}

/** What was found out about a file. */
export interface Analysis {
  columns: string[];
  row_count: number;
  sample_data: Record<string, unknown>[];
  /** By column: a field, or one in a language. */
  suggested_mapping: Record<string, string | { field: string; language: string }>;
  suggested_computed_columns: { field: string; expression: string }[];
  suggested_languages: Record<string, string>;
  suggestion_reasons: Record<string, { basis: string; message: string }>;
  format: string;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  sheets: string[];
  header_row: number | null;
  decimal_separator: string;
  currency: string | null;
  language: string | null;
  warnings: Warning[];
}
/** What a person should look at. */
export interface Warning {
  code: string;
  severity: string;
  column?: string | null;
  field: string | null;
  message: string;
}

/** What an import would do. */
export interface DryRun {
  total_rows: number;
  products_to_create: number;
  products_to_update: number;
  rows_with_errors: number;
  validation_errors: { row_number: number; field: string | null; message: string }[];
  warnings: Warning[];
  preview: { row_number: number; outcome: string; fields: { field: string; before: unknown; after: unknown }[] }[];
}

/** A field that columns can become. */
export interface Target {
  name: string;
  label: string;
  translatable: boolean;
}

/** States in which the columns can still be said. */
export const MAPPED_STATES = new Set(["pending", "awaiting_mapping", "ready"]);
/** States in which it goes on by itself. */
export const RUNNING_STATES = new Set([
  "queued",
  "connecting",
  "downloading",
  "analyzing",
  "processing",
  "persisting",
  "paused",
]);

/** A value as it stands in a row: lists with points between, objects as JSON, nothing as "". */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).join(" · ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
