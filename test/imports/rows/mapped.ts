import { DEFAULT_IMPORT_OPTIONS } from "../../../src/imports/map/import-options.ts";
import { compileRowMapper } from "../../../src/imports/map/row/compile-row-mapper.ts";
import type { RowMappingSettings } from "../../../src/imports/map/row/mapping-settings.ts";
import type { ImportProblem } from "../../../src/imports/map/rules/row-problems.ts";

/** Settings for records whose columns are called like their targets. */
export const mappingOf = (
  cells: Record<string, string>,
  settings: Partial<RowMappingSettings> = {},
): RowMappingSettings => ({
  columns: Object.keys(cells),
  columnMapping: Object.fromEntries(Object.keys(cells).map((column) => [column, column])),
  computedColumns: [],
  defaultValues: {},
  autoRules: [],
  validationRules: {},
  importOptions: DEFAULT_IMPORT_OPTIONS,
  decimalMark: ".",
  pivotLanguage: "fr",
  ...settings,
});

/** Maps one record: cells by column, with each column's target. */
export const mapped = (cells: Record<string, string>, settings: Partial<RowMappingSettings> = {}) =>
  compileRowMapper(mappingOf(cells, settings))({ number: 7, cells: Object.values(cells) });

/** A problem in a few words. */
export const summary = ({ severity, errorType, field }: ImportProblem) => `${severity} ${errorType} ${field}`;
