/** How long a thread works for one caller before the others have their turn. */
const SLICE_MS = 20;

/** For loops over many rows: so that other work of the thread goes on, and callers can leave. */
export interface Pauses {
  /** Whether the thread has worked long enough at a stretch. */
  isDue(): boolean;
  /** Resolves when the others had their turn. Throws the signal's reason once it is aborted. */
  take(): Promise<void>;
}

/** Starts counting. */
export function openPauses(signal?: AbortSignal): Pauses {
  let sinceMs = performance.now();
  return {
    isDue: () => performance.now() - sinceMs >= SLICE_MS,
    take: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      sinceMs = performance.now();
      signal?.throwIfAborted();
    },
  };
}
