import type { Reader } from "../db/ports.ts";
import { json, text } from "../db/rows.ts";

/** What has a name that facets and suggestions show. */
const NAMED = { brand: "brand", category: "category", supplier: "supplier", tag: "tag" } as const;
export type Named = keyof typeof NAMED;
export interface Name {
  id: string;
  name: string;
}

/** The names of these brands, categories, suppliers or tags, in no order. */
export function listNames(db: Reader, kind: Named, ids: readonly string[]): Promise<Name[]> {
  const table = NAMED[kind];
  // As one text: each row that SQLite answers costs a microsecond.
  return db.one(
    `select json_group_array(json_object('id', ${table}.id, 'name', ${table}.name)) as names from json_each(:ids) wanted
      cross join ${table} on ${table}.tenant_id = :tenant and ${table}.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    // As the statement makes them.
    (row) => json(row, "names") as Name[],
  );
}

/** Brands whose name, written as `nameKey` does, begins with this, by name. */
export const listBrandsFrom = (db: Reader, start: string, limit: number): Promise<Name[]> =>
  db.all(
    `select id, name from brand
      where tenant_id = :tenant and name_key >= :start and name_key < :start || char(1114111)
      order by name_key limit :limit`,
    { start, limit },
    readName,
  );

/** Categories whose name begins with this, by name. */
export const listCategoriesFrom = (db: Reader, start: string, limit: number): Promise<Name[]> =>
  db.all(
    `select id, name from category
      where tenant_id = :tenant and substr(name_key, 1, length(:start)) = :start
      order by name_key, id limit :limit`,
    { start, limit },
    readName,
  );

const readName = (row: Record<string, unknown>): Name => ({ id: text(row, "id"), name: text(row, "name") });
