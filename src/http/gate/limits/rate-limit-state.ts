import type { TierLimit } from "../../../config/tiers.ts";
import type { SlidingWindow } from "./sliding-window.ts";

/** How a caller stands after a request: what the three headers say. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetSeconds: number;
  /** Seconds to wait; `undefined`: the request may go on. */
  retryAfterSeconds: number | undefined;
  windowSeconds: number;
}

/** Where several limits apply, the tightest is reported. */
export const isTighter = (a: RateLimitState, b: RateLimitState): boolean => {
  const waits = (a.retryAfterSeconds ?? 0) - (b.retryAfterSeconds ?? 0);
  return waits === 0 ? a.remaining < b.remaining : waits > 0;
};

/** `behindMs`: from the time that windows are counted by to that of the machine's clock. */
export const rateLimitState = (
  { limit, windowSeconds }: TierLimit,
  window: SlidingWindow,
  waitMs: number,
  behindMs: number,
): RateLimitState => ({
  limit,
  remaining: Math.max(0, limit - window.count),
  resetSeconds: Math.ceil((window.oldestMs + behindMs) / 1000 + windowSeconds),
  retryAfterSeconds: waitMs > 0 ? Math.max(1, Math.ceil(waitMs / 1000)) : undefined,
  windowSeconds,
});

/** The headers that show a key its rate limit state. */
export function writeRateLimit(headers: Record<string, string | number>, rateLimitState: RateLimitState): void {
  headers["x-ratelimit-limit"] = String(rateLimitState.limit);
  headers["x-ratelimit-remaining"] = String(rateLimitState.remaining);
  headers["x-ratelimit-reset"] = String(rateLimitState.resetSeconds);
}

const WINDOWS: Record<number, string> = { 60: "minute", 900: "15 minutes", 3600: "hour" };

/** A limit in words: `5 per 15 minutes`. */
export const limitInWords = ({ limit, windowSeconds }: TierLimit): string =>
  `${limit} per ${WINDOWS[windowSeconds] ?? `${windowSeconds} seconds`}`;
