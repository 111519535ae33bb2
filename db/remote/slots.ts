import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

/** How often it is looked whether another thread has left a slot. */
const LOOK_MS = 10;

/** Memory that threads count their slots in together. */
export const sharedSlots = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Tasks that may run at once. */
export interface Slots {
  waiting(): number;
  /** Runs a task in its turn. Throws `DatabaseUnavailable` when that has not come before the deadline; it never runs then. */
  run<T>(task: () => Promise<T>, deadline?: Deadline): Promise<T>;
}

/** Lets at most `count` tasks run at once, over all threads that share `memory`; in a thread they run first come, first served. */
export function slots(count: number, memory?: SharedArrayBuffer): Slots {
  const taken = new Int32Array(memory ?? sharedSlots());
  const queue: (() => void)[] = [];
  let isLooking = false;

  function take(): boolean {
    for (let seen = Atomics.load(taken, 0); seen < count; seen = Atomics.load(taken, 0)) {
      if (Atomics.compareExchange(taken, 0, seen, seen + 1) === seen) return true;
    }
    return false;
  }

  /** Lets those begin for whom there is a slot now. */
  function begin(): void {
    while (queue.length > 0 && take()) queue.shift()?.();
    if (memory === undefined || queue.length === 0 || isLooking) return;
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      begin();
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
        reject(new DatabaseUnavailable("Too many wait for the database server"));
      };
      const late = deadline && setTimeout(leave, Math.max(0, deadline.leftMs()));
      queue.push(mine);
      begin();
    });

  return {
    waiting: () => queue.length,
    run: async (task, deadline) => {
      if (queue.length > 0 || !take()) await turn(deadline);
      try {
        return await task();
      } finally {
        Atomics.sub(taken, 0, 1);
        begin();
      }
    },
  };
}
