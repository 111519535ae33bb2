import { ApiError } from "../../output/errors.ts";
import { COOKIES, readCookie } from "./cookies.ts";
import type { Authenticator, Principal } from "./principal.ts";

/** Which credential a route takes; `any` is a session or an API key, `sync_key` that of a price scraper. */
export type Credential = "any" | "session" | "api_key" | "sync_key";

/** Who makes a request, and whether it was only a cookie that said so. */
export interface Authentication {
  principal: Principal;
  isByCookie: boolean;
}

/** What a route asks of a caller. */
interface Demand {
  credential: Credential;
  /** A refresh token will do for a session, so that one whose access token has run out can be ended. */
  takesRefreshToken?: boolean;
}

const BEARER = /^Bearer +(\S+)$/i;
const KEY_PREFIX = /^pm_(?:live|test)_/;

async function byKey(authenticator: Authenticator, rawKey: string): Promise<Principal> {
  const principal = await authenticator.byApiKey(rawKey);
  if (principal) return principal;
  const reason = await authenticator.refusedKey(rawKey);
  // Whether such a key once existed, and what became of it, is not for someone who has found it (S5.9).
  const key = reason === "mistyped" ? "auth.key_mistyped" : "auth.key_refused";
  throw new ApiError("INVALID_API_KEY", { key, reason: `api key ${reason}` });
}

function byBearer(authenticator: Authenticator, token: string): Promise<Principal> {
  if (KEY_PREFIX.test(token)) throw new ApiError("INVALID_API_KEY", { key: "auth.key_as_bearer" });
  return authenticator.byAccessToken(token);
}

const keyAsBearer = (token: string | undefined) =>
  token !== undefined && KEY_PREFIX.test(token)
    ? new ApiError("INVALID_API_KEY", { key: "auth.key_as_bearer" })
    : new ApiError("AUTHENTICATION_REQUIRED");

/** By the headers; `undefined` when there is nothing. */
async function byHeaders(
  { headers }: Request,
  credential: Credential,
  authenticator: Authenticator,
): Promise<Principal | undefined> {
  const rawKey = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  const token = BEARER.exec(authorization ?? "")?.[1];
  if (credential === "session" && token !== undefined) return byBearer(authenticator, token);
  if (rawKey) return byKey(authenticator, rawKey);
  if (credential === "any" && token !== undefined) return byBearer(authenticator, token);
  if (authorization === null && credential !== "api_key") return undefined;
  throw keyAsBearer(token);
}

/** The caller by its key, where that is remembered: such a request has nothing to wait for. */
export function rememberedCaller(
  { headers }: Request,
  { credential }: Demand,
  authenticator: Authenticator,
): Principal | undefined {
  if (credential === "sync_key") return undefined;
  const rawKey = headers.get("x-api-key");
  const isByKey = credential !== "session" || !headers.has("authorization");
  return rawKey && isByKey ? authenticator.rememberedKey(rawKey) : undefined;
}

/** By the key of a price scraper, which a route must allow by name. */
async function bySyncKey({ headers }: Request, authenticator: Authenticator): Promise<Authentication> {
  const principal = await authenticator.bySyncKey(headers.get("x-sync-key"));
  return { principal, isByCookie: false };
}

async function byRefreshCookie(request: Request, authenticator: Authenticator): Promise<Principal | undefined> {
  const token = readCookie(request, COOKIES.refresh);
  return token === undefined ? undefined : authenticator.byRefreshToken(token);
}

async function byAccessCookie(request: Request, authenticator: Authenticator): Promise<Principal> {
  const token = readCookie(request, COOKIES.access);
  if (token === undefined) throw new ApiError("AUTHENTICATION_REQUIRED");
  return authenticator.byAccessToken(token);
}

/**
 * Finds who makes a request. With both headers the key decides, but on a route for sessions the token does. There a key
 * alone is authenticated too: it is known, and not permitted. Without either, the cookie of a session counts.
 * Throws AUTHENTICATION_REQUIRED, INVALID_API_KEY, INVALID_TOKEN and TOKEN_EXPIRED.
 */
export async function authenticate(
  request: Request,
  { credential, takesRefreshToken }: Demand,
  authenticator: Authenticator,
): Promise<Authentication> {
  if (credential === "sync_key") return bySyncKey(request, authenticator);
  try {
    const principal = await byHeaders(request, credential, authenticator);
    if (principal) return { principal, isByCookie: false };
    return { principal: await byAccessCookie(request, authenticator), isByCookie: true };
  } catch (error) {
    if (!takesRefreshToken || request.headers.has("x-api-key")) throw error;
    const principal = await byRefreshCookie(request, authenticator);
    if (!principal) throw error;
    // A custom header cannot come from a page elsewhere, with any value.
    return { principal, isByCookie: !request.headers.has("authorization") };
  }
}
