import { isAddress, isInRanges, isMetadata, isPublic } from "./addresses.ts";
import { OutboundError } from "./outbound-error.ts";

/** What the operator of the instance opens besides the internet. Plain data: it is part of the settings. */
export interface OutboundAllow {
  /** Networks: `10.1.2.0/24`. */
  ranges: string[];
  /** Names in lower case: `erp.lan`. */
  names: string[];
}

/** Where connections may go. */
export interface OutboundRules {
  allow: OutboundAllow;
  /** Any host but those of clouds, any port, and http: for development and tests. */
  allowPrivate: boolean;
}

const WEB_PORTS = new Set([80, 443, 8080, 8443]);
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/;
// The parser of addresses would drop or turn them, so that what is checked reads otherwise than what was sent.
const TRICKY = /[\s\\\p{Cc}\p{Cf}]/u;

/** Names that clouds give their own services. */
const METADATA_NAME = /^(?:metadata\.google\.internal|metadata\.goog|instance-data(?:\.ec2\.internal)?)$/;

/** Whether a host, or the address of a web server, is written as a cloud's own service or a link-local address. */
export function isMetadataTarget(text: string): boolean {
  const isWeb = /^https?:\/\//i.test(text);
  const url = isWeb ? text : `http://${text.includes(":") ? `[${text}]` : text}`;
  if (!URL.canParse(url)) return false;
  // The parser writes each form of an address the one usual way.
  const host = plainHost(new URL(url).hostname).toLowerCase();
  return METADATA_NAME.test(host) || (isAddress(host) && isMetadata(host));
}

/** A host without the brackets of an IPv6 address and the dot of a complete name. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

const isNamed = (host: string, { allow }: OutboundRules) => allow.names.includes(host);
const isOpen = (host: string, rules: OutboundRules) =>
  rules.allowPrivate || isNamed(host, rules) || isInRanges(host, rules.allow.ranges);

/** Throws `OutboundError` when connections to this address may not be made. `host` is the name that led to it. */
export function checkAddress(address: string, host: string, rules: OutboundRules): void {
  if (!isMetadata(address)) {
    if (isPublic(address) || isOpen(address, rules) || isNamed(host, rules)) return;
  }
  throw new OutboundError("address");
}

/** Throws `OutboundError` for a host that is refused for any address it resolves to. */
export function checkHost(host: string, rules: OutboundRules): void {
  if (host === "") throw new OutboundError("not_a_url");
  if (isAddress(host)) checkAddress(host, host, rules);
  else if (!isOpen(host, rules) && (!host.includes(".") || LOCAL_NAME.test(host)))
    throw new OutboundError("local_name");
}

/**
 * Reads the address of a web server, and refuses it when no resolving could make it good: another scheme, user names,
 * other ports than those of the web, names and addresses of local networks. Throws `OutboundError`.
 */
export function readTarget(
  text: string,
  rules: OutboundRules,
  schemes: readonly ("http:" | "https:")[] = ["https:"],
): URL {
  if (TRICKY.test(text) || !URL.canParse(text)) throw new OutboundError("not_a_url");
  const url = new URL(text);
  const isScheme = schemes.some((scheme) => scheme === url.protocol);
  if (!isScheme && !(rules.allowPrivate && url.protocol === "http:")) throw new OutboundError("scheme");
  if (url.username !== "" || url.password !== "") throw new OutboundError("credentials");
  const host = plainHost(url.hostname);
  checkHost(host, rules);
  if (!WEB_PORTS.has(portOf(url)) && !isOpen(host, rules)) throw new OutboundError("port");
  return url;
}

export const portOf = ({ port, protocol }: URL): number =>
  Number(port) || (port === "0" ? 0 : protocol === "https:" ? 443 : 80);
