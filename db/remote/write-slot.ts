import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

// A server writes one transaction at a time all the same. sqld 0.24 keeps who waits for 5 s or longer in its queue, also once it has
// given up beside a checkpoint: when the turn comes of one that has ended, no write is taken any more until sqld is started again.
// So few wait there, also of several processes, and the threads of each wait for each other here.

/** How often it is looked whether another thread has left the slot. */
const LOOK_MS = 5;
/** How many looks a thread that had the slot last leaves to one that waits, which may have ended meanwhile. */
const LOOKS_LEFT_TO_OTHERS = 3;
/** How often a thread shows that it still has the slot. */
const BEAT_MS = 500;
/** One that has not shown it for this long was ended, or is so busy that two at once do no harm. */
const GONE_MS = 3_000;

/** Memory by which threads share their slot. */
export const sharedSlot = (): SharedArrayBuffer => new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT);
/**
 * What it holds: which thread has the slot, a number that changes while that lives, one of the threads that wait, which
 * of them took the slot last, and how many threads there were. A thread can be ended at any time: nothing that it leaves here
 * keeps the others waiting.
 */
const [OWNER, BEAT, WAITER, LAST, THREADS] = [0, 1, 2, 3, 4];
const NO_ONE = 0;

/** Runs one task at a time. */
export interface WriteSlot {
  /** Runs a task in its turn. Throws `DatabaseUnavailable` when that has not come before the deadline; it never runs then. */
  run<T>(task: () => Promise<T>, deadline?: Deadline): Promise<T>;
}

/** Takes and leaves the slot for one thread. */
function shareOf(shared: Int32Array) {
  const me = Atomics.add(shared, THREADS, 1) + 1;
  let seen = { owner: NO_ONE, beat: 0, fromMs: 0 };
  const beat = () => Atomics.add(shared, BEAT, 1);

  /** Whom the slot can be taken from: no one, or a thread that shows no life. */
  function leftBy(): number | undefined {
    const [owner, count] = [Atomics.load(shared, OWNER), Atomics.load(shared, BEAT)];
    if (owner === NO_ONE) return NO_ONE;
    const nowMs = performance.now();
    if (seen.owner !== owner || seen.beat !== count) seen = { owner, beat: count, fromMs: nowMs };
    return nowMs - seen.fromMs > GONE_MS ? owner : undefined;
  }

  return {
    beat,
    take(): boolean {
      const from = leftBy();
      if (from === undefined || Atomics.compareExchange(shared, OWNER, from, me) !== from) return false;
      beat();
      Atomics.store(shared, LAST, me);
      Atomics.compareExchange(shared, WAITER, me, NO_ONE);
      return true;
    },
    leave: () => void Atomics.compareExchange(shared, OWNER, me, NO_ONE),
    hadItLast: () => Atomics.load(shared, LAST) === me,
    noteWaiting: () => void Atomics.compareExchange(shared, WAITER, NO_ONE, me),
    noteNoLonger: () => void Atomics.compareExchange(shared, WAITER, me, NO_ONE),
    /** Whether another thread waits. One that does says so again at its next look. */
    doOthersWait(): boolean {
      const waiter = Atomics.load(shared, WAITER);
      if (waiter === NO_ONE || waiter === me) return false;
      Atomics.compareExchange(shared, WAITER, waiter, NO_ONE);
      return true;
    },
  };
}

/**
 * Lets one task run at a time, over all threads that share `memory`. In a thread they run first come, first served; one that has
 * more to do lets the others look first.
 */
export function writeSlot(memory?: SharedArrayBuffer): WriteSlot {
  const share = shareOf(new Int32Array(memory ?? sharedSlot()));
  const queue: (() => void)[] = [];
  let [isRunning, isLooking, looksLeft] = [false, false, 0];

  function take(): boolean {
    if (!share.take()) return false;
    [isRunning, looksLeft] = [true, 0];
    return true;
  }

  function isLeftToOthers(): boolean {
    const doWait = share.doOthersWait();
    if (doWait) looksLeft = LOOKS_LEFT_TO_OTHERS;
    return doWait;
  }

  /** Lets the first begin when the slot is free. With `isPolite` it is left to others until the next look. */
  function begin(isPolite: boolean): void {
    if (queue.length > 0 && !isPolite && take()) queue.shift()?.();
    if (queue.length === 0 || isRunning || isLooking) return;
    if (!isPolite) share.noteWaiting();
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      begin(share.hadItLast() && looksLeft-- > 0);
    }, LOOK_MS);
  }

  const turn = (isPolite: boolean, deadline: Deadline | undefined) =>
    new Promise<void>((resolve, reject) => {
      const mine = () => {
        clearTimeout(late);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(mine), 1);
        if (queue.length === 0) share.noteNoLonger();
        reject(new DatabaseUnavailable("Too many wait for the database server"));
      };
      const late = deadline && setTimeout(leave, Math.max(0, deadline.leftMs()));
      queue.push(mine);
      if (!isRunning) begin(isPolite);
    });

  return {
    run: async (task, deadline) => {
      const isAlone = !isRunning && queue.length === 0;
      const isPolite = !isAlone || isLeftToOthers();
      if (isPolite || !take()) await turn(isPolite, deadline);
      const beating = setInterval(share.beat, BEAT_MS);
      try {
        return await task();
      } finally {
        clearInterval(beating);
        isRunning = false;
        share.leave();
        if (queue.length > 0) begin(isLeftToOthers());
      }
    },
  };
}
