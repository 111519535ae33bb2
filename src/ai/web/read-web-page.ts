import robotsParser from "robots-parser";
import { findRobots } from "../../../db/web/hosts.ts";
import type { Answer } from "../../outbound/exchange.ts";
import { MOVED, redirectTarget } from "../../outbound/outbound.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { decodePage } from "./decode-page.ts";
import { noteRobots, takeHostTurn } from "./host-turns.ts";

/** How we call ourselves to web sites. */
const AGENT = "catalogd";

/** Whether a robots.txt lets us read a path. Source: RFC 9309. */
export const mayRead = (robots: string, path: string): boolean =>
  robotsParser("https://site.invalid/robots.txt", robots).isAllowed(`https://site.invalid${path}`, AGENT) ?? true;

/** Who reads. */
export interface PageReader {
  services: Pick<ThreadServices, "outbound" | "reader" | "write" | "now" | "pause">;
  tenantId: string;
  signal: AbortSignal;
  /** No page waits for a host that cannot be called before this time. */
  waitMaxMs: number;
}

/** A page as it was read. */
export interface Page {
  /** Where it was at last. */
  url: string;
  html: string;
}

const TIMEOUT_MS = 15_000;
const PAGE_BYTES_MAX = 3 * 1024 * 1024;
const ROBOTS_BYTES_MAX = 500 * 1024;
const ROBOTS_CACHE_MS = 3_600_000;
const REDIRECTS_MAX = 5;
const SCHEMES = ["https:", "http:"] as const;
const TEXT = ["text/", "application/xhtml"];

/** Asks a host when it is its turn: once a second, for all callers. */
async function get({ services, tenantId, signal, waitMaxMs }: PageReader, url: URL, bytesMax: number): Promise<Answer> {
  const { outbound, write, now, pause } = services;
  const waitMs = (await write(takeHostTurn, tenantId, { host: url.host })) - now();
  if (waitMs > waitMaxMs) throw new OutboundError("request", "Too many pages of the site are asked for");
  if (waitMs > 0) await pause(waitMs, signal);
  return outbound.request(url.href, {
    method: "GET",
    headers: { "user-agent": `${AGENT}/1.0`, accept: "text/html, text/plain" },
    timeoutMs: TIMEOUT_MS,
    bytesMax,
    schemes: SCHEMES,
  });
}

/** Where an answer leads; `undefined`: it is the answer. Never from https to http. */
function nextOf(reader: PageReader, { status, headers }: Answer, from: URL): URL | undefined {
  const location = MOVED.has(status) ? headers["location"] : undefined;
  const read = (address: string) => reader.services.outbound.readUrl(address, SCHEMES);
  return location === undefined ? undefined : redirectTarget(from, location, read);
}

async function follow(
  reader: PageReader,
  first: URL,
  bytesMax: number,
  check: (url: URL) => Promise<void>,
): Promise<{ url: URL; answer: Answer }> {
  let url = first;
  for (let hop = 0; ; hop++) {
    await check(url);
    const answer = await get(reader, url, bytesMax);
    const next = nextOf(reader, answer, url);
    if (!next) return { url, answer };
    if (hop === REDIRECTS_MAX) throw new OutboundError("redirect");
    url = next;
  }
}

/** What a site lets robots read. One that does not answer with rules has none; a broken one refuses. */
async function robotsOf(reader: PageReader, { origin, host }: URL): Promise<string> {
  const { services, tenantId } = reader;
  const known = await findRobots(services.reader(tenantId), host, services.now() - ROBOTS_CACHE_MS);
  if (known !== undefined) return known;
  const nothing = () => Promise.resolve();
  const { answer } = await follow(reader, new URL("/robots.txt", origin), ROBOTS_BYTES_MAX, nothing);
  if (answer.status >= 500) return "User-agent: *\nDisallow: /";
  const robots = answer.status === 200 ? answer.body.toString("utf8") : "";
  await services.write(noteRobots, tenantId, { host, robots });
  return robots;
}

/**
 * Reads a page as far as robots may, at most 3 MiB of it, and asks each host once a second. Redirects are followed, each
 * checked like the first address. Throws `OutboundError`, and the signal's reason.
 */
export async function readPage(reader: PageReader, address: string): Promise<Page> {
  const first = reader.services.outbound.readUrl(address, SCHEMES);
  const { url, answer } = await follow(reader, first, PAGE_BYTES_MAX, async (each) => {
    if (mayRead(await robotsOf(reader, each), each.pathname + each.search)) return;
    throw new OutboundError("request", "The site's robots.txt refuses it");
  });
  const { status, headers, body } = answer;
  if (status !== 200) throw new OutboundError("request", `The page answered ${status}`);
  const type = headers["content-type"];
  if (!TEXT.some((each) => (type ?? "text/html").toLowerCase().startsWith(each))) {
    throw new OutboundError("request", "The page is no text");
  }
  return { url: url.href, html: decodePage(body, type) };
}
