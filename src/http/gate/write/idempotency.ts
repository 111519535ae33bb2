import { createHash } from "node:crypto";
import { findAnswer } from "../../../../db/idempotency/answers.ts";
import type { Once, Reader, Write } from "../../../../db/ports.ts";
import { ApiError, invalidParameter } from "../../output/errors.ts";
import type { Call } from "../call.ts";
import { storeAnswer } from "./store-answer.ts";

const WRITING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const KEY_LENGTH_MAX = 255;
// What a replay repeats; the others belong to the request at hand.
const STORED_HEADERS = ["etag", "location", "content-language"];

/**
 * Reads the Idempotency-Key of a write: who sent it, and a fingerprint of the request, so that another request with
 * the same key is found out. `undefined` without one. Throws INVALID_PARAMETER for one that is too long.
 */
export function onceOf(request: Request, call: Call, bodyHash: () => string): Once | undefined {
  if (!call.principal || !WRITING.has(request.method)) return undefined;
  const key = request.headers.get("idempotency-key");
  if (!key) return undefined;
  if (key.length > KEY_LENGTH_MAX) {
    const params = { limit: KEY_LENGTH_MAX };
    throw invalidParameter([{ field: "Idempotency-Key", type: "too_long", key: "validation.longest", params }]);
  }
  const path = request.url.slice(request.url.indexOf("/", 8));
  const fingerprint = createHash("sha256").update(`${request.method} ${path} ${bodyHash()}`).digest("hex");
  return { scope: call.principal.subjectId, key, fingerprint };
}

/** The key of the next write of this request: a request that writes twice keeps two results. */
export function nextOnce(call: Call): Once | undefined {
  call.writes++;
  return call.once && { ...call.once, key: call.writes === 1 ? call.once.key : `${call.once.key} #${call.writes}` };
}

/**
 * The answer this request was given before, `undefined` when it is new. Throws IDEMPOTENCY_KEY_REUSED when the key came
 * with another request.
 */
export async function replay(db: Reader, call: Call, nowMs: number): Promise<Response | undefined> {
  if (!call.once) return undefined;
  const known = await findAnswer(db, call.once, nowMs);
  if (!known) return undefined;
  if (known.fingerprint !== call.once.fingerprint) throw new ApiError("IDEMPOTENCY_KEY_REUSED");
  call.isReplayed = true;
  const { status, headers, body } = known.answer;
  return new Response(body, {
    status,
    headers: {
      ...headers,
      ...(body !== null && { "content-type": "application/json" }),
      "idempotent-replayed": "true",
    },
  });
}

/** Stores the answer of a write, for `replay`. Streams and files are not stored: a repeat makes them again. */
export async function saveAnswer(
  write: Write,
  call: Call,
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, string | number> },
): Promise<void> {
  if (!call.once || !call.principal || call.isReplayed) return;
  const isEmpty = body instanceof Response && body.body === null;
  if ((body instanceof Response && !isEmpty) || body instanceof ReadableStream) return;
  const stored = STORED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const answer = {
    status: isEmpty ? body.status : status,
    headers: Object.fromEntries(stored) as Record<string, string>, // pairs of texts, made above
    body: isEmpty || body === undefined ? null : JSON.stringify(body),
  };
  await write(storeAnswer, call.principal.tenantId, { once: call.once, answer });
}
