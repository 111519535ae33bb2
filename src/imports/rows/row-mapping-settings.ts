import type { AutoRule } from "./auto-rules.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import type { ImportOptions } from "./import-options.ts";
import type { DecimalSeparator } from "./numbers.ts";
import type { ValidationRules } from "./validation-rules.ts";

/** A field whose value is worked out from other columns. */
export interface ComputedColumn {
  field: string;
  language?: string;
  expression: string;
}

/** Everything that says how the rows of one file become fields. All of it has been checked. */
export interface RowMappingSettings {
  /** Names of the file's columns, in its order. */
  columns: readonly string[];
  columnMapping: ColumnMapping;
  computedColumns: readonly ComputedColumn[];
  /** By field: the value of rows that have none. */
  defaultValues: Record<string, unknown>;
  autoRules: readonly AutoRule[];
  validationRules: ValidationRules;
  importOptions: ImportOptions;
  /** How the file was found to write; `importOptions` may say otherwise. */
  decimalSeparator: DecimalSeparator;
  /** Texts of this language are the product's own. */
  pivotLanguage: string;
}
