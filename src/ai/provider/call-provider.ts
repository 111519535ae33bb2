import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../../outbound/exchange.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { readRefusal } from "./read-refusal.ts";

const ANSWER_BYTES_MAX = 4_194_304;
const TRIES = 3;
/** After each try. The last is the caller's: when to come back. Source: decision S32.7. */
const PAUSES_MS = [1000, 2000, 4000] as const;
/** When a provider asks for a longer wait, the caller gets its answer at once. */
const PATIENCE_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;

/** Why a provider did not answer. Plain data; the words hold no secret. */
export interface ProviderFailure {
  /** `refused`: it knows neither key nor model. `rejected`: it will not do this. `busy`: it may later. */
  kind: "refused" | "rejected" | "busy";
  message: string;
  /** When to try again. */
  retryAfterSeconds: number;
}

/** A request to a provider, as JSON. */
export interface ProviderRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
  timeoutMs: number;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Waits between tries; tests pass one that does not. */
  wait?: (ms: number) => Promise<unknown>;
  /** How often it is tried; default 3. */
  tries?: number | undefined;
}

/** Seconds until a provider can be called again, as it says: a number, or a date. */
function retryAfterOf({ headers }: Answer, nowMs: number): number | undefined {
  const said = headers["retry-after"];
  if (said === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Gemini calls a wrong key a bad request. */
const KEY_REFUSED = "API_KEY_INVALID";
/** OpenAI's word for an account without money: to wait does not help. */
const NO_MONEY = "insufficient_quota";

function kindOf(status: number, code: string | undefined): ProviderFailure["kind"] {
  if (status === 401 || status === 403 || code === KEY_REFUSED) return "refused";
  const isBusy = status === 429 || status === 408 || status >= 500;
  return isBusy && code !== NO_MONEY ? "busy" : "rejected";
}

type Failure = Omit<ProviderFailure, "retryAfterSeconds"> & {
  /** When it may be called again, as far as it says so. */
  saidSeconds?: number | undefined;
};

function failureOf(answer: Answer): Failure {
  const { status } = answer;
  const { code, retryAfterSeconds } = readRefusal(answer.body.toString("utf8"));
  return {
    kind: kindOf(status, code),
    message: `The provider answered ${status}${code === undefined ? "" : ` (${code})`}`,
    saidSeconds: retryAfterOf(answer, Date.now()) ?? retryAfterSeconds,
  };
}

const unreachable = (error: OutboundError): Failure => ({
  kind: error.isRefusal ? "rejected" : "busy",
  message: error.message,
});

/** What the caller learns of a failure after this number of tries, and how long to wait before the next. */
function shownFailure(
  { saidSeconds, ...failure }: Failure,
  tried: number,
): { failure: ProviderFailure; waitMs: number } {
  const seconds = saidSeconds ?? (PAUSES_MS[tried - 1] ?? PAUSES_MS[0]) / 1000;
  const later = failure.kind === "busy" ? seconds : (saidSeconds ?? RETRY_AFTER_SECONDS);
  return { failure: { ...failure, retryAfterSeconds: Math.ceil(later) }, waitMs: seconds * 1000 };
}

/** Sends it once: the answer's text, or why there is none. */
async function attempt(
  outbound: Outbound,
  { url, headers, body, timeoutMs }: ProviderRequest,
): Promise<{ text: string } | { failure: Failure }> {
  try {
    const answer = await outbound.request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      timeoutMs,
      bytesMax: ANSWER_BYTES_MAX,
      schemes: ["https:", "http:"],
      // Each answer is paid for.
      isOnce: true,
    });
    if (answer.status < 200 || answer.status > 299) return { failure: failureOf(answer) };
    if (answer.isCut) return { failure: unreachable(new OutboundError("request", "The answer is too long")) };
    return { text: answer.body.toString("utf8") };
  } catch (error) {
    if (error instanceof OutboundError) return { failure: unreachable(error) };
    throw error;
  }
}

/**
 * Sends a request to a provider, three times at most: again after 1 and 2 s, or when the provider says, if it was busy,
 * broken or did not answer; a caller that is refused in the end may come back after 4 s. Returns the answer's text. Throws
 * only the signal's reason.
 */
export async function callProvider(
  outbound: Outbound,
  request: ProviderRequest,
  { signal, wait = (ms) => sleep(ms, undefined, { signal }), tries = TRIES }: CallOptions = {},
): Promise<{ text: string } | { failure: ProviderFailure }> {
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    const outcome = await attempt(outbound, request);
    if (!("failure" in outcome)) return outcome;
    const { failure, waitMs } = shownFailure(outcome.failure, tried);
    if (failure.kind !== "busy" || tried === tries || waitMs > PATIENCE_MS) return { failure };
    await wait(waitMs);
  }
}
