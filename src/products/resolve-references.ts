import { findBrand, findBrandsByKeys } from "../../db/brands/brands.ts";
import { findCategory } from "../../db/categories/categories.ts";
import type { Reader } from "../../db/ports.ts";
import { findSupplier, findSuppliersByKeys } from "../../db/suppliers/suppliers.ts";
import { type FieldProblem, invalidBody } from "../http/errors.ts";
import { nameKey } from "../text/name-key.ts";

interface Reference {
  /** The field that holds an id. */
  id: string;
  /** The field that holds a name or code, if there is one; the id wins. */
  name?: string;
  findById: (db: Reader, id: string) => Promise<{ id: string } | undefined>;
  findByName?: (db: Reader, key: string) => Promise<{ id: string } | undefined>;
}

const REFERENCES: readonly Reference[] = [
  {
    id: "brand_id",
    name: "brand_name",
    findById: findBrand,
    findByName: async (db, key) => (await findBrandsByKeys(db, [key]))[0],
  },
  { id: "category_id", findById: findCategory },
  {
    id: "supplier_id",
    name: "supplier_code",
    findById: findSupplier,
    findByName: async (db, key) => (await findSuppliersByKeys(db, [key]))[0],
  },
];

/** Which field refers, and what it refers to; `undefined` when neither of the two is there. */
async function resolve(
  db: Reader,
  values: Record<string, unknown>,
  { id, name = "", findById, findByName }: Reference,
): Promise<{ field: string; found: string | null | undefined } | undefined> {
  const field = values[id] === undefined ? name : id;
  const value = values[field];
  if (value === undefined) return undefined;
  if (value === null || value === "") return { field, found: null };
  const find = field === id ? findById(db, String(value).toLowerCase()) : findByName?.(db, nameKey(String(value)));
  return { field, found: (await find)?.id };
}

/**
 * Replaces names and codes by the ids of what there is; nothing is created. Throws VALIDATION_FAILED that names each
 * field which refers to nothing.
 */
export async function resolveReferences(db: Reader, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const resolved = { ...values };
  const problems: FieldProblem[] = [];
  for (const reference of REFERENCES) {
    const outcome = await resolve(db, values, reference);
    if (!outcome) continue;
    if (outcome.found === undefined) {
      problems.push({ field: outcome.field, type: "invalid_value", key: "validation.unknown_reference" });
    }
    resolved[reference.id] = outcome.found;
  }
  if (problems.length > 0) throw invalidBody(problems);
  return resolved;
}
