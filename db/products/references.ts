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
const FOUND: Record<ReferenceField, string> = {
  brand_id: `select 'brand_id' as field, wanted.value as wanted, brand.id as id from json_each(:brand_id) wanted
    cross join brand on brand.tenant_id = :tenant and brand.id = wanted.value`,
  brand_name: `select 'brand_name' as field, wanted.value as wanted, brand.id as id from json_each(:brand_name) wanted
    cross join brand on brand.tenant_id = :tenant and brand.name_key = wanted.value`,
  category_id: `select 'category_id' as field, wanted.value as wanted, category.id as id
    from json_each(:category_id) wanted
    cross join category on category.tenant_id = :tenant and category.id = wanted.value`,
  supplier_id: `select 'supplier_id' as field, wanted.value as wanted, supplier.id as id
    from json_each(:supplier_id) wanted
    cross join supplier on supplier.tenant_id = :tenant and supplier.id = wanted.value`,
  supplier_code: `select 'supplier_code' as field, wanted.value as wanted, supplier.id as id
    from json_each(:supplier_code) wanted
    cross join supplier on supplier.tenant_id = :tenant and supplier.code_key = wanted.value`,
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
