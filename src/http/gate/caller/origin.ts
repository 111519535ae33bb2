import { isSecure, type SecureServices } from "../credentials/cookies.ts";
import { forwarded } from "./proxy.ts";

/**
 * The address at which others reach this service, such as `https://pim.example`, without a slash at its end: what the
 * settings say, else what the caller of this request used, by the word of a proxy where that is trusted.
 */
export function originOf(request: Request, services: SecureServices): string {
  const { apiUrl } = services.config;
  if (apiUrl !== undefined) return apiUrl;
  // One that is none was refused before: see `refuseBadHost`.
  const { origin, host } = new URL(request.url);
  const name = forwarded(request, "x-forwarded-host", services);
  const isHttps = isSecure(request, services);
  if (name === undefined && !isHttps) return origin;
  const address = `${isHttps ? "https" : "http"}://${name ?? host}`;
  return URL.canParse(address) ? new URL(address).origin : origin;
}
