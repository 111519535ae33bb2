import type { Language } from "../../http/output/messages.ts";
import { TARGET_FIELDS, type TargetField } from "./columns/target-fields.ts";

/** A ready-made choice of fields to fill a file with. */
export interface ImportTemplate {
  id: string;
  name: Record<Language, string>;
  fields: readonly TargetField[];
}

const template = (id: string, en: string, fr: string, names: string): ImportTemplate => {
  const wanted = new Set(names.split(" "));
  return { id, name: { en, fr }, fields: TARGET_FIELDS.filter(({ name }) => wanted.has(name)) };
};

export const IMPORT_TEMPLATES: readonly ImportTemplate[] = [
  template(
    "basic_catalog",
    "Basic catalog",
    "Catalogue de base",
    "ean sku name description brand category price image_urls",
  ),
  { id: "full_catalog", name: { en: "Full catalog", fr: "Catalogue complet" }, fields: TARGET_FIELDS },
  template(
    "prices",
    "Prices",
    "Prix",
    "ean sku supplier_reference price cost_price compare_at_price map_price tax_rate",
  ),
  template("stock", "Stock", "Stock", "ean sku supplier_reference stock lead_time_days"),
  {
    id: "multilingual_content",
    name: { en: "Multilingual content", fr: "Contenu multilingue" },
    fields: TARGET_FIELDS.filter(({ name, translatable }) => translatable || name === "ean" || name === "sku"),
  },
];

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
