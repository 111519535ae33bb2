import type { Static } from "@sinclair/typebox";
import type { ApiKeyCreation } from "./create-api-key.ts";
import { expiryOf } from "./expiry.ts";
import type { ApiKeyCreate, ApiKeyPatch } from "./schema.ts";
import type { ApiKeyChanges } from "./update-api-key.ts";

/** What a body asks to make. Validation has filled in the defaults; they are repeated for the compiler. */
export const creationOf = (body: Static<typeof ApiKeyCreate>, secret: ApiKeyCreation["secret"]): ApiKeyCreation => ({
  name: body.name,
  description: body.description ?? null,
  scopes: body.scopes ?? ["products:read", "ext:products:read"],
  expiresAtMs: expiryOf(body.expires_at ?? null),
  rateLimitPerMinute: body.rate_limit_per_minute ?? null,
  isTest: body.is_test ?? false,
  secret,
});

/** What a body asks to change. */
export const changesOf = (body: Static<typeof ApiKeyPatch>): ApiKeyChanges => ({
  name: body.name,
  description: body.description,
  scopes: body.scopes,
  expiresAtMs: body.expires_at === undefined ? undefined : expiryOf(body.expires_at),
  rateLimitPerMinute: body.rate_limit_per_minute,
  isActive: body.is_active,
});
