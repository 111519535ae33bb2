import { Type } from "@sinclair/typebox";

/** A file has 2,000 columns at most. */
const Json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { maxProperties: 2000, description });
const Entries = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 10 }), { maxItems: 200, description });

/** All that says how the rows of a file become fields, as requests send it. */
export const MAPPING_PARTS = {
  column_mapping: Json('File column to field, or to `{field, language}`. Null or "" ignores a column.'),
  custom_columns: Entries(
    "Columns that become attributes: `{column, field: attributes.<key>, type: text|number|boolean|date|list, required}`.",
  ),
  computed_columns: Entries("Computed fields: `{field, language?, expression}`."),
  default_values: Json("Field to its default value for rows without one."),
  auto_rules: Entries("`{when: [{field, op, value}], set: {field: value}}` or `{when, skip: true}`."),
  validation_rules: Json("Field to its rules: `{required, type, min, max, min_length, max_length, pattern, …}`."),
  import_options: Json("`overwrite_existing`, `create_missing`, `update_prices`, `foreign_prices` and others."),
};
