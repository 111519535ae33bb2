import type { Reader } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { findLanguages } from "../../settings/languages.ts";
import { nameKey } from "../../text/name-key.ts";
import { type MappingInput, mappingProblems } from "../map/check-mapping.ts";
import { type ColumnMapping, mappedTarget } from "../map/columns/column-mapping.ts";
import { columnFinder } from "../map/columns/headers/find-column.ts";
import { Template, type TemplateRow } from "../templates/template.ts";

/** Whose files are taken in. */
interface Sender {
  supplierId: string | null;
  supplierCode: string | null;
}

async function supplierIdOf(db: Reader, { supplierId, supplierCode }: Sender): Promise<string | undefined> {
  if (supplierId !== null) return supplierId;
  if (supplierCode === null) return undefined;
  const [supplier] = await Supplier.table.findBy(db, "code_key", [nameKey(supplierCode)]);
  return supplier?.id;
}

/** The template of a supplier for its files when none is named. */
async function findDefaultTemplate(db: Reader, sender: Sender): Promise<TemplateRow | undefined> {
  const supplierId = await supplierIdOf(db, sender);
  if (supplierId === undefined) return undefined;
  const conditions = conditionsOf({ supplier_id: supplierId, is_default: true });
  const [found] = await Template.table.listAll(db, conditions);
  return found;
}

type TemplateMatch = { mapping: MappingInput; missing: [] } | { mapping: undefined; missing: string[] };

/**
 * A template's mapping for a file with these columns, or which of its columns the file lacks; names are compared regardless
 * of case, accents and blanks. A mapping that cannot be used any more, for a language that was switched off, names what is
 * wrong.
 */
function matchTemplate(
  template: TemplateRow,
  { columns, enabledLanguages }: { columns: readonly string[]; enabledLanguages: readonly string[] },
): TemplateMatch {
  const finder = columnFinder(columns);
  const nameOf = (column: string) => columns[finder.get(column) ?? -1];
  // Checked when it was stored.
  const mapped = Object.entries(template.column_mapping as ColumnMapping).filter(([, value]) => mappedTarget(value));
  const needed = template.custom_columns.filter(({ required }) => required === true);
  const wanted = [...mapped.map(([column]) => column), ...needed.map(({ column }) => String(column))];
  const missing = wanted.filter((column) => nameOf(column) === undefined);
  if (missing.length > 0) return { mapping: undefined, missing };
  const mapping: MappingInput = {
    column_mapping: Object.fromEntries(mapped.map(([column, value]) => [nameOf(column), value])),
    custom_columns: template.custom_columns.flatMap((custom) => {
      const column = nameOf(String(custom["column"]));
      return column === undefined ? [] : [{ ...custom, column }];
    }),
    computed_columns: template.computed_columns,
    default_values: template.default_values,
    auto_rules: template.auto_rules,
    validation_rules: template.validation_rules,
    import_options: template.import_options,
  };
  const wrong = mappingProblems({ ...mapping, computed_columns: [] }, { columns, enabledLanguages });
  return wrong.length > 0 ? { mapping: undefined, missing: wrong.map(({ field }) => field) } : { mapping, missing: [] };
}

interface Wanted {
  templateId: string | null;
  supplierId: string | null;
  supplierCode: string | null;
}

/** The template that is named, else the supplier's default. Throws VALIDATION_FAILED for an unknown one. */
export async function chooseTemplate(db: Reader, { templateId, ...sender }: Wanted): Promise<TemplateRow | undefined> {
  if (templateId === null) return findDefaultTemplate(db, sender);
  const found = await Template.table.find(db, templateId.toLowerCase());
  if (found) return found;
  throw invalidBody([{ field: "template_id", type: "invalid_value", key: "imports.no_such_template" }]);
}

/** What a template makes of a file. */
export interface AppliedTemplate {
  templateId: string | null;
  /** `null`: somebody must say it. */
  mapping: MappingInput | null;
  message: string;
}

/** Fits a template to a file's columns, and says what comes next. */
export async function applyTemplate(
  db: Reader,
  template: TemplateRow | undefined,
  { columns, rowCount }: { columns: readonly string[]; rowCount: number },
  { autoProcess, language }: { autoProcess: boolean; language: Language },
): Promise<AppliedTemplate> {
  const rows = rowCount;
  const waits = translate(language, "imports.awaiting_mapping", { rows });
  if (!template) return { templateId: null, mapping: null, message: waits };
  const { enabled } = await findLanguages(db);
  const { mapping, missing } = matchTemplate(template, { columns, enabledLanguages: enabled });
  if (mapping) {
    const message = translate(language, autoProcess ? "imports.begins" : "imports.ready", {
      rows,
      name: template.name,
    });
    return { templateId: template.id, mapping, message };
  }
  const lacks = translate(language, "imports.template_unfit", { name: template.name, columns: missing.join(", ") });
  return { templateId: null, mapping: null, message: `${waits}. ${lacks}` };
}
