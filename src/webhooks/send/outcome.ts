import type { Delivery } from "../../../db/webhooks/deliveries.ts";
import type { Attempt } from "./attempt.ts";
import { retryDelayMs } from "./retry-delay.ts";
import type { Outcome } from "./settle-deliveries.ts";

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
