import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

const listIn = (sql: string) => (db: Reader, keys: readonly string[]) =>
  db.all(sql, { keys: JSON.stringify(keys) }, (row) => text(row, "file_key"));

/** Which of these files imports still have. */
export const listImportFiles = listIn(`select file_key from import
  where tenant_id = :tenant and file_key in (select value from json_each(:keys))`);

/** Which of these files are compliance documents. */
export const listDocumentFiles = listIn(`select file_key from compliance_document
  where tenant_id = :tenant and file_key in (select value from json_each(:keys))`);

/** Which of these files are documents that texts are made from. */
export const listAiDocumentFiles = listIn(`select file_key from ai_document
  where tenant_id = :tenant and file_key in (select value from json_each(:keys))`);

/** Which of these files feeds have now. */
export const listFeedFiles = listIn(`select built_file as file_key from export_feed
  where tenant_id = :tenant and built_file in (select value from json_each(:keys))`);

/** Which of these are ids of images whose file is stored. */
export const listStoredMedia = (db: Reader, ids: readonly string[]): Promise<string[]> =>
  db.all(
    `select media.id from json_each(:ids) wanted
      cross join media on media.tenant_id = :tenant and media.id = wanted.value
      where media.is_stored = 1`,
    { ids: JSON.stringify(ids) },
    (row) => text(row, "id"),
  );
