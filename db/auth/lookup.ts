/**
 * The statements that look across tenants, all of them: they find out who a caller is, so no tenant is known yet. Each
 * says why it can give away nothing of another tenant. Everything else under `db/` is bound to one tenant.
 */
import { wordColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { boolean } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER_OR_NULL, TEXT } from "../table.ts";

const LOGIN = selection("user", { tenantId: TEXT, userId: called("id", TEXT), passwordHash: TEXT, isActive: FLAG });
/** What decides whether a login succeeds. */
export type Login = SelectedBy<typeof LOGIN>;

/** Safe: an address belongs to one account of the whole instance, and the caller must still know its password. */
export const findLogin = (db: Reader, email: string): Promise<Login | undefined> =>
  db.first(`select ${LOGIN.selected} from user where email = :email`, { email }, LOGIN.read);

/** What the state of a caller's tenant decides. */
export const LICENCE = {
  licenseStatus: computed("tenant.license_status", wordColumn(["active", "suspended"])),
  // Written from a list of modules.
  modulesOff: computed("tenant.modules_off", jsonColumn<string[]>()),
};
const HOLDER = selection("api_key", {
  tenantId: TEXT,
  keyId: called("id", TEXT),
  // Written from a list of scopes.
  scopes: jsonColumn<string[]>(),
  /** Calls per minute; `null`: the limits of the tiers. */
  rateLimitPerMinute: NUMBER_OR_NULL,
  /** `null`: never. */
  expiresAtMs: NUMBER_OR_NULL,
  ...LICENCE,
});
/** An enabled API key and the state of its tenant. */
export type KeyHolder = SelectedBy<typeof HOLDER>;

const BY_KEY = `select ${HOLDER.selected} from api_key join tenant on tenant.tenant_id = api_key.tenant_id
  where api_key.key_hash = :keyHash and api_key.is_active = 1`;

/** Safe: only who holds the raw key can name its SHA-256, and the answer is that key's own tenant. */
export const findKeyHolder = (db: Reader, keyHash: string): Promise<KeyHolder | undefined> =>
  db.first(BY_KEY, { keyHash }, HOLDER.read);

/**
 * Safe: only the holder of the raw key can name its SHA-256, and learns of that key alone. `undefined`: there never was
 * one.
 */
export const isKeyActive = (db: Reader, keyHash: string): Promise<boolean | undefined> =>
  db.first("select is_active from api_key where key_hash = :keyHash", { keyHash }, (row) => boolean(row, "is_active"));

/** Safe: says only whether the instance has a tenant, for its first start. */
export const isInhabited = async (db: Reader): Promise<boolean> =>
  (await db.first("select 1 as found from tenant limit 1", {}, () => true)) ?? false;
