import { Type } from "@sinclair/typebox";
import { listConfigsOfTemplate } from "../../../db/import-configs/configs.ts";
import { FLAG, NUMBER, TEXT } from "../../../db/table.ts";
import { Uuid, unknownReference } from "../../http/input/fields.ts";
import { ApiError, invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import { jsonField, lineField, nameField, optionalText, sentOnce, shownField } from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { findLanguages } from "../../settings/languages.ts";
import { nameKey } from "../../text/name-key.ts";
import { mappingProblems } from "../map/check-mapping.ts";
import { MAPPING_PARTS } from "../map/mapping-schema.ts";
import { READ } from "../policies.ts";
import { type FileOptions, FileOptionsBody, fileOptionProblems } from "./file-options.ts";

type Json = Record<string, unknown>;

const SupplierId = Type.String({ format: "uuid", description: "The supplier that this template is for; null: any." });

/** How the files of a supplier, or of anybody, become fields. */
export const Template = record({
  table: "mapping_template",
  noun: "mapping_template",
  key: "template",
  expands: { supplier: "supplier" },
  fields: {
    name: nameField(200, "Unique among those of the supplier, ignoring case and accents.", { example: "Price list" }),
    description: lineField(2000, "What it is for."),
    supplier_id: sentOnce(optionalText(SupplierId, { shown: Uuid })),
    column_mapping: jsonField<Json>(MAPPING_PARTS.column_mapping),
    custom_columns: jsonField<Json[]>(MAPPING_PARTS.custom_columns, []),
    computed_columns: jsonField<Json[]>(MAPPING_PARTS.computed_columns, []),
    default_values: jsonField<Json>(MAPPING_PARTS.default_values, {}),
    auto_rules: jsonField<Json[]>(MAPPING_PARTS.auto_rules, []),
    validation_rules: jsonField<Json>(MAPPING_PARTS.validation_rules, {}),
    import_options: jsonField<Json>(MAPPING_PARTS.import_options, {}),
    file_options: jsonField<FileOptions>(FileOptionsBody, {}),
    is_default: shownField(Type.Boolean({ description: "Whether uploads for the supplier use it." }), FLAG, false),
    usage_count: shownField(Type.Integer({ minimum: 0, description: "Imports that were given it." }), NUMBER, 0),
  },
  derived: { name_key: TEXT },
  derive: ({ name, supplier_id }) => ({ name_key: `${supplier_id ?? ""}/${nameKey(name)}` }),
});
export type TemplateRow = ReturnType<typeof Template.blank>;

/** Refuses names that the supplier's templates have already, and mappings that could not be used. */
export const templateChanges = changesOf("mapping-templates", Template, {
  unique: { field: "name", column: "name_key" },
  check: async (tx, row) => {
    if (row.supplier_id !== null && !(await Supplier.table.find(tx, row.supplier_id))) {
      throw unknownReference("supplier_id");
    }
    const { enabled } = await findLanguages(tx);
    const problems = [
      ...mappingProblems(row, { columns: null, enabledLanguages: enabled }),
      ...fileOptionProblems(row.file_options),
    ];
    if (problems.length > 0) throw invalidBody(problems);
  },
  empty: async (tx, { id }) => {
    const configs = await listConfigsOfTemplate(tx, id);
    if (configs.length === 0) return true;
    throw new ApiError("INVALID_STATE", { key: "templates.in_use", details: { current_state: "in_use", configs } });
  },
});

/** For answers that name templates. */
export const templatesById = rowsById(Template, READ);
