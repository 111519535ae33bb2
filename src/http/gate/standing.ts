import type { SlidingWindow } from "./sliding-window.ts";
import type { TierLimit } from "./tiers.ts";

/** How a caller stands after a request: what the three headers say. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetSeconds: number;
  /** Seconds to wait; `undefined`: the request may go on. */
  retryAfterSeconds: number | undefined;
  windowSeconds: number;
}

/** Of several standings the tightest is told. */
export const isTighter = (a: Standing, b: Standing): boolean => {
  const waits = (a.retryAfterSeconds ?? 0) - (b.retryAfterSeconds ?? 0);
  return waits === 0 ? a.remaining < b.remaining : waits > 0;
};

/** `behindMs`: from the time that windows are counted by to that of the machine's clock. */
export const standing = (
  { limit, windowSeconds }: TierLimit,
  window: SlidingWindow,
  waitMs: number,
  behindMs: number,
): Standing => ({
  limit,
  remaining: Math.max(0, limit - window.count),
  resetSeconds: Math.ceil((window.oldestMs + behindMs) / 1000 + windowSeconds),
  retryAfterSeconds: waitMs > 0 ? Math.max(1, Math.ceil(waitMs / 1000)) : undefined,
  windowSeconds,
});

/** The headers a key is told its standing with. */
export function writeStanding(headers: Record<string, string | number>, standing: Standing): void {
  headers["x-ratelimit-limit"] = String(standing.limit);
  headers["x-ratelimit-remaining"] = String(standing.remaining);
  headers["x-ratelimit-reset"] = String(standing.resetSeconds);
}

const WINDOWS: Record<number, string> = { 60: "minute", 900: "15 minutes", 3600: "hour" };

/** A limit in words: `5 per 15 minutes`. */
export const limitInWords = ({ limit, windowSeconds }: TierLimit): string =>
  `${limit} per ${WINDOWS[windowSeconds] ?? `${windowSeconds} seconds`}`;
