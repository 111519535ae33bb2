import type { Call } from "../gate/call.ts";
import { pickFields, type Sparse } from "../input/sparse.ts";
import { digestOf, isKnownTag } from "./etag.ts";
import { JsonText } from "./json-text.ts";
import { linksOf, metaOf } from "./page-links.ts";

interface Leaving {
  request: Request;
  headers: Record<string, string | number>;
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** A list has no version: its ETag is made of what it says. Weak: it is the same for any order of members. */
const tagOf = (answer: unknown, text: string) => `W/"${answer instanceof JsonText ? answer.digest : digestOf(text)}"`;

/**
 * What the page of a list has besides its body: `Link`, and an ETag unless it has one. Returns 304 for a caller that has this
 * page. Nothing for answers that are no page.
 */
export function markPage({ request, headers }: Leaving, answer: unknown, text: string): Response | undefined {
  if (!READING.has(request.method)) return undefined;
  const meta = answer instanceof JsonText ? answer.meta : metaOf(answer);
  if (!meta) return undefined;
  const links = linksOf(request.url, meta);
  headers["link"] = headers["link"] === undefined ? links : `${headers["link"]}, ${links}`;
  if (headers["etag"] !== undefined) return undefined;
  const tag = tagOf(answer, text);
  headers["etag"] = tag;
  headers["cache-control"] = "private, no-cache";
  return isKnownTag(request.headers.get("if-none-match"), tag) ? new Response(null, { status: 304 }) : undefined;
}

/**
 * Makes what an answer shows of other resources part of its ETag: these change without it. What `If-Match` reads of the tag
 * stays. Returns 304 for a caller that has this answer.
 */
export function markExpanded({ request, headers }: Leaving, text: string): Response | undefined {
  if (headers["etag"] === undefined) return undefined;
  const [version = "", variant] = String(headers["etag"]).replaceAll('"', "").split("~");
  const tag = `"${[version, [variant, digestOf(text)].filter(Boolean).join("_")].join("~")}"`;
  headers["etag"] = tag;
  return isKnownTag(request.headers.get("if-none-match"), tag) ? new Response(null, { status: 304 }) : undefined;
}

/** The answer with the requested fields, and what was expanded of it. */
export const sparseAnswer = ({ fields, expand }: Call, answer: unknown, sparse: Sparse | undefined): unknown =>
  fields && sparse ? pickFields(answer, expand ? [...fields, "expanded"] : fields, sparse) : answer;
