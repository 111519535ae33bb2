import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

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

/** Some of the files that rows of the tenant name, behind `after`: exports aside, which expire. In the order of their keys. */
export const listNamedFiles = (db: Reader, { after, limit }: { after: string; limit: number }): Promise<string[]> =>
  db.all(
    `select file_key from (
        select file_key from import where tenant_id = :tenant and file_key is not null
        union all select file_key from compliance_document where tenant_id = :tenant
        union all select file_key from ai_document where tenant_id = :tenant
        union all select built_file from export_feed where tenant_id = :tenant and built_file is not null
        union all select tenant_id || '/media/' || product_id || '/' || id from media
          where tenant_id = :tenant and is_stored = 1)
      where file_key > :after order by file_key limit :limit`,
    { after, limit },
    (row) => text(row, "file_key"),
  );

/** How many bytes of files a tenant has stored: uploads, exports, images and documents. Maintained by triggers. */
export const findStoredBytes = async (db: Reader): Promise<number> =>
  (await db.first("select stored_bytes from tenant_storage where tenant_id = :tenant", {}, (row) =>
    number(row, "stored_bytes"),
  )) ?? 0;
