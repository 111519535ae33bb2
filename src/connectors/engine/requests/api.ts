import { Readable } from "node:stream";
import type { Outbound } from "../../../outbound/outbound.ts";
import { OutboundError } from "../../../outbound/outbound-error.ts";
import { PlatformError } from "../platform-error.ts";
import type { PushImage } from "../push/push-item.ts";
import type { Api, ApiAnswer, ApiRequest, Picture } from "./platform-api.ts";
import { openSecrets } from "./sent-secrets.ts";
import type { TokenStore } from "./token-line.ts";
import { followWork, isFollowed, type WorkStore } from "./works.ts";

const TRIES = 3;
const TIMEOUT_MS = 30_000;
/** No caller waits longer for a platform that is busy; the job goes on later. */
const WAIT_MAX_MS = 60_000;
/** A platform that asks for more is asked again all the same. */
const WAIT_LONGEST_MS = 60 * 60_000;
const FIRST_WAIT_MS = 500;
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const MESSAGE_MAX = 300;
/** No more of an answer is looked at for a message, and this much further for a secret that begins in it. */
const SAID_MAX = 16 * 1024;
const SECRET_MAX = 16 * 1024;
/** Why a picture that is stored here cannot be fetched by a platform. */
export const NO_ADDRESS =
  "A picture that is stored here has no public address: set CATALOGD_API_URL to the address at which shops reach this service";

/** How long a platform asks to be left alone: in seconds or until a date, BigCommerce in milliseconds, Amazon by its rate. */
function requestedWaitMs({ status, headers }: ApiAnswer): number {
  const { "retry-after": after, "x-rate-limit-time-reset-ms": resetMs, "x-amzn-ratelimit-limit": rate } = headers;
  if (after !== undefined) return /^\d/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  if (resetMs !== undefined) return Number(resetMs);
  return status === 429 && rate !== undefined ? 1_000 / Number(rate) : Number.NaN;
}

function waitOf(answer: ApiAnswer | undefined, attempt: number): number {
  const requestedMs = answer ? requestedWaitMs(answer) : Number.NaN;
  return Math.min(WAIT_MAX_MS, Number.isFinite(requestedMs) ? Math.max(0, requestedMs) : FIRST_WAIT_MS * 2 ** attempt);
}

/** A file is opened again each time it is sent. */
const bodyOf = (body: string | Buffer | undefined) =>
  Buffer.isBuffer(body) ? { sizeBytes: body.length, open: () => Readable.from([body]) } : body;

const isPassing = (status: number) => status === 429 || status >= 500;
/** What a platform said, without secrets and short enough for a message. */
const shown = (text: string, redact: Api["redact"]) =>
  redact(text.slice(0, SAID_MAX + SECRET_MAX))
    .slice(0, SAID_MAX)
    .replaceAll(/<[^>]+>|\s+/g, " ")
    .trim()
    .slice(0, MESSAGE_MAX);

function answerOf(
  { status, headers }: Pick<ApiAnswer, "status" | "headers">,
  bytes: Buffer,
  redact: Api["redact"],
): ApiAnswer {
  const text = bytes.toString("utf8");
  return {
    status,
    headers,
    text,
    bytes,
    json: () => {
      try {
        return JSON.parse(text);
      } catch {
        const said = `The platform answered ${status} without JSON: ${shown(text, redact)}`;
        throw new PlatformError("refused", said, { status });
      }
    },
  };
}

function wholeOf(
  { isCut, status, headers, body }: Awaited<ReturnType<Outbound["request"]>>,
  redact: Api["redact"],
): ApiAnswer {
  if (isCut) throw new PlatformError("refused", "The platform's answer is too long");
  return answerOf({ status, headers }, body, redact);
}

interface Opened {
  tries?: number;
  /** What of the credentials no message may show. */
  secrets?: readonly string[];
  waitFor: (ms: number, signal: AbortSignal) => Promise<void>;
  tokens?: TokenStore;
  works?: WorkStore;
  /** Reads a file that is stored here. */
  readFile?: (key: string) => Promise<Buffer>;
}

/** Values that are fetched once. */
function openOnce() {
  const cache = new Map<string, Promise<unknown>>();
  return <T>(name: string, fetch: () => Promise<T>): Promise<T> => {
    const known = cache.get(name) ?? fetch();
    cache.set(name, known);
    // What is cached under a name is what its only caller fetched.
    return known as Promise<T>;
  };
}

/** An address, where it is one: some come from the platform itself. Throws `PlatformError`. */
function soundAddress(url: string, redact: Api["redact"]): string {
  if (URL.canParse(url)) return url;
  throw new PlatformError("refused", `The platform names an address that is none: ${shown(url, redact)}`);
}

