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
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
