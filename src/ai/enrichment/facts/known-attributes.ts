import { type AttributeUse, listAttributeUses } from "../../../../db/enrichment/attribute-names.ts";
import type { Reader } from "../../../../db/ports.ts";
import { PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { nameKey } from "../../../text/name-key.ts";

/** What values of an attribute are. */
type Form = "list" | "number" | "measure" | "flag" | "text";

/** A name that the catalog has for attributes, and what it holds. */
export interface KnownAttribute {
  name: string;
  form: Form;
  /** Of a measure. */
  unit: string | null;
}

/** Sent to a model: those of the product's category first. */
const SENT_MAX = 60;
const FORMS: Record<string, Form> = {
  ...{ array: "list", object: "measure", integer: "number", real: "number", true: "flag", false: "flag" },
};
const FLAGS = new Map<unknown, boolean>([
  ...["oui", "yes", "true", "vrai"].map((word) => [word, true] as const),
  ...["non", "no", "false", "faux"].map((word) => [word, false] as const),
]);
const MEASURE = /^(-?\d+(?:[.,]\d+)?)\s*([^\d\s].{0,19})$/;

/**
 * The names that the catalog has for attributes: those of products of the same category, the most used first, then those of
 * others. What a name holds is what most products have there.
 */
export async function knownAttributes(
  db: Reader,
  { categoryId }: { categoryId: string | null },
): Promise<KnownAttribute[]> {
  const near = categoryId === null ? [] : await listAttributeUses(db, categoryId);
  const all = [...near, ...(await listAttributeUses(db, null))];
  const known = new Map<string, KnownAttribute>();
  for (const use of all) {
    const key = nameKey(use.name);
    if (!known.has(key)) known.set(key, attributeOf(use));
  }
  return [...known.values()].slice(0, SENT_MAX);
}

const attributeOf = ({ name, type, unit }: AttributeUse): KnownAttribute => {
  const form = FORMS[type] ?? "text";
  return { name, form: form === "measure" && unit === null ? "text" : form, unit };
};

/** As a model is given them: a line each, with the unit of what is measured. */
export const attributesText = (known: readonly KnownAttribute[]): string =>
  known.map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`)).join("\n");

/** What the field catalogue says of attributes that are called as a field is. */
const OF_FIELDS: ReadonlyMap<string, KnownAttribute> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, label, kind, means }) => {
    const { type, bounds } = kind.cell;
    const form = formOf(type);
    if (form === "text" || means !== undefined) return [];
    const unit = form === "measure" ? ("unit" in bounds ? String(bounds.unit) : "") : "";
    const field: KnownAttribute = { name, form: unit === "piece" ? "number" : form, unit: unit || null };
    const names = [name, ...(label ?? [])].map((each: string) => nameKey(each.replace(/ \([^()]*\)$/, "")));
    return names.map((each) => [each, field] as const);
  }),
);

function formOf(type: string): Form {
  if (type === "measure") return "measure";
  if (type === "list") return "list";
  if (type === "boolean") return "flag";
  return type === "number" || type === "integer" || type === "percent" ? "number" : "text";
}

const numberIn = (text: string): number | undefined =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : undefined;

const asNumber = (value: unknown): number | undefined =>
  typeof value === "number" ? value : numberIn(String(value).trim());

function asList(value: unknown): unknown {
  if (typeof value === "number") return [value];
  return typeof value === "string" ? value.split(/\s*[,;]\s+/).filter((each) => each !== "") : value;
}

/** A number has the attribute's unit, a text its own. */
function asMeasure(value: unknown, unit: string | null): unknown {
  const number = asNumber(value);
  if (number !== undefined) return unit === null ? number : { value: number, unit };
  const [, digits, own] = MEASURE.exec(String(value).trim()) ?? [];
  return digits === undefined ? value : { value: Number(digits.replace(",", ".")), unit: own };
}

/** Values in the form that their attribute has elsewhere; one that cannot be read so stays as it is. */
const IN_FORM: Record<Form, (value: unknown, unit: string | null) => unknown> = {
  list: asList,
  number: (value) => asNumber(value) ?? value,
  flag: (value) => FLAGS.get(String(value).trim().toLowerCase()) ?? value,
  measure: asMeasure,
  text: (value) => value,
};

/** Objects and lists say themselves what they are. */
function inForm(value: unknown, { form, unit }: KnownAttribute, isOfField: boolean): unknown {
  if (typeof value === "object") return value;
  if (isOfField && form === "measure") return asNumber(value) === undefined ? value : asMeasure(value, unit);
  return IN_FORM[form](value, unit);
}

/**
 * Attributes that a model named, by the catalog's own names where these differ in case or accents only, and with the types
 * and units of the catalog's other products, else those of the field of the same name. A text that has its unit stays one
 * where only a field says otherwise.
 */
export function typedAttributes(
  attributes: Readonly<Record<string, unknown>>,
  known: readonly KnownAttribute[],
): Record<string, unknown> {
  const byKey = new Map(known.map((each) => [nameKey(each.name), each]));
  return Object.fromEntries(
    Object.entries(attributes).map(([said, value]) => {
      const key = nameKey(said);
      const [own, ofField] = [byKey.get(key), OF_FIELDS.get(key)];
      const isOfField = own === undefined || own.form === "text";
      const rule = isOfField ? ofField : own;
      return [own?.name ?? said, rule ? inForm(value, rule, isOfField) : value];
    }),
  );
}
