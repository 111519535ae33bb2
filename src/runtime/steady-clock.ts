/**
 * A clock that never goes back and never leaps, in whole Unix milliseconds: it starts at what `wallMs` says and goes on with
 * the processor's own clock, whatever the machine's clock is set to meanwhile. For windows, leases and what is remembered
 * for a while; what is stored or shown as a date is told by the machine's clock.
 */
export function steadyClock(wallMs: () => number = Date.now): () => number {
  const aheadMs = wallMs() - performance.now();
  return () => Math.floor(performance.now() + aheadMs);
}
