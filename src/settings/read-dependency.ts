import type { Reader } from "../../db/ports.ts";
import { ApiError } from "../http/output/errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency, DependencyValue } from "./dependency.ts";
import { findDependency, isConfigured, placeOf } from "./stored-dependency.ts";

/** A dependency that can be used. */
export interface ReadyDependency {
  /** By API name; defaults are filled in. */
  value: DependencyValue;
  /** `null` when there is none, or when only its hash is stored. */
  secret: string | null;
}

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
