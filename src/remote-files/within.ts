import { RemoteError } from "./remote-error.ts";

/** An answer may come in parts, none of which is late; all of it takes no longer than this number of silences. */
export const ANSWER_SILENCES = 4;

/** What takes its time; it may say that it gets on: the time is then counted again. */
type Work<T> = Promise<T> | ((again: () => void) => Promise<T>);

/** Rejects with `RemoteError` when an answer takes too long; `onLate` ends what is still under way. */
export async function within<T>(work: Work<T>, ms: number, onLate: () => void = () => undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RemoteError("unreachable", "There was no answer in time"));
      onLate();
    }, ms);
  });
  try {
    return await Promise.race([typeof work === "function" ? work(() => timer?.refresh()) : work, late]);
  } finally {
    clearTimeout(timer);
  }
}
