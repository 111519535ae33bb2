import { ApiError } from "../../output/errors.ts";
import { COOKIES, readCookie } from "./cookies.ts";
import { isListedOrigin } from "./cors.ts";
import type { Authenticator, Principal } from "./principal.ts";

type Origins = Parameters<typeof isListedOrigin>[1];

const refused = (reason: "missing" | "invalid") => new ApiError("CSRF_VALIDATION_FAILED", { details: { reason } });

/** The host of an address; `undefined` for `null`, which browsers send for no origin they would name. */
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Whether a page of another origin makes this request, as far as the browser says, and not one of an origin that the
 * settings name. `Sec-Fetch-Site` is believed first: unlike `Host` no proxy changes it.
 */
function isForeign(request: Request, settings: Origins): boolean {
  if (isListedOrigin(request, settings)) return false;
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && hostOf(origin) !== headers.get("host");
}

/**
 * Throws CSRF_VALIDATION_FAILED for a request that a page of another site makes: it could give a browser the session of
 * somebody else, who then reads what its owner enters.
 */
export function refuseForeign(request: Request, settings: Origins): void {
  if (!isForeign(request, settings)) return;
  throw new ApiError("CSRF_VALIDATION_FAILED", { key: "auth.foreign_page", details: { reason: "invalid" } });
}

/**
 * Throws CSRF_VALIDATION_FAILED unless a request that its cookies authenticate also holds a token that only a page of
 * ours can have read: one of its session, or an anonymous one that the browser holds as a cookie too.
 */
export function checkCsrf(
  request: Request,
  { sessionId }: Principal,
  { authenticator, config }: { authenticator: Authenticator; config: Origins },
): void {
  const token = request.headers.get("x-csrf-token");
  if (!token) throw refused("missing");
  const isOfSession = sessionId !== null && authenticator.isCsrfToken(token, sessionId);
  const isOfBrowser = token === readCookie(request, COOKIES.csrf) && authenticator.isCsrfToken(token, null);
  if (isForeign(request, config) || !(isOfSession || isOfBrowser)) throw refused("invalid");
}
