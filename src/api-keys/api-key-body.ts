import type { Static } from "@sinclair/typebox";
import type { ApiKey } from "../../db/api-keys/api-keys.ts";
import type { Scope } from "../http/gate/principal.ts";
import type { ApiKeyBody } from "./schema.ts";

const isoTime = (ms: number) => new Date(ms).toISOString();
const isoTimeOrNull = (ms: number | null) => (ms === null ? null : isoTime(ms));

/** A key as the API shows it. */
export const apiKeyBody = (key: ApiKey): Static<typeof ApiKeyBody> => ({
  id: key.id,
  name: key.name,
  description: key.description,
  key_hint: key.keyHint,
  scopes: key.scopes as Scope[], // written from a list of scopes
  expires_at: isoTimeOrNull(key.expiresAtMs),
  rate_limit_per_minute: key.rateLimitPerMinute,
  is_test: key.isTest,
  is_active: key.isActive,
  created_at: isoTime(key.createdAtMs),
  rotated_at: isoTimeOrNull(key.rotatedAtMs),
});
