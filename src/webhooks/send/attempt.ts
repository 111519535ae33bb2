import { Buffer } from "node:buffer";
import type { Delivery } from "../../../db/webhooks/deliveries.ts";
import type { DeliveryLog } from "../../../db/webhooks/logs.ts";
import type { Answer } from "../../outbound/exchange.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { redactSecrets, secretsOfHeader } from "../../text/redact.ts";
import type { Receiver } from "./receiver.ts";
import type { Outcome } from "./settle-deliveries.ts";
import { signatureHeaders } from "./signatures.ts";

/** What came of one request to a receiver. Plain data. */
export interface Attempt extends Pick<DeliveryLog, "statusCode" | "success" | "durationMs" | "errorMessage"> {
  /** The receiver is permanently removed. */
  isRemoved: boolean;
  /** A retry cannot help. */
  isFinal: boolean;
  /** What the receiver requested. */
  retryAfterMs: number | null;
  /** The beginning of the answer, as text without control characters. */
  responseBody: string;
}

const REQUEST_BYTES_MAX = 262_144;
const ANSWER_BYTES_MAX = 65_536;
const SHOWN_CHARACTERS = 4096;
const STATUS_GONE = 410;

interface Sending {
  outbound: Outbound;
  /** Unix milliseconds. */
  now: () => number;
}

/** Sends an event to a receiver once. Never throws. */
export async function attemptDelivery(
  { outbound, now }: Sending,
  { webhook, secrets, headers }: Receiver,
  { eventId, body }: { eventId: string; body: string },
): Promise<Attempt> {
  if (secrets === null) return failed(0, "The secret of the webhook cannot be read");
  if (Buffer.byteLength(body) > REQUEST_BYTES_MAX) {
    return { ...failed(0, "The event is too large to be sent"), isFinal: true };
  }
  const timestamp = Math.floor(now() / 1000);
  const startedAtMs = performance.now();
  try {
    const answer = await outbound.request(webhook.url, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        ...signatureHeaders({ eventId, timestamp, body }, secrets),
      },
      body,
      timeoutMs: webhook.timeout_seconds * 1000,
      bytesMax: ANSWER_BYTES_MAX,
    });
    const known = [...secrets, ...Object.values(headers).flatMap(secretsOfHeader)];
    const shown = Buffer.from(redactSecrets(answer.body.toString("utf8"), known));
    return answered({ ...answer, body: shown }, Math.round(performance.now() - startedAtMs), now());
  } catch (error) {
    const durationMs = Math.round(performance.now() - startedAtMs);
    const message = error instanceof Error ? error.message : String(error);
    return { ...failed(durationMs, message), isFinal: error instanceof OutboundError && error.isRefusal };
  }
}

const LONGEST_MS = 300_000;

/**
 * How long to wait after a failed attempt before retry number `retry`, from 1: 2 s, doubling, times `jitter`, which is
 * around 1; at most 300 s. A receiver may ask for longer, up to the same 300 s. Milliseconds.
 */
export function retryDelayMs(retry: number, jitter: number, retryAfterMs: number | null): number {
  const ladderMs = Math.min(LONGEST_MS, 1000 * 2 ** retry) * jitter;
  return Math.round(Math.min(LONGEST_MS, Math.max(ladderMs, retryAfterMs ?? 0)));
}

/** What a `Retry-After` header asks for, from now on, in milliseconds; `null` when it asks for nothing. */
function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

function answered({ status, headers, body }: Answer, durationMs: number, nowMs: number): Attempt {
  const success = status >= 200 && status < 300;
  return {
    statusCode: status,
    success,
    durationMs,
    errorMessage: success ? null : `HTTP ${status}`,
    isRemoved: status === STATUS_GONE,
    isFinal: false,
    retryAfterMs: readRetryAfter(headers["retry-after"], nowMs),
    responseBody: body
      .toString("utf8")
      .replaceAll(/[^\P{Cc}\t\n\r]/gu, "")
      .slice(0, SHOWN_CHARACTERS),
  };
}

const failed = (durationMs: number, errorMessage: string): Attempt => ({
  statusCode: 0,
  success: false,
  durationMs,
  errorMessage,
  isRemoved: false,
  isFinal: false,
  retryAfterMs: null,
  responseBody: "",
});

interface Circumstances {
  /** How often it is tried again after the first attempt. */
  maxRetries: number;
  triggeredAtMs: number;
  /** When the attempt ended: the wait is counted from here. */
  nowMs: number;
  /** Around 1. */
  jitter: number;
}

/** What is noted of an attempt: also when the delivery is tried again, if it is. */
export function outcomeOf(
  { eventId, event, attempts, attemptsBefore }: Delivery,
  { isFinal, retryAfterMs, responseBody: _, ...attempt }: Attempt,
  { maxRetries, triggeredAtMs, nowMs, jitter }: Circumstances,
): Outcome {
  const number = attempts + 1;
  const retry = number - attemptsBefore;
  const isRetried = !attempt.success && !isFinal && retry <= maxRetries;
  return {
    eventId,
    event,
    attempt: number,
    ...attempt,
    retryAtMs: isRetried ? nowMs + retryDelayMs(retry, jitter, retryAfterMs) : null,
    triggeredAtMs,
  };
}
