import { Buffer } from "node:buffer";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Outbound } from "../../src/outbound/outbound.ts";

/** One request to a shop, and what it answered. */
export interface Exchange {
  /** The test that asked. */
  of: string;
  method: string;
  /** Without the shop's own address. */
  path: string;
  body?: string;
  status: number;
  headers: Record<string, string>;
  answer: string;
}

/** What a shop of a version answered on a day. */
export interface Transcript {
  platform: string;
  version: string;
  recorded: string;
  exchanges: Exchange[];
}

/** What a shop is called in transcripts. */
export const SHOP = "https://shop.test";
const HEADERS = ["content-type", "retry-after", "x-wp-total", "x-wp-totalpages", "link", "psws-version"];
const fileOf = (platform: string) => new URL(`../connectors/recorded/${platform}.ndjson`, import.meta.url);

/** A transcript: a line that says of what, then a line for each exchange. */
export function readTranscript(platform: string): Transcript {
  const file = fileOf(platform);
  if (!existsSync(file)) throw new Error(`Nothing is recorded of ${platform}: npm run test:shops -- --record`);
  const [first = "{}", ...rest] = readFileSync(file, "utf8").trim().split("\n");
  return { ...JSON.parse(first), exchanges: rest.map((line) => JSON.parse(line)) };
}

export function writeTranscript({ exchanges, ...head }: Transcript, secrets: readonly string[]): void {
  const text = [head, ...exchanges].map((each) => JSON.stringify(each)).join("\n");
  const found = secrets.filter((secret) => secret !== "" && text.includes(secret));
  if (found.length > 0) throw new Error("A credential is in the transcript: it is not written");
  writeFileSync(fileOf(head.platform), `${text}\n`);
}

/** The moment of a run is another each time. */
const TIMES = /\d{4}-\d\d-\d\d(?:T|%20| )\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?Z?/gi;
const keyOf = ({ method, path, body = "" }: Pick<Exchange, "method" | "path" | "body">) =>
  `${method} ${path}\n${body}`.replaceAll(TIMES, "<time>");

/** Texts without the shop's own address, with the scheme that the shop names, also as JSON has it. */
const ownName = (address: string) => {
  const host = address.replace(/^https?:\/\//, "");
  const said = new RegExp(`https?:(\\\\?/\\\\?/)${RegExp.escape(host).replaceAll("/", "\\\\?/")}`, "g");
  return (text: string) => text.replaceAll(said, "https:$1shop.test");
};
const textIn = (body: unknown): string | undefined => {
  if (body === undefined || typeof body === "string") return body;
  return `<file of ${Buffer.isBuffer(body) ? body.length : Object(body).sizeBytes} bytes>`;
};

const PAGE_MAX = 100;
/** Of a page for people its beginning is kept, of a picture nothing: no adapter reads it. */
const shortOf = (text: string, type = "") => {
  if (type.startsWith("image/")) return "";
  return type.startsWith("text/html") ? text.slice(0, PAGE_MAX) : text;
};

/** A way to a real shop that notes what is said. */
export function recording(
  outbound: Pick<Outbound, "request">,
  { address, of, exchanges }: { address: string; of: string; exchanges: Exchange[] },
) {
  const own = ownName(address);
  const request: Outbound["request"] = async (url, options) => {
    const answer = await outbound.request(url, options);
    const text = textIn(options.body);
    exchanges.push({
      of,
      method: options.method,
      path: own(url).replace(SHOP, ""),
      ...(text !== undefined && { body: own(text) }),
      status: answer.status,
      headers: Object.fromEntries(
        HEADERS.flatMap((name) => {
          const value = answer.headers[name];
          return value === undefined ? [] : [[name, own(value)]];
        }),
      ),
      answer: shortOf(own(answer.body.toString("utf8")), answer.headers["content-type"]),
    });
    return answer;
  };
  return { request };
}

/** A way to the shop of a transcript: it knows the requests of this test, each as often as it was sent. */
export function replaying({ platform, version, exchanges }: Transcript, of: string) {
  const left = exchanges.filter((each) => each.of === of);
  const request: Outbound["request"] = (url, options) => {
    const body = textIn(options.body);
    const sent = { method: options.method, path: url.replace(SHOP, ""), ...(body !== undefined && { body }) };
    const at = left.findIndex((each) => keyOf(each) === keyOf(sent));
    const [known] = at < 0 ? [] : left.splice(at, 1);
    if (!known) throw new Error(`The recorded ${platform} ${version} knows no such request: ${keyOf(sent)}`);
    return Promise.resolve({
      status: known.status,
      headers: known.headers,
      body: Buffer.from(known.answer),
      isCut: false,
    } as Awaited<ReturnType<Outbound["request"]>>); // the engine reads no more of an answer
  };
  /** What was sent to change the shop when this was recorded, and not now. */
  const unsent = () => left.filter(({ method }) => method !== "GET").map((each) => keyOf(each));
  return { request, unsent };
}
