import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { ApiError, type FieldProblem, invalidBody } from "./errors.ts";
import type { BodyPolicy } from "./policy.ts";

const KIB = 1024;
/** The largest body of a route that states no other. */
const BODY_BYTES_MAX = 1024 * KIB;
// Deeper is not data, but an attempt to exhaust the stack of whatever walks it.
const DEPTH_MAX = 64;

const tooLarge = (limit: number) => new ApiError("PAYLOAD_TOO_LARGE", { params: { limit }, details: { limit } });
const wrongBody = (problem: Omit<FieldProblem, "field">) => invalidBody([{ field: "body", ...problem }]);

/** Throws PAYLOAD_TOO_LARGE for a body that says it is larger than `limit`. */
function refuseLarge({ headers }: Request, limit: number): void {
  if (Number(headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a compressed body. */
function refuseEncoded({ headers }: Request): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") {
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", { params: { encoding }, headers: { "accept-encoding": "identity" } });
  }
}

/** How long a body may take: this long, and a second more for each so many bytes that it may have. */
const PATIENCE_SECONDS = 20;
const BYTES_PER_SECOND = 16 * KIB;

/** Throws REQUEST_TIMEOUT, after which the connection is closed, when a body is not read within `seconds`. */
async function within<T>(seconds: number, reading: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const refuse = () =>
    reject(
      new ApiError("REQUEST_TIMEOUT", { params: { seconds: Math.ceil(seconds) }, headers: { connection: "close" } }),
    );
  const timer = setTimeout(refuse, seconds * 1_000);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    // Should it break off later, nobody waits for it.
    reading.catch(() => undefined);
  }
}

/** Reads the text of a body; throws PAYLOAD_TOO_LARGE as soon as it is. */
async function readText(request: Request, limit: number): Promise<string> {
  if (request.headers.has("content-length")) return request.text();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Throws for text that holds half a character, or NUL, where a database ends it: neither could be given back. */
function refuseBroken(text: string): void {
  if (!text.isWellFormed() || text.includes("\0")) throw wrongBody({ type: "json_invalid" });
}

const tooDeep = () => wrongBody({ type: "json_invalid", key: "validation.json_depth", params: { limit: DEPTH_MAX } });

/** Throws for broken texts, and takes out `__proto__` keys, which mean something else once copied. */
function makeHarmless(value: unknown): void {
  if (typeof value === "string") refuseBroken(value);
  if (typeof value !== "object" || value === null) return;
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const [key, each] of Object.entries(value)) {
    refuseBroken(key);
    makeHarmless(each);
  }
}

/** Throws for a value nested too deep. */
function refuseDeep(value: object, depth: number): void {
  if (depth > DEPTH_MAX) throw tooDeep();
  for (const each of Object.values(value)) if (typeof each === "object" && each !== null) refuseDeep(each, depth + 1);
}

// A text that has none of these needs no look at each value.
const SUSPECT = /__proto__|\\u(?:00|[dD][89a-fA-F])/;
const BRACKET = /[[{]/g;

/** Whether a text has as many brackets as it takes to be nested too deep; a list of many objects has them, too. */
function hasManyBrackets(text: string): boolean {
  BRACKET.lastIndex = 0;
  let brackets = 0;
  while (brackets <= DEPTH_MAX && BRACKET.test(text)) brackets++;
  return brackets > DEPTH_MAX;
}

/** Parses JSON; throws VALIDATION_FAILED for malformed or too deeply nested text. */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongBody({ type: "json_invalid" });
  }
  if (typeof value === "object" && value !== null && hasManyBrackets(text)) refuseDeep(value, 1);
  if (SUSPECT.test(text)) makeHarmless(value);
  return value;
}

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)$/;

/** A body that was read, and the hash of what was sent. */
export interface ReadBody {
  value: unknown;
  /** Hex; computed when it is asked for. */
  hash: () => string;
}

/**
 * Reads and parses a body; `value` is `undefined` when there is none. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT for
 * one that is sent too slowly, and VALIDATION_FAILED for malformed JSON and another content type.
 */
export async function readBody(
  request: Request,
  type: string,
  policy: BodyPolicy = {},
  { patienceSeconds = PATIENCE_SECONDS } = {},
): Promise<ReadBody> {
  const limit = policy.maxBytes ?? BODY_BYTES_MAX;
  refuseLarge(request, limit);
  refuseEncoded(request);
  const size = Number(request.headers.get("content-length") ?? limit);
  const text = await within(patienceSeconds + size / BYTES_PER_SECOND, readText(request, limit));
  const hash = () => createHash("sha256").update(text).digest("hex");
  if (text === "") return { value: undefined, hash };
  const mediaType = type.toLowerCase();
  if (JSON_TYPE.test(mediaType)) return { value: parseJson(text), hash };
  if (policy.type === "form" && mediaType === "application/x-www-form-urlencoded") {
    return { value: Object.fromEntries(new URLSearchParams(text)), hash };
  }
  throw wrongBody({
    type: "invalid_format",
    key: "validation.content_type",
    params: { expected: "application/json" },
  });
}

/** Throws unless an upload is multipart and, as far as it says, small enough. Reads nothing. */
export function checkUpload(request: Request, type: string, maxBytes: number): void {
  refuseLarge(request, maxBytes);
  refuseEncoded(request);
  if (type.toLowerCase() === "multipart/form-data") return;
  throw wrongBody({
    type: "invalid_format",
    key: "validation.content_type",
    params: { expected: "multipart/form-data" },
  });
}
