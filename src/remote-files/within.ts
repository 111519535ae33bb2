import { RemoteError } from "./remote-error.ts";

/** Rejects with `RemoteError` when an answer takes too long; `onLate` ends what is still under way. */
export async function within<T>(work: Promise<T>, ms: number, onLate: () => void = () => undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RemoteError("unreachable", "There was no answer in time"));
      onLate();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
