import type { Reader } from "../../../db/ports.ts";
import { findReferences, type ReferenceField } from "../../../db/products/references.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { MessageKey } from "../../http/output/messages.ts";
import { nameKey } from "../../text/name-key.ts";

type Values = Record<string, unknown>;

/** The field that holds an id, and the one that holds a name or code in its place; the id wins. */
const REFERENCES: readonly { id: ReferenceField; name?: ReferenceField }[] = [
  { id: "brand_id", name: "brand_name" },
  { id: "category_id" },
  { id: "supplier_id", name: "supplier_code" },
];

/** What a field asks for, as it is looked up; `null` clears the reference. */
const wantedBy = (field: ReferenceField, value: unknown): string | null => {
  if (value === null || value === "") return null;
  return field.endsWith("_id") ? String(value).toLowerCase() : nameKey(String(value));
};

/** The fields of a request that refer to something, each with what it asks for. */
const referencesOf = (values: Values) =>
  REFERENCES.flatMap(({ id, name }) => {
    const field = values[id] === undefined ? name : id;
    return field === undefined || values[field] === undefined
      ? []
      : [{ id, field, wanted: wantedBy(field, values[field]) }];
  });

const MESSAGES: Partial<Record<ReferenceField, MessageKey>> = {
  brand_name: "validation.unknown_brand",
  supplier_code: "validation.unknown_supplier",
};

const unknownValue = (field: ReferenceField, value: unknown): FieldProblem => ({
  field,
  type: "invalid_value",
  key: MESSAGES[field] ?? "validation.unknown_value",
  params: { value: String(value) },
});

/**
 * Replaces names and codes by the ids of what there is; nothing is created. Throws VALIDATION_FAILED that names each
 * field which refers to nothing.
 */
export type ResolveReferences = (values: Values) => Values;

/** Looks up all that these requests refer to, at once. */
export async function loadReferences(db: Reader, requests: readonly Values[]): Promise<ResolveReferences> {
  const wanted = new Map<ReferenceField, Set<string>>();
  for (const reference of requests.flatMap(referencesOf)) {
    if (reference.wanted === null) continue;
    const known = wanted.get(reference.field);
    if (known) known.add(reference.wanted);
    else wanted.set(reference.field, new Set([reference.wanted]));
  }
  const found = new Map((await findReferences(db, wanted)).map((each) => [`${each.field} ${each.wanted}`, each.id]));
  return (values) => {
    const resolved = { ...values };
    const problems: FieldProblem[] = [];
    for (const { id, field, wanted: requested } of referencesOf(values)) {
      resolved[id] = requested === null ? null : found.get(`${field} ${requested}`);
      if (resolved[id] === undefined) problems.push(unknownValue(field, values[field]));
    }
    if (problems.length > 0) throw invalidBody(problems);
    return resolved;
  };
}

/** Resolves the references of one request. Throws VALIDATION_FAILED. */
export const resolveReferences = async (db: Reader, values: Values): Promise<Values> =>
  (await loadReferences(db, [values]))(values);
