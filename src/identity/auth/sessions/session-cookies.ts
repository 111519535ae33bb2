import { COOKIES, isSecure, type SecureServices } from "../../../http/gate/credentials/cookies.ts";
import { ACCESS_TOKEN_SECONDS } from "./access-tokens.ts";
import { SESSION_MS } from "./start-session.ts";

/** What a browser is given to keep. */
export interface SessionSecrets {
  accessToken: string;
  refreshToken: string;
  /** Absent: the browser keeps the one it has. */
  deviceToken?: string;
}

/** What the cookies of an answer depend on. */
export interface CookieContext {
  request: Request;
  services: SecureServices;
}

const REFRESH_SECONDS = SESSION_MS / 1000;
const DEVICE_SECONDS = 400 * 24 * 60 * 60; // as long as browsers keep any cookie
const ACCESS = "Path=/api/v1; HttpOnly; SameSite=Lax";
const REFRESH = "Path=/api/v1/auth; HttpOnly; SameSite=Strict";
// Pages of any path read it, to send it as a header.
const CSRF = "Path=/; SameSite=Strict";

function cookie(name: string, value: string, attributes: string, { request, services }: CookieContext): string {
  return `${name}=${value}; ${attributes}${isSecure(request, services) ? "; Secure" : ""}`;
}

/** The cookies that make a browser hold a session. */
export function sessionCookies(secrets: SessionSecrets, context: CookieContext): string[] {
  const { accessToken, refreshToken, deviceToken } = secrets;
  return [
    cookie(COOKIES.access, accessToken, `Max-Age=${ACCESS_TOKEN_SECONDS}; ${ACCESS}`, context),
    cookie(COOKIES.refresh, refreshToken, `Max-Age=${REFRESH_SECONDS}; ${REFRESH}`, context),
    ...(deviceToken === undefined
      ? []
      : [cookie(COOKIES.device, deviceToken, `Max-Age=${DEVICE_SECONDS}; ${REFRESH}`, context)]),
  ];
}

/** The cookies that take a session from a browser. It stays a known device. */
export const clearedCookies = (context: CookieContext): string[] => [
  cookie(COOKIES.access, "", `Max-Age=0; ${ACCESS}`, context),
  cookie(COOKIES.refresh, "", `Max-Age=0; ${REFRESH}`, context),
  cookie(COOKIES.csrf, "", `Max-Age=0; ${CSRF}`, context),
];

export const csrfCookie = (token: string, context: CookieContext): string => cookie(COOKIES.csrf, token, CSRF, context);
