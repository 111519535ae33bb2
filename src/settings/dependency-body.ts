import { isoOrNull } from "../text/instant.ts";
import type { Dependency } from "./dependency.ts";
import { shownSecret } from "./dependency-schema.ts";
import { isConfigured, type StoredDependency } from "./stored-dependency.ts";

/** A dependency as the API shows it: what it holds, without its secret. */
export function dependencyBodyOf(dependency: Dependency, stored: StoredDependency): Record<string, unknown> {
  const fields = Object.keys(dependency.fields).map((name) => [name, stored.value[name] ?? null]);
  const { secret } = stored;
  const shown = dependency.secret.shows === "presence" ? secret !== undefined : (secret?.hint ?? null);
  return {
    enabled: stored.isEnabled,
    is_configured: isConfigured(dependency, stored),
    ...Object.fromEntries(fields),
    [shownSecret(dependency)]: shown,
    updated_at: isoOrNull(stored.updatedAtMs),
  };
}
