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

/** A server that sends more slowly than this, over all that was waited for it, is given up: a kilobyte a second. */
const BYTES_PER_MS_MIN = 1;
/** This number of pieces may have any size; beyond them they hold this number of bytes on average. */
const SMALL_PIECES_MAX = 10_000;
const PIECE_BYTES_MIN = 16;

/**
 * The bytes that a server sends; throws `RemoteError` when none come for too long, or they trickle. What waits for the reader
 * is no silence. Nothing is awaited of a stream that is silent: it ends only when the server has closed the file.
 */
export async function* paced(bytes: AsyncIterable<Uint8Array>, silenceMs: number): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  let waitedMs = 0;
  let size = 0;
  for (let pieces = 1; ; pieces++) {
    const requestedMs = performance.now();
    const { done, value } = await within(chunks.next(), silenceMs);
    if (done) return;
    waitedMs += performance.now() - requestedMs;
    size += value.byteLength;
    const isSlow = waitedMs > silenceMs * ANSWER_SILENCES && size < waitedMs * BYTES_PER_MS_MIN;
    const isCrumbled = pieces > SMALL_PIECES_MAX && size < pieces * PIECE_BYTES_MIN;
    if (isSlow || isCrumbled) throw new RemoteError("unreachable", "The server sends too slowly");
    yield value;
  }
}
