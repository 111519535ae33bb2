import { textOfHtml } from "../documents/extract-text.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { OutboundError } from "../outbound/outbound-error.ts";

const AGENT = "catalogd";
const TIMEOUT_MS = 15_000;
const PAGE_BYTES_MAX = 2 * 1024 * 1024;
const ROBOTS_BYTES_MAX = 500 * 1024;
const REDIRECTS = 5;
const TEXT_MAX = 20_000;
const SCHEMES = ["https:", "http:"] as const;

const get = (outbound: Outbound, url: string, bytesMax: number) =>
  outbound.request(url, {
    method: "GET",
    headers: { "user-agent": `${AGENT}/1.0`, accept: "text/html, text/plain" },
    timeoutMs: TIMEOUT_MS,
    bytesMax,
    redirects: REDIRECTS,
    schemes: SCHEMES,
  });

/** Whether a rule of a robots.txt is about a path: from its beginning, `*` is anything, `$` the end. In one pass. */
function isAbout(rule: string, path: string): boolean {
  const isWhole = rule.endsWith("$");
  const [first = "", ...parts] = (isWhole ? rule.slice(0, -1) : rule).split("*");
  if (!path.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return !isWhole || path.length === first.length;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}

interface Rule {
  isAllowed: boolean;
  path: string;
}

const LINE_MAX = 1000;
const LINE = /^\s*(user-agent|allow|disallow)\s*:\s*([^#\s]*)/i;

/** The lines of a robots.txt that say something. */
const linesOf = (robots: string) =>
  robots.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ""] = LINE.exec(line.slice(0, LINE_MAX)) ?? [];
    return name === undefined ? [] : [{ name: name.toLowerCase(), value }];
  });

/** The rules of a robots.txt for one agent; `undefined`: it names none for it. */
function rulesFor(lines: ReturnType<typeof linesOf>, agent: string): Rule[] | undefined {
  const rules: Rule[] = [];
  let isKnown = false;
  let isMeant = false;
  let isNaming = false;
  for (const { name, value } of lines) {
    const names = name === "user-agent";
    if (names) isMeant = (isNaming && isMeant) || value.toLowerCase() === agent;
    isKnown ||= isMeant;
    isNaming = names;
    if (!names && isMeant && value !== "") rules.push({ isAllowed: name === "allow", path: value });
  }
  return isKnown ? rules : undefined;
}

/** Whether a robots.txt lets us read a path: of the rules for us, else for all, the longest counts. Source: RFC 9309. */
export function mayRead(robots: string, path: string): boolean {
  const lines = linesOf(robots);
  const rules = rulesFor(lines, AGENT) ?? rulesFor(lines, "*") ?? [];
  const matching = rules.filter((rule) => isAbout(rule.path, path));
  const longest = Math.max(0, ...matching.map((rule) => rule.path.length));
  const deciding = matching.filter((rule) => rule.path.length === longest);
  return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
}

/** Whether a site lets robots read an address. One that does not answer, or not with rules, has none; a broken one refuses. */
async function isAllowed(outbound: Outbound, url: URL): Promise<boolean> {
  const answer = await get(outbound, `${url.origin}/robots.txt`, ROBOTS_BYTES_MAX);
  if (answer.status >= 500) return false;
  return answer.status !== 200 || mayRead(answer.body.toString("utf8"), url.pathname + url.search);
}

/** The text of a page, as far as robots may read it. Throws `OutboundError`. */
export async function fetchPage(outbound: Outbound, address: string): Promise<string> {
  const url = outbound.readUrl(address, SCHEMES);
  if (!(await isAllowed(outbound, url))) throw new OutboundError("request", "The site's robots.txt refuses it");
  const { status, headers, body } = await get(outbound, url.href, PAGE_BYTES_MAX);
  if (status !== 200) throw new OutboundError("request", `The page answered ${status}`);
  if (!/^text\/|xhtml/i.test(headers["content-type"] ?? "text/html")) {
    throw new OutboundError("request", "The page is no text");
  }
  return textOfHtml(body.toString("utf8")).replaceAll(/\s+/g, " ").trim().slice(0, TEXT_MAX);
}
