import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

/** How often it is looked whether another thread has left a slot. */
const LOOK_MS = 5;
/** How many looks a thread that had a slot last leaves to others that wait; one of them may have ended meanwhile. */
const LOOKS_LEFT_TO_OTHERS = 3;

/** Memory that threads count their slots in together. */
export const sharedSlots = (): SharedArrayBuffer => new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);
/** What it holds: how many slots are taken, how many threads wait for one, how many threads there are, and which of them took last. */
const [TAKEN, WAITING, THREADS, LAST] = [0, 1, 2, 3];

/** Tasks that may run at once. */
export interface Slots {
  waiting(): number;
  /** Runs a task in its turn. Throws `DatabaseUnavailable` when that has not come before the deadline; it never runs then. */
  run<T>(task: () => Promise<T>, deadline?: Deadline): Promise<T>;
}

/**
 * Lets at most `count` tasks run at once, over all threads that share `memory`. In a thread they run first come, first served;
 * one that has more to do lets the others look first.
 */
export function slots(count: number, memory?: SharedArrayBuffer): Slots {
  const shared = new Int32Array(memory ?? sharedSlots());
  const me = Atomics.add(shared, THREADS, 1) + 1;
  const queue: (() => void)[] = [];
  let [isLooking, isWaiting, looksLeft] = [false, false, 0];

  function take(): boolean {
    for (let seen = Atomics.load(shared, TAKEN); seen < count; seen = Atomics.load(shared, TAKEN)) {
      if (Atomics.compareExchange(shared, TAKEN, seen, seen + 1) !== seen) continue;
      Atomics.store(shared, LAST, me);
      looksLeft = LOOKS_LEFT_TO_OTHERS;
      return true;
    }
    return false;
  }

  const doOthersWait = () => Atomics.load(shared, WAITING) > (isWaiting ? 1 : 0);
  function noteWaiting(): void {
    if (queue.length > 0 === isWaiting) return;
    isWaiting = !isWaiting;
    Atomics.add(shared, WAITING, isWaiting ? 1 : -1);
  }

  /** Lets those begin for whom there is a slot now. With `isPolite` it is left to others until the next look. */
  function begin(isPolite: boolean): void {
    while (!isPolite && queue.length > 0 && take()) queue.shift()?.();
    noteWaiting();
    if (memory === undefined || queue.length === 0 || isLooking) return;
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      begin(doOthersWait() && Atomics.load(shared, LAST) === me && looksLeft-- > 0);
    }, LOOK_MS);
  }

  const turn = (deadline: Deadline | undefined) =>
    new Promise<void>((resolve, reject) => {
      const mine = () => {
        clearTimeout(late);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(mine), 1);
        noteWaiting();
        reject(new DatabaseUnavailable("Too many wait for the database server"));
      };
      const late = deadline && setTimeout(leave, Math.max(0, deadline.leftMs()));
      queue.push(mine);
      begin(doOthersWait());
    });

  return {
    waiting: () => queue.length,
    run: async (task, deadline) => {
      if (queue.length > 0 || doOthersWait() || !take()) await turn(deadline);
      try {
        return await task();
      } finally {
        Atomics.sub(shared, TAKEN, 1);
        begin(doOthersWait());
      }
    },
  };
}
