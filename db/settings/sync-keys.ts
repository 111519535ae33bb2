import type { Reader } from "../ports.ts";
import { json, text } from "../rows.ts";

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

/** The tenant of an enabled key, and its state. */
export interface SyncKeyHolder {
  tenantId: string;
  licenseStatus: "active" | "suspended";
  modulesOff: string[];
}

/** Whose key it is, while it is enabled. Safe as the above. */
export const findSyncKeyHolder = (db: Reader, keyHash: string): Promise<SyncKeyHolder | undefined> =>
  db.first(
    `select setting.tenant_id, tenant.license_status, tenant.modules_off
      from setting join tenant on tenant.tenant_id = setting.tenant_id
      where setting.name = 'scraper-sync-key' and json_extract(setting.value, '$.key_hash') = :keyHash
        and json_extract(setting.value, '$.enabled') = 1`,
    { keyHash },
    (row) => ({
      tenantId: text(row, "tenant_id"),
      licenseStatus: text(row, "license_status") as SyncKeyHolder["licenseStatus"], // checked by the table
      modulesOff: json(row, "modules_off") as string[], // written from a list of modules
    }),
  );

/** Whether any tenant of the instance has an enabled key: safe, it says nothing more. */
export const hasSyncKeys = async (db: Reader): Promise<boolean> =>
  (await db.first(
    `select 1 as found from setting
      where name = 'scraper-sync-key' and json_extract(value, '$.key_hash') is not null
        and json_extract(value, '$.enabled') = 1 limit 1`,
    {},
    () => true,
  )) ?? false;
