/** Announces something to every thread of this process, such as that a job is due which no thread was given. */
export interface Bell {
  ring(): void;
  /** How often it rang so far. Note it before looking for work, and hand it to `wait`. */
  count(): number;
  /** Resolves when it rings, at the latest after `timeoutMs`; at once when it rang since `count` was `seen`. */
  wait(timeoutMs: number, seen: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** `name` is that of what it announces: all bells of a name ring together. */
export function openBell(name: "jobs" | "changes" = "jobs"): Bell {
  const channel = new BroadcastChannel(`catalogd-${name}`);
  const waiting = new Set<() => void>();
  let rings = 0;
  const hear = () => {
    rings++;
    for (const resume of waiting) resume();
  };
  channel.onmessage = hear;
  return {
    ring: () => {
      channel.postMessage(null);
      // A channel does not deliver to itself.
      hear();
    },
    count: () => rings,
    wait: (timeoutMs, seen, signal) =>
      new Promise<void>((resolve) => {
        if (rings !== seen || signal.aborted) return resolve();
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          signal.removeEventListener("abort", resume);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        waiting.add(resume);
        signal.addEventListener("abort", resume);
      }),
    close: () => channel.close(),
  };
}
