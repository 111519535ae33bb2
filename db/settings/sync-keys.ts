import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/**
 * The tenant of a price scraper's key, by the SHA-256 of that key. Safe: only who holds the key can name its hash, and
 * the answer is that key's own tenant.
 */
export const findSyncKeyTenant = (db: Reader, keyHash: string): Promise<string | undefined> =>
  db.first(
    `select tenant_id from setting
      where name = 'scraper-sync-key' and json_extract(value, '$.key_hash') = :keyHash`,
    { keyHash },
    (row) => text(row, "tenant_id"),
  );
