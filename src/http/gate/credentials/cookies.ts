import { forwarded, type ProxyServices } from "../caller/proxy.ts";

/** The names of the cookies, as the API's documentation has them. */
export const COOKIES = {
  access: "access_token",
  refresh: "refresh_token",
  csrf: "csrf_token",
  device: "known_device",
} as const;
type CookieName = (typeof COOKIES)[keyof typeof COOKIES];

/** The value of a cookie; the first when it was sent twice, `undefined` when it was not or is empty. */
export function readCookie({ headers }: Request, name: CookieName): string | undefined {
  const prefix = `${name}=`;
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
}

/** What says whether browsers speak https with this service. */
export interface SecureServices extends ProxyServices {
  config: ProxyServices["config"] & { apiUrl: string | undefined };
}

/** Whether the browser speaks https. We do not, so only a trusted proxy can say, or the address in the settings. */
export const isSecure = (request: Request, services: SecureServices): boolean =>
  services.config.apiUrl?.startsWith("https:") === true ||
  forwarded(request, "x-forwarded-proto", services) === "https";
