import type { Config } from "../../config/config.ts";
import { isSecure } from "./cookies.ts";

/**
 * The address at which others reach this service, such as `https://pim.example`, without a slash at its end: what the
 * settings say, else what the caller of this request used, by the word of a proxy where that is trusted.
 */
export function originOf(request: Request, config: Pick<Config, "apiUrl" | "trustProxy">): string {
  if (config.apiUrl !== undefined) return config.apiUrl;
  // One that is none was refused before: see `refuseBadHost`.
  const { origin, host } = new URL(request.url);
  if (!config.trustProxy) return origin;
  const forwarded = request.headers.get("x-forwarded-host")?.split(",").at(-1)?.trim() || host;
  const address = `${isSecure(request, config) ? "https" : "http"}://${forwarded}`;
  return URL.canParse(address) ? new URL(address).origin : origin;
}
