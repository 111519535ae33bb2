import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** The names of these brands by id. */
export const findBrandNames = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      `select brand.id, brand.name from json_each(:ids) wanted
        cross join brand on brand.tenant_id = :tenant and brand.id = wanted.value`,
      { ids: JSON.stringify(ids) },
      (row): [string, string] => [text(row, "id"), text(row, "name")],
    ),
  );
