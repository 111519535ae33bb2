import { chunksOf, type FileContent, type Files } from "./files.ts";

/** The file store did not answer in time. */
class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** How long a store may take for one step: to take or give a piece of a file, or to answer about one. */
const STEP_MS = 30_000;

interface Clock {
  /** Rejects when the clock has run for too long. */
  late: Promise<never>;
  start(): void;
  stop(): void;
}

function openClock(stepMs: number): Clock {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Rejects for a caller that races against it, if one is left.
  late.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refuse = () => reject(new StoreUnavailable(`The file store did not answer within ${stepMs / 1000} seconds`));
  return {
    late,
    start: () => {
      clearTimeout(timer);
      timer = setTimeout(refuse, stepMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A store that answers each step within `stepMs` or throws StoreUnavailable. The time its callers take is not counted. */
export function withDeadlines(files: Files, stepMs = STEP_MS): Files {
  async function timed<T>(work: (clock: Clock) => Promise<T>): Promise<T> {
    const clock = openClock(stepMs);
    clock.start();
    try {
      return await Promise.race([work(clock), clock.late]);
    } finally {
      clock.stop();
    }
  }
  return {
    ...files,
    put: (key, content, limits) => timed((clock) => files.put(key, taken(content, clock), limits)),
    read: async function* (key, range) {
      const chunks = files.read(key, range)[Symbol.asyncIterator]();
      let isLate = false;
      try {
        for (;;) {
          const { done, value } = await timed(() => chunks.next()).catch((error: unknown) => {
            isLate = error instanceof StoreUnavailable;
            throw error;
          });
          if (done) return;
          yield value;
        }
      } finally {
        const ending = chunks.return?.();
        // What hangs cannot be waited for.
        if (isLate) ending?.catch(() => undefined);
        else await ending;
      }
    },
    sizeBytes: (key) => timed(() => files.sizeBytes(key)),
    delete: (key) => timed(() => files.delete(key)),
    check: () => timed(() => files.check()),
    prepare: () => timed(() => files.prepare()),
  };
}

/** The content on its way to a store, whose clock stands still while the next piece is waited for. */
async function* taken(content: FileContent, clock: Clock): AsyncGenerator<Uint8Array> {
  const chunks = chunksOf(content);
  clock.stop();
  try {
    for await (const chunk of chunks) {
      clock.start();
      yield chunk;
      clock.stop();
    }
  } finally {
    clock.start();
  }
}
