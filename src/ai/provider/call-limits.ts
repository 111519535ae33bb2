import type { LearntModel } from "../../../db/ai/models.ts";
import type { TurnCounts } from "../../../db/ai/turns.ts";
import type { Headers } from "./call-provider.ts";

/** What a tenant lets a provider do, over all that call it together. */
export interface Limits {
  atOnce: number;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
}

export const MINUTE_MS = 60_000;
/** After this time a call that waits for another one to end looks again. */
export const LOOK_MS = 250;

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null);

/** The limits of a setting. */
export const limitsOf = (value: Record<string, unknown>): Limits => ({
  atOnce: Number(value["concurrency"] ?? 4),
  requestsPerMinute: numberOrNull(value["requests_per_minute"]),
  tokensPerMinute: numberOrNull(value["tokens_per_minute"]),
});

const isFull = (used: number, wanted: number, max: number | null): boolean =>
  // One that is larger than the limit goes alone.
  max !== null && used > 0 && used + wanted > max;

/**
 * For how long a call must wait; 0: not at all. Work that can go on later lets those go first who wait for an answer. `ends`:
 * when a call that is under way does, it may be sooner.
 */
export function waitFor(
  counts: TurnCounts,
  {
    limits,
    learnt,
    tokens,
    canWait,
    nowMs,
  }: { limits: Limits; learnt: LearntModel; tokens: number; canWait: boolean; nowMs: number },
): { ms: number; ends?: boolean; isBlocked?: boolean } {
  if (learnt.blockedUntilMs > nowMs) return { ms: learnt.blockedUntilMs - nowMs, isBlocked: true };
  const before = canWait ? counts.waiting : 0;
  if (counts.open + before >= limits.atOnce) return { ms: LOOK_MS, ends: true };
  const isOver =
    isFull(counts.requests, 1, limits.requestsPerMinute) ||
    isFull(counts.usedTokens, tokens, limits.tokensPerMinute) ||
    isFull(counts.modelRequests, 1, learnt.requestsPerMinute) ||
    isFull(counts.modelTokens, tokens, learnt.tokensPerMinute);
  if (!isOver) return { ms: 0 };
  return { ms: Math.max(1, (counts.oldestMs ?? nowMs) + MINUTE_MS - nowMs + 1) };
}

const LIMITS = {
  requestsPerMinute: [
    "x-ratelimit-limit-requests",
    "anthropic-ratelimit-requests-limit",
    "x-ratelimit-limit-req-minute",
  ],
  tokensPerMinute: ["x-ratelimit-limit-tokens", "anthropic-ratelimit-tokens-limit", "x-ratelimit-limit-tokens-minute"],
} as const;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 3600;

/** Seconds of OpenAI's "6m0s" and "250ms". */
function secondsOf(text: string | undefined): number | undefined {
  const parts = [...(text ?? "").matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  const units: Record<string, number> = { ms: 0.001, s: 1, m: MINUTE_SECONDS, h: 3600 };
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

/**
 * The limits that an answer names in its headers; those of a day are none of a minute. Sources:
 * platform.openai.com/docs/guides/rate-limits, platform.claude.com/docs/en/api/rate-limits, docs.mistral.ai
 */
export function limitsIn(headers: Headers): Partial<Pick<LearntModel, "requestsPerMinute" | "tokensPerMinute">> {
  const isOfDay = (secondsOf(headers["x-ratelimit-reset-requests"]) ?? 0) > DAY_SECONDS;
  const found = (["requestsPerMinute", "tokensPerMinute"] as const).flatMap((limit) => {
    if (limit === "requestsPerMinute" && isOfDay) return [];
    const said = LIMITS[limit]
      .map((name) => Number(headers[name]))
      .find((count) => Number.isInteger(count) && count > 0);
    return said === undefined ? [] : [[limit, said] as const];
  });
  return Object.fromEntries(found);
}

const PAUSE_MS = 1000;
const PAUSE_MAX_MS = 60_000;
/** As often as this it is believed that it can be called again at once. */
const BELIEVED = 3;

/** For how long a model is left alone that has refused for its limit: as it says, and longer each time that this was not enough. */
export function blockMs(saidSeconds: number | undefined, refusals: number): number {
  const backoff = (times: number) => Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(times, 10));
  if (saidSeconds === undefined) return backoff(refusals);
  return Math.max(saidSeconds * 1000, refusals < BELIEVED ? 0 : backoff(refusals - BELIEVED));
}
