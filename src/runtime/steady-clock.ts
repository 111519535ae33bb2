/**
 * A clock that never goes back and never leaps, in whole Unix milliseconds: it starts at what `wallMs` says and goes on
 * with the processor's own clock, even when the machine's clock is set meanwhile. For windows, leases and what is
 * remembered for a while; what is stored or shown as a date comes from the machine's clock.
 */
export function steadyClock(wallMs: () => number = Date.now): () => number {
  const aheadMs = wallMs() - performance.now();
  return () => Math.floor(performance.now() + aheadMs);
}
