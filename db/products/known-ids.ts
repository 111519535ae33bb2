import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** Those of some ids that a statement finds. */
const idsIn =
  (sql: string) =>
  async (db: Reader, ids: readonly string[]): Promise<Set<string>> =>
    new Set(await db.all(sql, { ids: JSON.stringify(ids) }, (row) => text(row, "id")));

/** Those of these ids that are brands. */
export const findKnownBrands = idsIn(
  "select id from brand where tenant_id = :tenant and id in (select value from json_each(:ids))",
);

/** Those of these ids that are categories. */
export const findKnownCategories = idsIn(
  "select id from category where tenant_id = :tenant and id in (select value from json_each(:ids))",
);

/** Those of these ids that are tags. */
export const findKnownTags = idsIn(
  "select id from tag where tenant_id = :tenant and id in (select value from json_each(:ids))",
);

/** The suppliers with these ids, by id. */
export const findKnownSuppliers = async (db: Reader, ids: readonly string[]) =>
  new Map(
    await db.all(
      "select id, code from supplier where tenant_id = :tenant and id in (select value from json_each(:ids))",
      { ids: JSON.stringify(ids) },
      (row) => [text(row, "id"), { id: text(row, "id"), code: text(row, "code") }] as const,
    ),
  );
