import { invalidParameter } from "../../output/errors.ts";

/** A name or an address, and perhaps a port. Names of containers have underscores. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Throws INVALID_PARAMETER for a request whose Host is missing, is given twice or names no host: no address of ours can be
 * made of it. Source: RFC 9112, 3.2
 */
export function refuseBadHost({ headers, url }: Request): void {
  const host = headers.get("host");
  const isGood = (host === null || HOST.test(host)) && URL.canParse(url);
  if (!isGood) throw invalidParameter([{ field: "Host", type: "invalid_format", key: "validation.host" }]);
}
