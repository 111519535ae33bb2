/**
 * The statements that look across tenants, all of them: they find out who a caller is, so no tenant is known yet. Each
 * says why it can give away nothing of another tenant. Everything else under `db/` is bound to one tenant.
 */
import type { Reader } from "../ports.ts";
import { boolean, json, numberOrNull, type Row, text } from "../rows.ts";

/** What decides whether a login succeeds. */
export interface Login {
  tenantId: string;
  userId: string;
  passwordHash: string;
  isActive: boolean;
}

/** Safe: an address belongs to one account of the whole instance, and the caller must still know its password. */
export const findLogin = (db: Reader, email: string): Promise<Login | undefined> =>
  db.first("select tenant_id, id, password_hash, is_active from user where email = :email", { email }, (row) => ({
    tenantId: text(row, "tenant_id"),
    userId: text(row, "id"),
    passwordHash: text(row, "password_hash"),
    isActive: boolean(row, "is_active"),
  }));

/** An enabled API key and the state of its tenant. */
export interface KeyHolder {
  tenantId: string;
  keyId: string;
  scopes: string[];
  /** Calls per minute; `null`: the limits of the tiers. */
  rateLimitPerMinute: number | null;
  /** `null`: never. */
  expiresAtMs: number | null;
  licenseStatus: "active" | "suspended";
  modulesOff: string[];
}

const readKeyHolder = (row: Row): KeyHolder => ({
  tenantId: text(row, "tenant_id"),
  keyId: text(row, "id"),
  scopes: json(row, "scopes") as string[], // written from a list of scopes
  rateLimitPerMinute: numberOrNull(row, "rate_limit_per_minute"),
  expiresAtMs: numberOrNull(row, "expires_at_ms"),
  licenseStatus: text(row, "license_status") as KeyHolder["licenseStatus"], // checked by the table
  modulesOff: json(row, "modules_off") as string[], // written from a list of modules
});

/** Safe: only who holds the raw key can name its SHA-256, and the answer is that key's own tenant. */
export const findKeyHolder = (db: Reader, keyHash: string): Promise<KeyHolder | undefined> =>
  db.first(
    `select k.tenant_id, k.id, k.scopes, k.rate_limit_per_minute, k.expires_at_ms, t.license_status, t.modules_off
       from api_key k join tenant t on t.tenant_id = k.tenant_id
      where k.key_hash = :keyHash and k.is_active = 1`,
    { keyHash },
    readKeyHolder,
  );

/** Safe: only who holds the raw key can name its SHA-256, and is told of that key alone. `undefined`: there never was one. */
export const isKeyActive = (db: Reader, keyHash: string): Promise<boolean | undefined> =>
  db.first("select is_active from api_key where key_hash = :keyHash", { keyHash }, (row) => boolean(row, "is_active"));

/** Safe: says only whether the instance has a tenant, for its first start. */
export const isInhabited = async (db: Reader): Promise<boolean> =>
  (await db.first("select 1 as found from tenant limit 1", {}, () => true)) ?? false;
