const PERIOD_MS = 20;

/**
 * Measures how late timers fire: the time for which the event loop could do nothing else. Node's own measure reads 0 on
 * Deno. `observe` is called with each one, in milliseconds; `takeMaxMs` answers the largest since its last call.
 */
export function measureLoopLag(observe: (lateMs: number) => void): { takeMaxMs(): number; stop(): void } {
  let maxMs = 0;
  let dueMs = performance.now() + PERIOD_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const lateMs = Math.max(0, nowMs - dueMs);
    maxMs = Math.max(maxMs, lateMs);
    observe(lateMs);
    dueMs = nowMs + PERIOD_MS;
  }, PERIOD_MS);
  timer.unref();
  return {
    takeMaxMs: () => {
      const taken = maxMs;
      maxMs = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
