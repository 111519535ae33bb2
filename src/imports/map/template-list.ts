import type { Language } from "../../http/output/messages.ts";
import { IMPORT_TEMPLATES } from "./import-templates.ts";

/** The ready-made choices of fields, with names in the caller's language. */
export const templateList = (language: Language) => ({
  templates: IMPORT_TEMPLATES.map(({ id, name, fields }) => ({
    id,
    name: name[language],
    fields: fields.map(({ name: field, label, type, required, translatable }) => ({
      name: field,
      label: label[language],
      type,
      required,
      translatable,
    })),
  })),
});
