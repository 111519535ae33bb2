import { FEATURES } from "./features.ts";
import type { Field, FieldList } from "./field.ts";
import { RULES } from "./field-rules.ts";
import { MEASURES } from "./measures.ts";
import { TERMS } from "./terms.ts";
import { TEXTS } from "./texts.ts";

/**
 * Every field of a product, under the name that requests give it, in the order in which files are mapped. All that knows
 * fields by name is made of this: schemas, setters, filters, history, imports, exports, the machine APIs, completeness.
 * `db/products/product-row.ts` says in which column a field is stored.
 */
export const CATALOGUE = { ...TEXTS, ...TERMS, ...MEASURES, ...RULES, ...FEATURES };
export type Catalogue = typeof CATALOGUE;

/** A field with its name. */
export interface NamedField extends Field {
  name: string;
}

export const PRODUCT_FIELDS: readonly NamedField[] = Object.entries(CATALOGUE).map(
  ([name, field]: [string, Field]) => ({
    ...field,
    name,
  }),
);

/** What people call fields that have a label, by their names in requests. */
export const FIELD_LABELS = {
  en: Object.fromEntries(PRODUCT_FIELDS.flatMap(({ name, label }) => (label ? [[name, label[0]]] : []))),
  fr: Object.fromEntries(PRODUCT_FIELDS.flatMap(({ name, label }) => (label ? [[name, label[1]]] : []))),
};

/** Those that are stored together as JSON. */
export const EXTRA_FIELD_NAMES: readonly string[] = PRODUCT_FIELDS.flatMap(({ name, place }) =>
  place === "extra" ? [name] : [],
);

/** The names of the fields that are in a list. */
export const namesIn = (list: FieldList): string[] =>
  PRODUCT_FIELDS.flatMap(({ name, in: lists }) => (lists?.includes(list) ? [name] : []));

/** Puts behind each item those that say so, in their order. Throws for one that would stand behind nothing. */
export function inPlace<T extends { name: string; behind?: string | undefined }>(items: readonly T[]): T[] {
  const followers = Map.groupBy(items, ({ behind }) => behind);
  const withFollowers = (item: T): T[] => [item, ...(followers.get(item.name) ?? []).flatMap(withFollowers)];
  const ordered = (followers.get(undefined) ?? []).flatMap(withFollowers);
  if (ordered.length !== items.length) throw new TypeError("A field stands behind one that is not there");
  return ordered;
}

/** The texts that files have beside each other in several languages, and that count for each language. */
export const TEXT_NAMES: readonly string[] = PRODUCT_FIELDS.flatMap(({ name, exportAs, in: lists }) =>
  lists?.includes("texts") ? [exportAs || name] : [],
);

/** Request names that are another way to set a field, with that field: its name wins when both are sent. */
export const MEANINGS: ReadonlyMap<string, string> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, means }) => (means === undefined ? [] : [[name, means]])),
);
