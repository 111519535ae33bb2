import { createHash } from "node:crypto";
import type { SecretBox } from "../secrets/secret-box.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency } from "./dependency.ts";
import type { DependencyChange } from "./put-dependency.ts";
import { placeOf, type StoredSecret } from "./stored-dependency.ts";

// Of a shorter secret four characters would reveal too much.
const HINTED_LENGTH_MIN = 16;

const hintOf = ({ shows }: Dependency["secret"], secret: string): string | null =>
  shows === "hint" && secret.length >= HINTED_LENGTH_MIN ? secret.slice(-4) : null;

function seal(secrets: SecretBox, tenantId: string, dependency: Dependency, secret: string): StoredSecret {
  const hint = hintOf(dependency.secret, secret);
  if (dependency.secret.storedAs === "hash") return { hint, hash: createHash("sha256").update(secret).digest("hex") };
  const place = { tenantId, place: placeOf(dependency), field: dependency.secret.field };
  return { hint, ...secrets.seal(place, secret) };
}

/** What a validated body asks to change. The secret is encrypted, or hashed, before it goes any further. */
export function dependencyChangeOf(
  secrets: SecretBox,
  { tenantId, name, expected }: { tenantId: string; name: DependencyName; expected: string[] | null },
  body: Record<string, unknown>,
): DependencyChange {
  const dependency: Dependency = DEPENDENCIES[name];
  const { enabled, [dependency.secret.field]: raw, ...value } = body;
  const secret = typeof raw === "string" ? seal(secrets, tenantId, dependency, raw) : (raw as null | undefined); // validated
  return { name, isEnabled: enabled === true, value, secret, expected };
}
