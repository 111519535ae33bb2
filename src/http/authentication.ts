import { ApiError } from "./errors.ts";
import type { Authenticator, Principal } from "./principal.ts";

/** Which credential a route takes; `any` is a session or a key. */
export type Credential = "any" | "session" | "api_key";

const BEARER = /^Bearer +(\S+)$/i;
const KEY_PREFIX = /^pm_(?:live|test)_/;

async function byKey(authenticator: Authenticator, rawKey: string): Promise<Principal> {
  const principal = await authenticator.byApiKey(rawKey);
  if (!principal) throw new ApiError("INVALID_API_KEY");
  return principal;
}

function byBearer(authenticator: Authenticator, token: string): Promise<Principal> {
  if (KEY_PREFIX.test(token)) throw new ApiError("INVALID_API_KEY", { key: "auth.key_as_bearer" });
  return authenticator.byAccessToken(token);
}

const keyAsBearer = (token: string | undefined) =>
  token !== undefined && KEY_PREFIX.test(token)
    ? new ApiError("INVALID_API_KEY", { key: "auth.key_as_bearer" })
    : new ApiError("AUTHENTICATION_REQUIRED");

/**
 * Finds who makes a request. With both headers the key decides, but on a route for sessions the token does. There a key
 * alone is authenticated too: it is known, and not permitted.
 * Throws AUTHENTICATION_REQUIRED, INVALID_API_KEY, INVALID_TOKEN and TOKEN_EXPIRED.
 */
export async function authenticate(
  { headers }: Request,
  credential: Credential,
  authenticator: Authenticator,
): Promise<Principal> {
  const rawKey = headers.get("x-api-key");
  const token = BEARER.exec(headers.get("authorization") ?? "")?.[1];
  if (credential === "session" && token !== undefined) return byBearer(authenticator, token);
  if (rawKey) return byKey(authenticator, rawKey);
  if (credential === "any" && token !== undefined) return byBearer(authenticator, token);
  throw keyAsBearer(token);
}
