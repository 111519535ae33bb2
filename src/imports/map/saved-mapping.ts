import type { Import } from "../../../db/imports/imports.ts";
import type { FileAnalysis } from "../parse/analyze/analyze-file.ts";
import type { FileFormat } from "../parse/file-format.ts";
import type { ColumnMapping } from "./columns/column-mapping.ts";
import { type ImportOptions, importOptionsOf } from "./import-options.ts";
import { type CustomColumn, customMapping, customRules, customTypes } from "./row/custom-columns.ts";
import type { ComputedColumn, RowMappingSettings } from "./row/mapping-settings.ts";
import type { AutoRule } from "./rules/auto-rules.ts";
import type { ValidationRules } from "./rules/validation-rules.ts";
import type { DecimalMark } from "./values/numbers.ts";

/** A mapping as it was sent, checked, and as it is stored. */
export interface SavedMapping {
  column_mapping: ColumnMapping;
  validation_rules: ValidationRules;
  import_options: Record<string, unknown>;
  custom_columns: CustomColumn[];
  computed_columns: ComputedColumn[];
  default_values: Record<string, unknown>;
  auto_rules: AutoRule[];
}

/** The mapping of an import: the saved one, else the suggested. */
const mappingOf = ({ mapping, suggestedMapping }: Import): SavedMapping => ({
  // The analysis suggests such a mapping.
  column_mapping: suggestedMapping as ColumnMapping,
  validation_rules: {},
  import_options: {},
  custom_columns: [],
  computed_columns: [],
  default_values: {},
  auto_rules: [],
  // Written by `saveMapping`, which has checked it.
  ...(mapping as Partial<SavedMapping> | null),
});

/** What an import does; texts that name no language are in that which was said of the file, where nothing else is set. */
export const optionsOf = (found: Import): ImportOptions => {
  const options = importOptionsOf(mappingOf(found).import_options);
  return { ...options, defaultLanguage: options.defaultLanguage ?? formatOf(found).given?.language ?? null };
};

/** What is stored of an analysis. */
export type StoredAnalysis = Omit<
  FileAnalysis,
  "sampleData" | "suggestedComputed" | "suggestedLanguages" | "suggestionBases" | "openColumns" | "warnings"
>;

/** How a file is read: its format, and how its numbers are written. */
type StoredFormat = FileFormat & {
  decimalSeparator: DecimalMark;
  /** The columns that write numbers differently. Imports of older versions lack it. */
  columnMarks?: Record<string, DecimalMark>;
};

/** What `import.file_format` holds. */
export const fileFormatOf = ({ format, marks }: StoredAnalysis): StoredFormat => ({
  ...format,
  decimalSeparator: marks.mark,
  columnMarks: marks.columns,
});

/** How the file of an import is read. */
export const formatOf = ({ fileFormat }: Import): StoredFormat =>
  // Written by `createImport` and `saveAnalysis` from `fileFormatOf`.
  fileFormat as StoredFormat;

/** All that says how the rows of an import become fields. */
export function rowMappingOf(found: Import, pivotLanguage: string): RowMappingSettings {
  const mapping = mappingOf(found);
  return {
    columns: found.columns,
    columnMapping: { ...mapping.column_mapping, ...customMapping(mapping.custom_columns) },
    columnTypes: customTypes(mapping.custom_columns),
    computedColumns: mapping.computed_columns,
    defaultValues: mapping.default_values,
    autoRules: mapping.auto_rules,
    validationRules: { ...customRules(mapping.custom_columns), ...mapping.validation_rules },
    importOptions: optionsOf(found),
    decimalMark: formatOf(found).decimalSeparator,
    columnMarks: formatOf(found).columnMarks ?? {},
    currency: formatOf(found).given?.currency ?? null,
    hasFormulaGuards: formatOf(found).format === "csv",
    pivotLanguage,
  };
}
