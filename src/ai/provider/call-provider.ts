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
  /**
   * `refused`: it knows neither key nor model. `rejected`: it will not do this, however often it is asked. `busy`: it may
   * later. `limited`: it may once its limit lets it. `budget`: there is no money for it. `unusable`: what it said cannot be used.
   */
  kind: "refused" | "rejected" | "busy" | "limited" | "budget" | "unusable";
  message: string;
  /** When to try again. */
  retryAfterSeconds: number;
  /** The budget that is used up is one of the tenant, not that of the work. */
  isTenantBudget?: boolean | undefined;
}

/** Why one try brought no answer. */
export interface TryFailure extends Omit<ProviderFailure, "retryAfterSeconds"> {
  /** When it may be called again, as far as it says so. */
  saidSeconds?: number | undefined;
  /** It has a limit, and this was too much at a time. */
  isLimit?: boolean;
  /** It may be paid for: it was sent, and no answer came. */
  isMaybePaid?: boolean;
  /** The parameters that it does not take, by the names in its words. */
  names?: readonly string[] | undefined;
}

export type Headers = Answer["headers"];

/** What one try brought. */
export type Tried<T> = (T | { failure: TryFailure }) & { headers?: Headers };

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
  wait?: ((ms: number) => Promise<unknown>) | undefined;
  /** How often it is tried; default 3. */
  tries?: number | undefined;
  /** It is work that can go on later: a longer wait for a limit is left to it, and a shorter one uses up no try. */
  limitWaitMs?: number | undefined;
}

/** Seconds until a provider can be called again, as it says: a number, or a date. */
function retryAfterOf({ headers }: Answer, nowMs: number): number | undefined {
  const precise = Number(headers["retry-after-ms"]);
  if (precise > 0) return precise / 1000;
  const said = headers["retry-after"];
  if (said === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Gemini calls a wrong key a bad request. */
const KEY_REFUSED = "API_KEY_INVALID";
/** OpenAI's word for an account without money: to wait does not help. */
const NO_MONEY = "insufficient_quota";
/** Anthropic's number for more than it can do now. */
const OVERLOADED = 529;

function kindOf(status: number, code: string | undefined): ProviderFailure["kind"] {
  if (status === 401 || status === 403 || code === KEY_REFUSED) return "refused";
  const isBusy = status === 429 || status === 408 || status >= 500;
  return isBusy && code !== NO_MONEY ? "busy" : "rejected";
}

function failureOf(answer: Answer): TryFailure {
  const { status } = answer;
  const { code, reason, names, retryAfterSeconds } = readRefusal(answer.body.toString("utf8"));
  const kind = kindOf(status, code);
  // What it says of a key may repeat a part of it.
  const why = kind === "refused" || reason === undefined ? "" : `: ${reason}`;
  return {
    kind,
    message: `The provider answered ${status}${code === undefined ? "" : ` (${code})`}${why}`,
    saidSeconds: retryAfterOf(answer, Date.now()) ?? retryAfterSeconds,
    isLimit: kind === "busy" && (status === 429 || status === OVERLOADED),
    names,
  };
}

/** Never reached, so never paid for. */
const UNSENT = /\((?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND)\)/;

const unreachable = (error: OutboundError): TryFailure => ({
  kind: error.isRefusal ? "rejected" : "busy",
  message: error.message,
  isMaybePaid:
    !error.isRefusal && error.reason !== "dns" && error.reason !== "certificate" && !UNSENT.test(error.message),
});

/** What the caller learns of a failure after this number of tries, and how long to wait before the next. */
function shownFailure(
  { saidSeconds, kind, message, isTenantBudget }: TryFailure,
  tried: number,
): { failure: ProviderFailure; waitMs: number } {
  const seconds = saidSeconds ?? (PAUSES_MS[tried - 1] ?? PAUSES_MS[0]) / 1000;
  const later = kind === "busy" ? seconds : (saidSeconds ?? RETRY_AFTER_SECONDS);
  const shown = { kind, message, retryAfterSeconds: Math.ceil(later) };
  return { failure: { ...shown, ...(isTenantBudget !== undefined && { isTenantBudget }) }, waitMs: seconds * 1000 };
}

/** Sends it once: the answer's text, or why there is none. */
export async function sendOnce(
  outbound: Outbound,
  { url, headers, body, timeoutMs }: ProviderRequest,
): Promise<Tried<{ text: string }>> {
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
    if (answer.status < 200 || answer.status > 299) return { failure: failureOf(answer), headers: answer.headers };
    if (answer.isCut) return { failure: unreachable(new OutboundError("request", "The answer is too long")) };
    return { text: answer.body.toString("utf8"), headers: answer.headers };
  } catch (error) {
    if (error instanceof OutboundError) return { failure: unreachable(error) };
    throw error;
  }
}

/**
 * Tries three times at most: again after 1 and 2 s, or when the provider says, if it was busy, broken or did not answer; a
 * caller that is refused in the end may come back after 4 s. Throws only the signal's reason.
 */
export async function untilAnswered<T extends object>(
  once: () => Promise<Tried<T>>,
  { signal, wait = (ms) => sleep(ms, undefined, { signal }), tries = TRIES, limitWaitMs }: CallOptions = {},
): Promise<T | { failure: ProviderFailure }> {
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    const outcome = await once();
    if (!("failure" in outcome)) return outcome;
    const { failure, waitMs } = shownFailure(outcome.failure, tried);
    if (outcome.failure.isLimit && limitWaitMs !== undefined) {
      if (waitMs > limitWaitMs) return { failure: { ...failure, kind: "limited" } };
      tried--;
    } else if (failure.kind !== "busy" || tried === tries || waitMs > PATIENCE_MS) return { failure };
    await wait(waitMs);
  }
}
