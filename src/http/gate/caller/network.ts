import { isIPv6 } from "node:net";

const GROUPS = 8;
/** What a provider gives to one customer at the least. Source: RFC 6177 */
const NETWORK_GROUPS = 4;
const MAPPED = /^0:0:0:0:0:ffff:([0-9a-f]+):([0-9a-f]+)$/;

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The parser of URLs writes each address in one way. A zone is no part of it.
  const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split("::").map((part) => (part === "" ? [] : part.split(":")));
  return [...head, ...Array<string>(GROUPS - head.length - tail.length).fill("0"), ...tail];
}

/**
 * Whom limits count for an address: itself, and with IPv6 its network of 64 bits, because a single customer has all the
 * addresses in it. IPv4 written as IPv6 is IPv4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [, high, low] = MAPPED.exec(groups.join(":")) ?? [];
  if (high === undefined || low === undefined) return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join(".");
}

/**
 * The networks that a network of `networkOf` lies in, widest first and itself last: with IPv4 the /24, with IPv6 the /48 and
 * the /56 that a provider gives to one line.
 */
export function networksAround(network: string): string[] {
  if (!network.endsWith("::/64")) return [`${network.split(".").slice(0, 3).join(".")}.0/24`, network];
  const [first, second, third, fourth = "0"] = network.split(":");
  const site = `${first}:${second}:${third}`;
  const line = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [`${site}::/48`, `${site}:${line}::/56`, network];
}
