import { createHash } from "node:crypto";
import type { Reader } from "../../db/ports.ts";
import { listSecrets } from "../../db/secrets/secrets.ts";
import { findStoredSetting } from "../../db/settings/settings.ts";
import { ApiError } from "../http/output/errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency, DependencyValue } from "./dependency.ts";

/** A dependency that can be used. */
export interface ReadyDependency {
  /** By API name; defaults are filled in. */
  value: DependencyValue;
  /** `null` when there is none, or when only its hash is stored. */
  secret: string | null;
}

/** The secret of a dependency as it is stored. */
export type StoredSecret = { hint: string | null } & ({ keyId: string; sealed: string } | { hash: string });

/** A dependency as a tenant has set it. */
export interface StoredDependency {
  isEnabled: boolean;
  /** Empty when it was never set. */
  value: DependencyValue;
  secret: StoredSecret | undefined;
  /** `null` when it was never set. */
  updatedAtMs: number | null;
  /** Differs whenever anything of it does. */
  version: string;
}

/** Where the secret of a dependency is stored. */
export const placeOf = ({ name }: { name: string }): string => `settings/${name}`;

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

async function findSecret(db: Reader, dependency: Dependency, hash: unknown, hint: unknown) {
  if (dependency.secret.storedAs === "hash") {
    return typeof hash === "string" ? { hash, hint: textOrNull(hint) } : undefined;
  }
  const secrets = await listSecrets(db, placeOf(dependency));
  return secrets.find(({ field }) => field === dependency.secret.field);
}

/** What a tenant has set, or that it has set nothing. */
export async function findDependency(db: Reader, name: DependencyName): Promise<StoredDependency> {
  const stored = await findStoredSetting(db, name);
  // Only `putDependency` writes it.
  const { enabled, key_hash: hash, key_hint: hint, ...value } = (stored?.value ?? {}) as DependencyValue;
  const secret = await findSecret(db, DEPENDENCIES[name], hash, hint);
  const version = createHash("sha256").update(JSON.stringify([stored?.value ?? null, secret ?? null]));
  return {
    isEnabled: enabled === true,
    value,
    secret,
    updatedAtMs: stored?.updatedAtMs ?? null,
    version: version.digest("hex").slice(0, 16),
  };
}

/** Whether a tenant can use it: it is switched on, and has the secret if it needs one. */
export const isConfigured = (dependency: Dependency, { isEnabled, value, secret }: StoredDependency): boolean =>
  isEnabled && (secret !== undefined || !dependency.secret.isNeeded(value));

/** A tenant's dependency with its secret; `undefined` when it is not configured. Throws `SecretUnreadable`. */
export async function readDependency(
  db: Reader,
  secrets: SecretBox,
  name: DependencyName,
): Promise<ReadyDependency | undefined> {
  const dependency: Dependency = DEPENDENCIES[name];
  const stored = await findDependency(db, name);
  if (!isConfigured(dependency, stored)) return undefined;
  const { value, secret } = stored;
  if (!secret || !("sealed" in secret)) return { value, secret: null };
  const place = { tenantId: db.tenantId, place: placeOf(dependency), field: dependency.secret.field };
  return { value, secret: secrets.open(place, secret) };
}

/** Like `readDependency`, for what cannot be done without it. Throws the dependency's `*_NOT_CONFIGURED`. */
export async function requireDependency(
  db: Reader,
  secrets: SecretBox,
  name: Exclude<DependencyName, "smtp">,
): Promise<ReadyDependency> {
  const ready = await readDependency(db, secrets, name);
  if (ready) return ready;
  throw new ApiError(DEPENDENCIES[name].code, {
    details: { dependency: name.replaceAll("-", "_") },
    howToFix: `settings.fix.${name}`,
  });
}
