/** How long a parser may hold bytes without requesting more while no other part delays it. The time between two looks. */
const LOOK_MS = 250;

/** Watches that a parser goes on. */
export interface ParserWatch {
  /** The bytes on their way to it. */
  through(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Aborted when it stands still. */
  signal: AbortSignal;
  /** How many have passed so far. */
  readonly bytes: number;
  stop(): void;
}

/**
 * A parser of forms can wait for ever on damaged bytes: it neither asks for the next ones nor ends. It works without waiting
 * for anything but the reader of a file, so two looks in a row at which it has bytes and `isHeldUp` is false mean just that.
 */
export function watchParser(isHeldUp: () => boolean): ParserWatch {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let bytes = 0;
  function look(seen: number): void {
    timer = setTimeout(() => {
      if (isHeldUp()) return look(0);
      if (seen > 0) stalled.abort(new Error("The form cannot be read"));
      else look(seen + 1);
    }, LOOK_MS);
  }
  return {
    through: async function* (source) {
      for await (const chunk of source) {
        bytes += chunk.byteLength;
        look(0);
        yield chunk;
        clearTimeout(timer);
      }
      look(0);
    },
    signal: stalled.signal,
    get bytes() {
      return bytes;
    },
    stop: () => clearTimeout(timer),
  };
}
