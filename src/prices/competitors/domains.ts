import { domainToASCII } from "node:url";

/** A host name as it is compared: in lower case, in ASCII, without `www.`. */
export const domainOf = (host: string): string => domainToASCII(host.toLowerCase()).replace(/^www\./, "");

/** The host name of an address and those above it, the longest first: `de.shop.example`, `shop.example`. */
export function domainsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const labels = domainOf(new URL(url).hostname).split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}
