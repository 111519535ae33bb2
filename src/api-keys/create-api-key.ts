import { insertApiKey } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import type { Scope } from "../http/principal.ts";
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
  async (tx, { secret, scopes, ...creation }: ApiKeyCreation, { now, newId }) => {
    const createdAtMs = now();
    requireFuture(creation.expiresAtMs, createdAtMs);
    const key = { ...creation, id: newId(), scopes: [...new Set(scopes)], createdAtMs };
    await insertApiKey(tx, { ...key, keyHash: secret.keyHash, keyHint: secret.keyHint });
    return { id: key.id, name: key.name, scopes: key.scopes, createdAtMs };
  },
);
