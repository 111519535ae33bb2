import type { Readable } from "node:stream";
import { RemoteError } from "./remote-error.ts";

interface Lateness {
  /** Ends what is still under way. */
  onLate?: () => void;
  /** What is sent meanwhile: the time is counted anew from each of its pieces. */
  source?: Readable;
}

/** Rejects with `RemoteError` when an answer takes too long. */
export async function within<T>(work: Promise<T>, ms: number, { onLate, source }: Lateness = {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RemoteError("unreachable", "There was no answer in time"));
      onLate?.();
    }, ms);
    source?.on("data", () => timer?.refresh());
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
