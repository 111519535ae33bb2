import type { FieldProblem } from "../../http/output/errors.ts";
import { checkMapping } from "./columns/column-mapping.ts";
import { checkImportOptions } from "./import-options.ts";
import { checkCustomColumns } from "./row/custom-columns.ts";
import { checkAutoRules } from "./rules/auto-rules.ts";
import { checkComputedColumns, checkDefaultValues } from "./rules/check-computed.ts";
import { checkRules } from "./rules/validation-rules.ts";

type Json = Record<string, unknown>;

/** A mapping as it is sent. */
export interface MappingInput {
  column_mapping: Json;
  custom_columns?: Json[] | undefined;
  computed_columns?: Json[] | undefined;
  default_values?: Json | undefined;
  auto_rules?: Json[] | undefined;
  validation_rules?: Json | undefined;
  import_options?: Json | undefined;
}

/** Every problem of a mapping. `columns`: those of the file; `null` when there is none yet, so that any may be named. */
export function mappingProblems(
  mapping: MappingInput,
  { columns, enabledLanguages }: { columns: readonly string[] | null; enabledLanguages: readonly string[] },
): FieldProblem[] {
  const { column_mapping: mapped, validation_rules: rules = {}, import_options: options = {} } = mapping;
  const { custom_columns: custom = [], computed_columns: computed = [], default_values: defaults = {} } = mapping;
  const named = [...Object.keys(mapped), ...custom.map(({ column }) => String(column))];
  return [
    ...checkMapping(mapped, { columns: columns ?? named, enabledLanguages, computed }),
    ...checkCustomColumns(custom, { columns: columns ?? named, mapped }),
    ...checkComputedColumns(computed, { columns, enabledLanguages }),
    ...checkDefaultValues(defaults),
    ...checkAutoRules(mapping.auto_rules ?? []),
    ...checkRules(rules),
    ...checkImportOptions(options, { enabledLanguages }),
  ];
}
