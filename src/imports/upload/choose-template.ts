import type { Reader } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { findLanguages } from "../../settings/languages.ts";
import type { MappingInput } from "../map/check-mapping.ts";
import { findDefaultTemplate, matchTemplate } from "../templates/match-template.ts";
import { Template, type TemplateRow } from "../templates/template.ts";

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
