const PERIOD_MS = 100;

/**
 * Measures how late timers fire: the time for which the event loop could do nothing else. Node's own measure reads 0 on
 * Deno. `takeMaxMs` answers the largest delay since it was last asked.
 */
export function measureLoopLag(): { takeMaxMs(): number; stop(): void } {
  let maxMs = 0;
  let dueMs = performance.now() + PERIOD_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    maxMs = Math.max(maxMs, nowMs - dueMs);
    dueMs = nowMs + PERIOD_MS;
  }, PERIOD_MS);
  timer.unref();
  return {
    takeMaxMs: () => {
      const taken = Math.max(0, maxMs);
      maxMs = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
