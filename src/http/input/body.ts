import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { withinMs } from "../../runtime/time-limit.ts";
import type { BodyPolicy } from "../gate/policy.ts";
import { ApiError, type FieldProblem, invalidBody } from "../output/errors.ts";
import { jsonFaultIn } from "./json-fault.ts";
import { type BodyShape, bodyShapeOf, DEPTH_MAX, surveyJson, tooDeep } from "./json-survey.ts";

const KIB = 1024;
/** The largest body of a route that states no other. */
const BODY_BYTES_MAX = 1024 * KIB;
/** A larger text is looked through before it is parsed. */
const SURVEYED_LENGTH = 16 * KIB;
/** A larger one is read in steps. */
const STEPPED_LENGTH = 512 * KIB;

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

/** How long a body may take: this long, and a second more for each step of this number of bytes that it may have. */
const PATIENCE_SECONDS = 20;
const BYTES_PER_SECOND = 16 * KIB;

/** How long a body, or the next piece of it, is waited for. */
export interface BodyPatience {
  patienceSeconds?: number;
}

/** Throws REQUEST_TIMEOUT, after which the connection is closed, when a body is not read within `seconds`. */
export function within<T>(seconds: number, reading: Promise<T>): Promise<T> {
  const refusal = { params: { seconds: Math.ceil(seconds) }, headers: { connection: "close" } };
  return withinMs(reading, seconds * 1_000, () => new ApiError("REQUEST_TIMEOUT", refusal));
}

/** Reads the bytes of a body; throws PAYLOAD_TOO_LARGE as soon as they are too many. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (request.headers.has("content-length")) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Says of a body that breaks off that the caller did it: the answer is no longer read, but the log is. */
const noteBrokenOff = (error: unknown) =>
  error instanceof ApiError
    ? error
    : new ApiError("REQUEST_TIMEOUT", { key: "body.broken_off", headers: { connection: "close" } });

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Reads the text of a body. Throws VALIDATION_FAILED for bytes that are not UTF-8: as text they would be others. */
async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit).catch((error: unknown) => {
    throw noteBrokenOff(error);
  });
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw wrongBody({ type: "json_invalid", key: "validation.not_utf8" });
  }
}

/**
 * The bytes of a body as they came: for a route that verifies what was signed. Throws PAYLOAD_TOO_LARGE, and
 * REQUEST_TIMEOUT for one that is sent too slowly or breaks off.
 */
export function readRawBody(request: Request, limit = BODY_BYTES_MAX): Promise<Uint8Array> {
  refuseLarge(request, limit);
  refuseEncoded(request);
  const size = Number(request.headers.get("content-length") ?? limit);
  const bytes = readBytes(request, limit).catch((error: unknown) => {
    throw noteBrokenOff(error);
  });
  return within(PATIENCE_SECONDS + size / BYTES_PER_SECOND, bytes);
}

/** The JSON object in such bytes. Throws VALIDATION_FAILED. */
export async function readJsonObject(bytes: Uint8Array): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    throw wrongBody({ type: "json_invalid", key: "validation.not_utf8" });
  }
  const value = await parseJson(text, ANY_SHAPE);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrongBody({ type: "wrong_type", key: "validation.object" });
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** Throws UNSUPPORTED_MEDIA_TYPE for a body that says it is written in another encoding than UTF-8. */
function refuseCharset({ headers }: Request): void {
  const [, charset] = CHARSET.exec(headers.get("content-type") ?? "") ?? [];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new ApiError("UNSUPPORTED_MEDIA_TYPE", { key: "body.charset", params: { charset } });
}

/** Throws for text that holds half a character, or NUL, where a database ends it: neither could be given back. */
function refuseBroken(text: string): void {
  if (!text.isWellFormed() || text.includes("\0")) throw wrongBody({ type: "json_invalid" });
}

/** Fields whose keys are the caller's own, and which are stored as they came. */
const FREE_FORM: ReadonlySet<string> = new Set(["attributes", "technical_specs", "compatibility"]);

/** Throws for broken texts, and takes out `__proto__` keys, which mean something else once copied, but of free-form fields. */
function makeHarmless(value: unknown, isFreeForm = false): void {
  if (typeof value === "string") refuseBroken(value);
  if (typeof value !== "object" || value === null) return;
  if (!isFreeForm && Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const [key, each] of Object.entries(value)) {
    refuseBroken(key);
    makeHarmless(each, isFreeForm || FREE_FORM.has(key));
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

/** Between the steps of a large text other requests have their turn: 10 MiB take some 20 ms a step. */
const giveWay = (text: string) => (text.length > STEPPED_LENGTH ? setImmediate() : undefined);

/** Parses JSON; throws VALIDATION_FAILED for malformed, too deeply nested and far too wide text. */
async function parseJson(text: string, shape: BodyShape): Promise<unknown> {
  const isSurveyed = text.length > SURVEYED_LENGTH;
  await giveWay(text);
  if (isSurveyed) surveyJson(text, shape);
  await giveWay(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const place = jsonFaultIn(text);
    throw wrongBody({ type: "json_invalid", ...(place && { key: "validation.json_fault", params: { ...place } }) });
  }
  await giveWay(text);
  if (!isSurveyed && typeof value === "object" && value !== null && hasManyBrackets(text)) refuseDeep(value, 1);
  if (SUSPECT.test(text)) makeHarmless(value);
  return value;
}

const ANY_SHAPE = bodyShapeOf(undefined);
const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)$/;

/** A body that was read, and the hash of what was sent. */
export interface ReadBody {
  value: unknown;
  /** Hex; computed when it is needed. */
  hash: () => string;
}

/**
 * Reads and parses a body; `value` is `undefined` when there is none. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT for
 * one that is sent too slowly or breaks off, UNSUPPORTED_MEDIA_TYPE for another encoding than UTF-8, and
 * VALIDATION_FAILED for malformed JSON, one with far too many values, whose outermost lists are longer than `shape` says, and
 * another content type.
 */
export async function readBody(
  request: Request,
  type: string,
  policy: BodyPolicy = {},
  { patienceSeconds = PATIENCE_SECONDS, shape = ANY_SHAPE }: BodyPatience & { shape?: BodyShape } = {},
): Promise<ReadBody> {
  const limit = policy.maxBytes ?? BODY_BYTES_MAX;
  refuseLarge(request, limit);
  refuseEncoded(request);
  refuseCharset(request);
  const size = Number(request.headers.get("content-length") ?? limit);
  const text = await within(patienceSeconds + size / BYTES_PER_SECOND, readText(request, limit));
  const hash = () => createHash("sha256").update(text).digest("hex");
  if (text === "") return { value: undefined, hash };
  const mediaType = type.toLowerCase();
  if (JSON_TYPE.test(mediaType)) return { value: await parseJson(text, shape), hash };
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
