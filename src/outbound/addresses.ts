import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const rangesOf = (texts: readonly string[]): Range[] => texts.map((text) => ipaddr.parseCIDR(text));

// Source: https://www.iana.org/assignments/iana-ipv4-special-registry
const SPECIAL_V4 = rangesOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
// All that is given out to anybody; mapped, translated, local and multicast addresses lie outside.
// Source: https://www.iana.org/assignments/ipv6-unicast-address-assignments
const GLOBAL_V6 = rangesOf(["2000::/3"]);
// Teredo and its neighbours, documentation, 6to4: they embed an IPv4 address or are not assigned.
const SPECIAL_V6 = rangesOf(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
/** Where clouds answer with the keys of the machine. No setting opens them. */
const METADATA = rangesOf([
  "169.254.0.0/16",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fe80::/10",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
]);

const isIn = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([start, bits]) => start.kind() === address.kind() && address.match([start, bits] as never)); // same kind

/** The address a text is, written the one usual way only; `undefined` for anything else. */
function readAddress(text: string): Address | undefined {
  if (text.includes("%")) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

/** Where the embedded IPv4 address of an IPv6 address begins, in bytes, by the network it is in. */
const EMBEDDED = [
  { ranges: rangesOf(["2002::/16"]), at: 2 },
  { ranges: rangesOf(["::ffff:0:0/96", "64:ff9b::/96", "::/96"]), at: 12 },
];

/** An IPv4 address in IPv6 clothes is still that address. */
const bare = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;

/** The same for those that are translated or carried over on their way. */
function destinationOf(address: Address): Address {
  if (address.kind() === "ipv4") return address;
  const embedding = EMBEDDED.find(({ ranges }) => isIn(address, ranges));
  return embedding ? new ipaddr.IPv4(address.toByteArray().slice(embedding.at, embedding.at + 4)) : address;
}

export const isAddress = (text: string): boolean => readAddress(text) !== undefined;

/** Whether an address belongs to a cloud's own services. */
export function isMetadata(text: string): boolean {
  const address = readAddress(text);
  return address === undefined || isIn(address, METADATA) || isIn(destinationOf(address), METADATA);
}

/** Whether an address can be anybody's on the internet: not of this machine, its network, or a special use. */
export function isPublic(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  if (address.kind() === "ipv4") return !isIn(address, SPECIAL_V4);
  return isIn(address, GLOBAL_V6) && !isIn(address, SPECIAL_V6);
}

/** Whether an address lies in one of these ranges, such as `10.1.2.0/24`. */
export function isInRanges(text: string, ranges: readonly string[]): boolean {
  const address = readAddress(text);
  return address !== undefined && isIn(bare(address), rangesOf(ranges));
}
