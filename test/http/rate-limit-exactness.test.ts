import { expect, test } from "bun:test";
import fc from "fast-check";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import { principal } from "./test-app.ts";

const WINDOW_MS = 60_000;
const START_MS = 1_700_000_012_345;

/** Some requests at once, after a pause. */
interface Visit {
  pauseMs: number;
  burst: number;
}
// Pauses also end at, just before and just after the edge of a window or of a second.
const pauseMs = fc.oneof(
  fc.constantFrom(0, 1, 999, 1_000, 1_001, WINDOW_MS / 2, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
  fc.integer({ min: 0, max: 3 * WINDOW_MS }),
);
const visits = (burstMax: number) =>
  fc.array(fc.record({ pauseMs, burst: fc.nat(burstMax) }), { minLength: 1, maxLength: 12 });

/** When each of these requests comes. */
function timesOf(all: Visit[]): number[] {
  let nowMs = START_MS;
  return all.flatMap(({ pauseMs: pause, burst }) => {
    nowMs += pause;
    return Array.from({ length: burst }, () => nowMs);
  });
}

/** A limiter that is called at given times. */
function limiterAt(limit: number) {
  const time = { nowMs: START_MS };
  const tiers = { READ_PUBLIC: { limit, windowSeconds: WINDOW_MS / 1000 } };
  const limiter = new RateLimiter({ rateLimits: tiers, rateLimitDisabled: false }, () => time.nowMs);
  const key = principal({ rateLimitPerMinute: limit });
  return {
    log: (nowMs: number) => {
      time.nowMs = nowMs;
      return limiter.takeAnonymous("READ_PUBLIC", "a")?.retryAfterSeconds === undefined;
    },
    ofKey: (nowMs: number) => {
      time.nowMs = nowMs;
      return limiter.take("READ_STANDARD", key)?.retryAfterSeconds === undefined;
    },
  };
}

/** Whether some window holds more than `limit` of these times. */
const hasMore = (allowedMs: number[], limit: number) =>
  allowedMs.some((ms, index) => (allowedMs[index + limit] ?? Number.POSITIVE_INFINITY) - ms < WINDOW_MS);

test("T31 D1-173 never lets more through than the limit in any window, nor refuses one that fits", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), visits(30), (limit, all) => {
      const { log } = limiterAt(limit);
      const allowedMs: number[] = [];
      for (const nowMs of timesOf(all)) {
        const inWindow = allowedMs.filter((each) => each > nowMs - WINDOW_MS).length;
        const isAllowed = log(nowMs);
        expect(isAllowed).toBe(inWindow < limit);
        if (isAllowed) allowedMs.push(nowMs);
      }
      expect(hasMore(allowedMs, limit)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});

test("T31 above 1000 counts by the second: never more than the limit in any window, free again a second after it", () => {
  const limit = 1_001;
  fc.assert(
    fc.property(visits(700), (all) => {
      const { ofKey } = limiterAt(limit);
      const times = timesOf(all);
      const allowedMs = times.filter(ofKey);
      expect(hasMore(allowedMs, limit)).toBe(false);
      expect(ofKey((times.at(-1) ?? START_MS) + WINDOW_MS + 1_000)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
