/** Too many wait already. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** Runs tasks a few at a time, in turns between those who ask for them. */
export interface FairTurns {
  /** Throws `QueueFull` instead when there are too many before it. */
  run<T>(from: string, task: () => Promise<T>): Promise<T>;
}

/**
 * At most `atOnce` tasks run and `waitingMax` wait. Whoever asks for many waits for all others between two of its own;
 * when too many wait, whoever has most of them loses its newest, so that nobody keeps the others from waiting at all.
 */
export function fairTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairTurns {
  type Waiting = PromiseWithResolvers<void>;
  // By who asked, in the order of their turns; none is empty.
  const lines = new Map<string, Waiting[]>();
  let free = atOnce;
  let waiting = 0;

  /** Makes room for one more of `from`, or throws. */
  function makeRoom(from: string): void {
    const [longest = "", line = []] = [...lines].reduce((most, each) =>
      each[1].length > most[1].length ? each : most,
    );
    if (line.length <= (lines.get(from)?.length ?? 0) + 1) throw new QueueFull();
    line.pop()?.reject(new QueueFull());
    if (line.length === 0) lines.delete(longest);
    waiting--;
  }

  function join(from: string): Promise<void> {
    if (waiting >= waitingMax) makeRoom(from);
    const place = Promise.withResolvers<void>();
    const line = lines.get(from) ?? [];
    line.push(place);
    lines.set(from, line);
    waiting++;
    return place.promise;
  }

  /** Hands a place that has become free to whoever's turn it is. */
  function pass(): void {
    const [turn] = lines;
    if (!turn) {
      free++;
      return;
    }
    const [from, line] = turn;
    const place = line.shift();
    lines.delete(from);
    // Behind all others.
    if (line.length > 0) lines.set(from, line);
    waiting--;
    place?.resolve();
  }

  return {
    run: async (from, task) => {
      if (free > 0) free--;
      else await join(from);
      try {
        return await task();
      } finally {
        pass();
      }
    },
  };
}
