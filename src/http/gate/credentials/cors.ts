/** Pages of which origins may call: all of them, or those of a list such as `https://shop.example`. */
export type CorsOrigins = "*" | readonly string[];

interface CorsSettings {
  corsOrigins: CorsOrigins | undefined;
}

/** What pages may send besides what every page may. */
const REQUEST_HEADERS = [
  "Accept-Language",
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Prefer",
  "X-API-Key",
  "X-CSRF-Token",
  "X-Request-Id",
].join(", ");

/** What pages may read besides what every page may. */
const ANSWER_HEADERS = [
  "Content-Disposition",
  "Deprecation",
  "ETag",
  "Idempotent-Replayed",
  "Link",
  "Location",
  "Preference-Applied",
  "Retry-After",
  "Sunset",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "X-Unknown-Parameters",
].join(", ");

/** Browsers cache the answer to a preflight this long, some of them less; */
const PREFLIGHT_SECONDS = 86_400;

/** Whether the settings name the origin that a request comes from. `*` names none: it means the unknown ones. */
export function isListedOrigin({ headers }: Request, { corsOrigins }: CorsSettings): boolean {
  const origin = headers.get("origin");
  return origin !== null && Array.isArray(corsOrigins) && corsOrigins.includes(origin);
}

/** Adds a name to the `Vary` of an answer. */
export const withVary = (known: string | number | undefined, name: string): string =>
  known === undefined || known === "" ? name : `${known}, ${name}`;

/**
 * Lets pages of the origins in the settings read an answer. Cookies are for the listed ones only: with `*` any page could
 * act as the user who looks at it. Source: https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowOrigin(request: Request, headers: Headers, settings: CorsSettings): void {
  const { corsOrigins } = settings;
  if (corsOrigins === undefined) return;
  if (corsOrigins === "*") {
    headers.set("access-control-allow-origin", "*");
  } else {
    headers.set("vary", withVary(headers.get("vary") ?? undefined, "Origin"));
    if (!isListedOrigin(request, settings)) return;
    headers.set("access-control-allow-origin", request.headers.get("origin") ?? "");
    headers.set("access-control-allow-credentials", "true");
  }
  headers.set("access-control-expose-headers", ANSWER_HEADERS);
}

/** What the answer to OPTIONS says: the methods of the path, and to a browser what its page may send. */
export function optionsHeaders(request: Request, methods: readonly string[], settings: CorsSettings) {
  const allow = [...methods, "OPTIONS"].join(", ");
  const isPreflight = settings.corsOrigins !== undefined && request.headers.has("access-control-request-method");
  if (!isPreflight) return { allow };
  return {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": String(PREFLIGHT_SECONDS),
    "cache-control": `max-age=${PREFLIGHT_SECONDS}`,
    vary: "Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}
