import { insertApiKey } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import type { Scope } from "../http/gate/principal.ts";
import { requireFuture } from "./expiry.ts";
import type { RawKey } from "./raw-key.ts";

/** The raw key stays with who asks for it: neither the input nor the result of a mutation holds it. */
export interface ApiKeyCreation {
  name: string;
  description: string | null;
  scopes: Scope[];
  /** Unix milliseconds; `null`: never. */
  expiresAtMs: number | null;
  rateLimitPerMinute: number | null;
  isTest: boolean;
  secret: Omit<RawKey, "key">;
}

/** Makes an API key. Throws VALIDATION_FAILED when its end has passed. */
export const createApiKey = mutation(
  "api-keys.create",
  async (tx, { secret, scopes, ...creation }: ApiKeyCreation, context) => {
    const createdAtMs = context.now();
    requireFuture(creation.expiresAtMs, createdAtMs);
    const key = { ...creation, id: context.newId(), scopes: [...new Set(scopes)], createdAtMs };
    await insertApiKey(tx, { ...key, keyHash: secret.keyHash, keyHint: secret.keyHint });
    const details = { name: key.name, scopes: key.scopes };
    await noteAudit(tx, context, { action: "api_key.created", resource: "api_key", resourceId: key.id, details });
    return { id: key.id, name: key.name, scopes: key.scopes, createdAtMs };
  },
);
