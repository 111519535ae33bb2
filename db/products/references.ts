import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** The fields of a request that name something else, and how they name it. */
export type ReferenceField = "brand_id" | "brand_name" | "category_id" | "supplier_id" | "supplier_code";

/** The requested reference, unchanged, and the id of the existing row. */
export interface FoundReference {
  field: ReferenceField;
  wanted: string;
  id: string;
}

/** The parameter of the same name holds what is wanted, as JSON; names and codes as `nameKey` writes them. */
const found = (field: ReferenceField, table: "brand" | "category" | "supplier", column: string) =>
  `select '${field}' as field, wanted.value as wanted, ${table}.id as id from json_each(:${field}) wanted
    cross join ${table} on ${table}.tenant_id = :tenant and ${table}.${column} = wanted.value`;
const FOUND: Record<ReferenceField, string> = {
  brand_id: found("brand_id", "brand", "id"),
  brand_name: found("brand_name", "brand", "name_key"),
  category_id: found("category_id", "category", "id"),
  supplier_id: found("supplier_id", "supplier", "id"),
  supplier_code: found("supplier_code", "supplier", "code_key"),
};

/** Which of the wanted brands, categories and suppliers there are: one statement, for any references. */
export const findReferences = async (
  db: Reader,
  wanted: ReadonlyMap<ReferenceField, ReadonlySet<string>>,
): Promise<FoundReference[]> => {
  const fields = [...wanted].filter(([, values]) => values.size > 0);
  if (fields.length === 0) return [];
  return db.all(
    fields.map(([field]) => FOUND[field]).join(" union all "),
    Object.fromEntries(fields.map(([field, values]) => [field, JSON.stringify([...values])])),
    (row) => ({
      // One of the constants above.
      field: text(row, "field") as ReferenceField,
      wanted: text(row, "wanted"),
      id: text(row, "id"),
    }),
  );
};