/** Opens the way to a platform. `signal` ends all waiting; each request is tried so often. */
export function openApi(
  outbound: Pick<Outbound, "request">,
  credentials: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { tries = TRIES, secrets = [], waitFor, tokens, works, readFile }: Opened,
): Api {
  const { redact, note, token } = openSecrets(secrets, tokens);
  async function send(
    { method, url, headers = {}, json, body, timeoutMs = TIMEOUT_MS, take }: ApiRequest,
    isOnce: boolean,
  ): Promise<ApiAnswer> {
    const sent = json === undefined ? bodyOf(body) : JSON.stringify(json);
    note(headers);
    const answer = await outbound.request(soundAddress(url, redact), {
      method,
      headers: {
        accept: "application/json",
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      timeoutMs,
      schemes: ["https:", "http:"],
      bytesMax: ANSWER_BYTES_MAX,
      isOnce,
      ...(take && { take: (_, taken) => take(taken) }),
    });
    return wholeOf(answer, redact);
  }

  async function request(
    sent: ApiRequest,
    accepts = (status: number) => status < 400,
    isCareful = false,
  ): Promise<ApiAnswer> {
    const mayDouble = sent.isOnce === true || (isCareful && sent.method === "POST");
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await send(sent, mayDouble).catch((error: unknown) =>
        throwUnless(error, mayDouble || attempt === tries),
      );
      const next = readAnswer(answer, sent, { accepts, redact });
      if (next.final) return next.final;
      throwAfter(answer, attempt === tries, mayDouble);
      await wait(next.busyMs ?? waitOf(answer, attempt));
    }
  }

  const wait = (ms: number): Promise<void> => waitFor(Math.min(ms, WAIT_MAX_MS), signal);
  const careful: Api = {
    credentials,
    redact,
    request: (sent, accepts) => request(sent, accepts, true),
    picture: (image) => pictureOf(image, request, readFile),
    wait,
    careful: () => careful,
    follow: (work) => followWork({ wait }, work, works),
    isFollowed: (work) => isFollowed(work, works),
    once: openOnce(),
    token,
  };
  return { ...careful, request: (sent, accepts) => request(sent, accepts) };
}

const IMAGE = /^image\/[\w.+-]+/;

/** The file of a picture: the one that is stored here, else what its address answers. */
async function pictureOf(
  { url, file }: PushImage,
  request: Api["request"],
  readFile: Opened["readFile"],
): Promise<Picture> {
  if (file && readFile) return { ...file, bytes: await readFile(file.key) };
  if (url === null) throw new PlatformError("refused", NO_ADDRESS);
  const refusal = (why: string) => new PlatformError("refused", `The picture ${url} cannot be had: ${why}`);
  const found = await request({ method: "GET", url, headers: { accept: "image/*" } }, () => true).catch((error) => {
    throw error instanceof PlatformError ? refusal(error.message) : error;
  });
  const [contentType] = IMAGE.exec(found.headers["content-type"] ?? "") ?? [];
  if (found.status >= 300) throw refusal(`its server answered ${found.status}`);
  if (contentType === undefined) throw refusal("it is no picture");
  return { bytes: found.bytes, contentType, name: new URL(url).pathname.split("/").at(-1) || "image" };
}

/** The answer when it has the expected status; else for how long it asks to be left alone, if it says so. */
function readAnswer(
  answer: ApiAnswer | undefined,
  { busyMs }: ApiRequest,
  { accepts, redact }: Reading,
): { final?: ApiAnswer; busyMs?: number } {
  if (!answer) return {};
  const busy = busyMs?.(answer);
  if (busy !== undefined) return { busyMs: busy };
  return isFinal(answer, { accepts, redact }) ? { final: answer } : {};
}

interface Reading extends Pick<Api, "redact"> {
  accepts: (status: number) => boolean;
}

/** Throws when nothing is sent again: a platform that is busy has done nothing, one that has failed may have. */
function throwAfter(answer: ApiAnswer | undefined, isLast: boolean, mayDouble: boolean): void {
  const isUncertain = Number(answer?.status) >= 500;
  const requestedMs = answer?.status === 429 ? requestedWaitMs(answer) : Number.NaN;
  const isLong = requestedMs > WAIT_MAX_MS;
  if (!isLast && !isLong && !(mayDouble && isUncertain)) return;
  const waitMs =
    answer?.status === 429 ? Math.min(WAIT_LONGEST_MS, Math.max(requestedMs || 0, WAIT_MAX_MS)) : undefined;
  const more = { isUncertain, ...(waitMs !== undefined && { waitMs }) };
  throw new PlatformError("unreachable", `The platform answered ${answer?.status}`, more);
}

/** Throws what a retry does not mend; a request without an answer may have had its effect. */
function throwUnless(error: unknown, isLast: boolean): undefined {
  if (!(error instanceof OutboundError)) throw error;
  if (!error.isRefusal && !isLast) return undefined;
  throw new PlatformError("unreachable", error.message, { isUncertain: !error.isRefusal });
}

/** Whether an answer has the expected status; one of a busy platform is not. Throws `PlatformError` for a refusal. */
function isFinal(answer: ApiAnswer, { accepts, redact }: Reading): boolean {
  if (accepts(answer.status)) return true;
  if (isPassing(answer.status)) return false;
  throw refusalOf(answer, redact);
}

function refusalOf({ status, text }: ApiAnswer, redact: Api["redact"]): PlatformError {
  if (status === 401 || status === 403) {
    return new PlatformError("credentials", `The platform refused the credentials (${status}): ${shown(text, redact)}`);
  }
  return new PlatformError("refused", `The platform answered ${status}: ${shown(text, redact)}`, { status });
}
