import { type ApiKey, findApiKey, updateApiKey as writeApiKey } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { requireFuture } from "./expiry.ts";

type Changeable = Pick<ApiKey, "name" | "description" | "scopes" | "expiresAtMs" | "rateLimitPerMinute" | "isActive">;

/** What is absent stays as it is. */
export type ApiKeyChanges = { [K in keyof Changeable]?: Changeable[K] | undefined };

const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);

const CHANGEABLE = ["name", "description", "scopes", "expiresAtMs", "rateLimitPerMinute", "isActive"] as const;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ, with what each is now, as the audit log shows them. */
const changedFields = (before: Changeable, after: Changeable) =>
  Object.fromEntries(
    CHANGEABLE.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  );

/** Changes a key. Throws NOT_FOUND, PRECONDITION_FAILED, and VALIDATION_FAILED when its new end has passed. */
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
    await writeApiKey(tx, changed);
    const details = { changed: changedFields(known, changed) };
    await noteAudit(tx, context, { action: "api_key.changed", resource: "api_key", resourceId: id, details });
    return changed;
  },
);
