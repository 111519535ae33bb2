import type { ColumnMapping } from "../columns/column-mapping.ts";
import type { TargetField } from "../columns/target-fields.ts";
import type { ImportOptions } from "../import-options.ts";
import type { AutoRule } from "../rules/auto-rules.ts";
import type { ValidationRules } from "../rules/validation-rules.ts";
import type { ForeignPrices } from "../values/foreign-prices.ts";
import type { DecimalMark } from "../values/numbers.ts";
import type { FamilyChild } from "./family-mark.ts";

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
  /** What the cells of a column hold, by its name, where its field does not say it. */
  columnTypes?: ReadonlyMap<string, TargetField["type"]>;
  computedColumns: readonly ComputedColumn[];
  /** By field: the value of rows that have none. */
  defaultValues: Record<string, unknown>;
  autoRules: readonly AutoRule[];
  validationRules: ValidationRules;
  importOptions: ImportOptions;
  /** How the file was found to write numbers; `importOptions` may say otherwise. */
  decimalMark: DecimalMark;
  /** The columns that write them differently, by name. */
  columnMarks?: Readonly<Record<string, DecimalMark>>;
  /** Of prices that name none; absent: that of the tenant. */
  currency?: string | null;
  /** What becomes of prices in another currency; absent: they are left out. */
  foreignPrices?: ForeignPrices | undefined;
  /** False: an apostrophe before a formula is the text's own. Only our exports as CSV put one there. */
  hasFormulaGuards?: boolean;
  /** Rows that others name as their variants, by their codes. */
  children?: ReadonlyMap<string, FamilyChild>;
  /** Texts of this language are the product's own. */
  pivotLanguage: string;
}
