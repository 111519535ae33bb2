import { Buffer } from "node:buffer";
import { lookup as lookUp } from "node:dns/promises";
import type { Config } from "../config/config.ts";
import { withinMs } from "../runtime/time-limit.ts";
import { PLAIN_HEADER, redactSecrets, secretsOfRequest } from "../text/redact.ts";
import { isAddress } from "./addresses.ts";
import { type Answer, openExchange, type Request } from "./exchange.ts";
import { OutboundError, timedOut } from "./outbound-error.ts";
import { checkAddress, checkHost, isMetadataTarget, type OutboundRules, plainHost, readTarget } from "./target.ts";

/** Finds all addresses of a name. */
export type Lookup = (host: string) => Promise<string[]>;

export interface OutboundOptions {
  /** Another resolver than the system's. */
  lookup?: Lookup;
  /** Certificate authorities besides those everybody knows, PEM. */
  ca?: string;
}

/** What a request needs besides where it goes. */
export interface OutboundRequest extends Omit<Request, "timeoutMs"> {
  /**
   * For all of it: finding the address, connecting, waiting, reading; while a body is streamed, counted again from each
   * piece.
   */
  timeoutMs: number;
  /** How many redirects are followed; each is checked like the first address. Default 0: a redirect is the answer. */
  redirects?: number;
  /** Default https only. */
  schemes?: readonly ("http:" | "https:")[];
}

/**
 * The one way out: every connection to an address that a tenant named goes through here. A name is resolved once, all its
 * addresses are checked, and the connection is made to an address that was checked.
 */
export interface Outbound {
  /** Refuses an address that no resolving could make good. Throws `OutboundError`. */
  readUrl(url: string, schemes?: OutboundRequest["schemes"]): URL;
  /**
   * The addresses of a host, all of them checked: for callers that open a socket. Connect to one of these, not to the name.
   * Throws `OutboundError`.
   */
  resolve(host: string): Promise<string[]>;
  /** Sends a request over HTTP and reads the answer, for any status. Throws `OutboundError`. */
  request(url: string, request: OutboundRequest): Promise<Answer>;
  /** Closes the connections that wait for the next request. */
  close(): void;
}

const systemLookup: Lookup = async (host) =>
  (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address);

/** What the operator of the instance has opened. */
export const outboundRules = (config: Pick<Config, "outboundAllow" | "webhookAllowPrivateUrls">): OutboundRules => ({
  allow: config.outboundAllow ?? { ranges: [], names: [] },
  allowPrivate: config.webhookAllowPrivateUrls,
});

/** A name's own servers may never answer; resolvers give up sooner. */
const LOOKUP_MS = 30_000;

const codeOf = (error: unknown): string => String(Object(error).code ?? "");
/** Answers that lead elsewhere. */
export const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** These say: send the same again, there. The others: ask there. */
const REPEATED = new Set([307, 308]);
/** What is only meant for the server it was first sent to. */
const PERSONAL = /^(?:authorization|cookie|x-)/i;

/** Opens the way out of one thread. */
export function openOutbound(rules: OutboundRules, { lookup = systemLookup, ca }: OutboundOptions = {}): Outbound {
  const exchange = openExchange(ca);

  async function resolve(hostname: string): Promise<string[]> {
    const host = plainHost(hostname).toLowerCase();
    checkHost(host, rules);
    if (isAddress(host)) return [host];
    const looking = lookup(host).catch((error: unknown) => {
      throw new OutboundError("dns", `The name cannot be resolved (${codeOf(error)})`);
    });
    const addresses = await withinMs(looking, LOOKUP_MS, timedOut);
    if (addresses.length === 0) throw new OutboundError("dns", "The name has no address");
    // One that is not public makes all suspect: the next answer may hold only that one.
    for (const address of addresses) checkAddress(address, host, rules);
    return addresses;
  }

  async function request(
    text: string,
    { redirects = 0, schemes, timeoutMs, ...first }: OutboundRequest,
  ): Promise<Answer> {
    const endsAtMs = performance.now() + timeoutMs;
    let url = readTarget(text, rules, schemes);
    let sent: Sent = first;
    for (let hop = 0; ; hop++) {
      const addresses = await withinMs(resolve(url.hostname), endsAtMs - performance.now(), timedOut);
      const answer = await exchange.send(url, addresses, { ...sent, timeoutMs: endsAtMs - performance.now() });
      const location = redirects > 0 && MOVED.has(answer.status) ? answer.headers["location"] : undefined;
      if (location === undefined) return withoutSecrets(answer, url, sent);
      if (hop === redirects) throw new OutboundError("redirect");
      const next = redirectTarget(url, location, (address) => readTarget(address, rules, schemes));
      sent = redirected(sent, { isRepeated: REPEATED.has(answer.status), isSameServer: next.origin === url.origin });
      url = next;
    }
  }

  return {
    readUrl: (url, schemes) => readTarget(url, rules, schemes),
    resolve,
    request,
    close: exchange.close,
  };
}

type Sent = Omit<Request, "timeoutMs">;
const FAILED_FROM = 400;

/** What a server says when it refuses may be shown, logged and stored: nothing of it is a secret that it was sent. */
function withoutSecrets(answer: Answer, url: URL, { headers }: Sent): Answer {
  if (answer.status < FAILED_FROM) return answer;
  const text = answer.body.toString("utf8");
  const redacted = redactSecrets(text, secretsOfRequest(url, headers));
  return redacted === text ? answer : { ...answer, body: Buffer.from(redacted) };
}

/** Where a redirect leads, checked like the first address; never from https to http. */
export function redirectTarget(url: URL, location: string, read: (address: string) => URL): URL {
  if (!URL.canParse(location, url.href)) throw new OutboundError("redirect");
  const next = read(new URL(location, url.href).href);
  if (url.protocol === "https:" && next.protocol !== "https:") throw new OutboundError("redirect");
  return next;
}

/** The request that follows a redirect. */
function redirected(
  { headers, body, ...request }: Sent,
  { isRepeated, isSameServer }: { isRepeated: boolean; isSameServer: boolean },
): Sent {
  const passed = Object.entries(headers).filter(
    ([name]) => isSameServer || (PLAIN_HEADER.test(name) && !PERSONAL.test(name)),
  );
  const next = { ...request, headers: Object.fromEntries(passed) };
  return isRepeated ? { ...next, body } : { ...next, method: "GET" };
}

/** Whether the address of a web server is one that no setting opens, or that the operator has not opened. */
export function isRefusedAddress(outbound: Pick<Outbound, "readUrl">, url: string): boolean {
  if (isMetadataTarget(url)) return true;
  try {
    outbound.readUrl(url, ["https:", "http:"]);
    return false;
  } catch (error) {
    return error instanceof OutboundError && error.isRefusal;
  }
}
