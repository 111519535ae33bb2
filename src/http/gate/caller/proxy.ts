import type { TrustedProxies } from "../../../config/setting-values.ts";
import { isInRanges } from "../../../outbound/addresses.ts";

/** What says whose word on the way of a request is taken. */
export interface ProxyServices {
  config: { trustProxy: TrustedProxies };
  addressOf(request: Request): string;
}

/** What the nearest proxy says in a header such as `x-forwarded-for`; `undefined`: nothing, or it is not trusted. */
export function forwarded(request: Request, name: string, { config, addressOf }: ProxyServices): string | undefined {
  const { trustProxy } = config;
  const isTrusted = typeof trustProxy === "boolean" ? trustProxy : isInRanges(addressOf(request), trustProxy);
  if (!isTrusted) return undefined;
  return request.headers.get(name)?.split(",").at(-1)?.trim() || undefined;
}
