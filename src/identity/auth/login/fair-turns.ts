/** Too many wait already. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** Runs tasks a few at a time, in turns between those who ask for them. */
export interface FairTurns {
  /**
   * `from` says who asks, the widest group first: groups take turns, and those within a group share its turns. Throws
   * `QueueFull` instead when there are too many before it. Those preferred have places of their own and every other turn.
   */
  run<T>(from: readonly string[], task: () => Promise<T>, options?: { isPreferred?: boolean }): Promise<T>;
}

interface Waiting {
  from: readonly string[];
  isPreferred: boolean;
  place: PromiseWithResolvers<void>;
}

/** Those who wait by their group of one level, in the order they came. */
const groupsOf = (waiting: readonly Waiting[], level: number): Map<string, Waiting[]> =>
  Map.groupBy(waiting, ({ from }) => from[level] ?? "");

/** The newest of the biggest group, and within it again; of groups of one size that of the newest. */
function whoYields(waiting: readonly Waiting[]): Waiting | undefined {
  let left: readonly Waiting[] = waiting;
  for (let level = 0; left.some(({ from }) => level < from.length); level++) {
    const groups = groupsOf(left, level);
    const most = Math.max(...[...groups.values()].map(({ length }) => length));
    left = left.filter(({ from }) => groups.get(from[level] ?? "")?.length === most);
    const newest = left.at(-1)?.from[level] ?? "";
    left = groups.get(newest) ?? [];
  }
  return left.at(-1);
}

/** Those of whom the next is chosen: after a preferred one the others, so that neither keeps the other waiting. */
function whoseTurn(waiting: readonly Waiting[], wasPreferred: boolean): readonly Waiting[] {
  const [preferred, others] = [true, false].map((wanted) =>
    waiting.filter(({ isPreferred }) => isPreferred === wanted),
  );
  const [first = [], second = []] = wasPreferred ? [others, preferred] : [preferred, others];
  return first.length > 0 ? first : second;
}

/**
 * At most `atOnce` tasks run and `waitingMax` wait, and as many that are preferred. A caller with many requests waits for
 * all others between two of its own; when too many wait, the group with the most of them loses its newest, so that no group
 * keeps the others from waiting at all.
 */
export function fairTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairTurns {
  let waiting: Waiting[] = [];
  // Which turn a group had last, while any of it waits.
  let turns = new Map<string, number>();
  let turn = 0;
  let wasPreferred = false;
  let free = atOnce;

  function join(from: readonly string[], isPreferred: boolean): Promise<void> {
    const place = Promise.withResolvers<void>();
    const newcomer = { from, isPreferred, place };
    waiting.push(newcomer);
    const alike = waiting.filter((each) => each.isPreferred === isPreferred);
    if (alike.length > waitingMax) {
      const yields = whoYields(alike) ?? newcomer;
      waiting = waiting.filter((each) => each !== yields);
      yields.place.reject(new QueueFull());
    }
    return place.promise;
  }

  /** Whose turn it is: of the group that had none for longest, and within it again. */
  function next(): Waiting | undefined {
    let left = whoseTurn(waiting, wasPreferred);
    for (let level = 0; left.some(({ from }) => level < from.length); level++) {
      const groups = [...groupsOf(left, level)];
      const lastOf = ([group]: [string, Waiting[]]) => turns.get(group) ?? 0;
      left = groups.reduce((first, each) => (lastOf(each) < lastOf(first) ? each : first))[1];
    }
    return left[0];
  }

  /** Gives a free place to the next caller in turn. */
  function pass(): void {
    const chosen = next();
    if (!chosen) {
      free++;
      return;
    }
    turn++;
    wasPreferred = chosen.isPreferred;
    for (const group of chosen.from) turns.set(group, turn);
    waiting = waiting.filter((each) => each !== chosen);
    const still = new Set(waiting.flatMap(({ from }) => from));
    turns = new Map([...turns].filter(([group]) => still.has(group)));
    chosen.place.resolve();
  }

  return {
    run: async (from, task, { isPreferred = false } = {}) => {
      if (free > 0) free--;
      else await join(from, isPreferred);
      try {
        return await task();
      } finally {
        pass();
      }
    },
  };
}
