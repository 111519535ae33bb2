import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** Those of these ids that are brands. */
export const findKnownBrands = async (db: Reader, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    await db.all(
      "select id from brand where tenant_id = :tenant and id in (select value from json_each(:ids))",
      { ids: JSON.stringify(ids) },
      (row) => text(row, "id"),
    ),
  );

/** Those of these ids that are categories. */
export const findKnownCategories = async (db: Reader, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    await db.all(
      "select id from category where tenant_id = :tenant and id in (select value from json_each(:ids))",
      { ids: JSON.stringify(ids) },
      (row) => text(row, "id"),
    ),
  );
