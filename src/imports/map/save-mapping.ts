import { setMapping } from "../../../db/imports/imports.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError, type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { findLanguages } from "../../settings/languages.ts";
import { requireMovable } from "../require-import.ts";
import { checkComputedColumns, checkDefaultValues } from "./check-computed.ts";
import { checkMapping } from "./column-mapping.ts";
import { checkImportOptions } from "./import-options.ts";
import { checkRules } from "./validation-rules.ts";

type Json = Record<string, unknown>;

/** A mapping as it is sent. */
export interface MappingInput {
  column_mapping: Json;
  validation_rules?: Json | undefined;
  import_options?: Json | undefined;
  computed_columns?: Json[] | undefined;
  default_values?: Json | undefined;
}

/** Keeps how the columns of an import become fields. Throws INVALID_STATE, and VALIDATION_FAILED with every problem. */
export const saveMapping = mutation(
  "imports.save-mapping",
  async (tx, { id, mapping }: { id: string; mapping: MappingInput }) => {
    const { found, status } = await requireMovable(tx, id, "save_mapping");
    if (found.status === "pending" && found.mapping !== null) {
      const details = { current_state: found.status, allowed_states: ["awaiting_mapping", "ready"] };
      throw new ApiError("INVALID_STATE", { details });
    }
    const { enabled } = await findLanguages(tx);
    const problems = problemsOf(mapping, { columns: found.columns, enabledLanguages: enabled });
    if (problems.length > 0) throw invalidBody(problems);
    await setMapping(tx, { id, status, mapping });
    return { id, status };
  },
);

function problemsOf(
  mapping: MappingInput,
  context: { columns: readonly string[]; enabledLanguages: readonly string[] },
): FieldProblem[] {
  const { validation_rules: rules = {}, import_options: options = {} } = mapping;
  const { computed_columns: computed = [], default_values: defaults = {} } = mapping;
  return [
    ...checkMapping(mapping.column_mapping, context),
    ...checkRules(rules),
    ...checkImportOptions(options, context),
    ...checkComputedColumns(computed, context),
    ...checkDefaultValues(defaults),
  ];
}
