import { type ApiKey, findApiKey, updateApiKey as writeApiKey } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { isoOfMs } from "../text/instant.ts";
import { requireFuture } from "./expiry.ts";

type Changeable = Pick<ApiKey, "name" | "description" | "scopes" | "expiresAtMs" | "rateLimitPerMinute" | "isActive">;

/** What is absent stays as it is. */
export type ApiKeyChanges = { [K in keyof Changeable]?: Changeable[K] | undefined };

const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);

/** A key's fields as bodies name them. */
const shown = ({ name, description, scopes, expiresAtMs, rateLimitPerMinute, isActive }: Changeable) => ({
  name,
  description,
  scopes,
  expires_at: expiresAtMs === null ? null : isoOfMs(expiresAtMs),
  rate_limit_per_minute: rateLimitPerMinute,
  is_active: isActive,
});
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ, with what each is now. */
function changedFields(before: Changeable, after: Changeable): Record<string, unknown> {
  const known: Record<string, unknown> = shown(before);
  return Object.fromEntries(Object.entries(shown(after)).filter(([name, value]) => !isSame(known[name], value)));
}

/** Changes a key; a change to what is there already is none. Throws NOT_FOUND, PRECONDITION_FAILED, and VALIDATION_FAILED when its new end has passed. */
export const updateApiKey = mutation(
  "api-keys.update",
  async (
    tx,
    { id, expected, changes }: { id: string; expected: string[] | null; changes: ApiKeyChanges },
    context,
  ): Promise<ApiKey> => {
    const known = required(await findApiKey(tx, id), "api_key", id);
    requireVersion(expected, known.version);
    requireFuture(given(changes.expiresAtMs, null), context.now());
    const changed: ApiKey = {
      ...known,
      name: given(changes.name, known.name),
      description: given(changes.description, known.description),
      scopes: [...new Set(given(changes.scopes, known.scopes))],
      expiresAtMs: given(changes.expiresAtMs, known.expiresAtMs),
      rateLimitPerMinute: given(changes.rateLimitPerMinute, known.rateLimitPerMinute),
      isActive: given(changes.isActive, known.isActive),
      version: known.version + 1,
    };
    const details = { changed: changedFields(known, changed) };
    if (Object.keys(details.changed).length === 0) return known;
    await writeApiKey(tx, changed);
    await noteAudit(tx, context, { action: "api_key.changed", resource: "api_key", resourceId: id, details });
    return changed;
  },
);
