/**
 * How many commits of a database file have begun, how many of them have ended, whether the writer has opened the file, which
 * file is its search index, and which one was found damaged: shared by the threads of its process.
 */
export type CommitCount = Int32Array<SharedArrayBuffer>;

const BEGUN = 0;
const ENDED = 1;
const OPENED = 2;
const INDEX = 3;
const DAMAGED = 4;

export const newCommitCount = (): CommitCount =>
  new Int32Array(new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT));

/** Notes that the file is written from now on: a reader that opened it as immutable must open it again. */
export const noteOpened = (count: CommitCount): void => void Atomics.store(count, OPENED, 1);

export const isOpened = (count: CommitCount): boolean => Atomics.load(count, OPENED) === 1;

/** Runs a commit that other threads can notice. */
export function countCommit<Result>(count: CommitCount, commit: () => Result): Result {
  Atomics.add(count, BEGUN, 1);
  try {
    return commit();
  } finally {
    Atomics.add(count, ENDED, 1);
  }
}

/**
 * How many commits there have been; `null` while one is under way, which some readers may see and others not yet. A reader
 * that finds the same number before and after would read the same again.
 */
export function commitsOf(count: CommitCount): number | null {
  const ended = Atomics.load(count, ENDED);
  return Atomics.load(count, BEGUN) === ended ? ended : null;
}

/** The number of the search index's file: it grows each time that a damaged one was rebuilt. */
export const indexNumberOf = (count: CommitCount): number => Atomics.load(count, INDEX);

/** Notes that the index has another file, and that all who read it must open that. */
export const noteIndexNumber = (count: CommitCount, number: number): void => void Atomics.store(count, INDEX, number);

/** An index that is damaged again and again is not at fault: the database itself may be, or the disk. */
const MADE_MAX = 5;

/** Notes that the index that is in use is damaged. */
export function noteIndexDamage(count: CommitCount): void {
  const number = Atomics.load(count, INDEX);
  if (number < MADE_MAX) Atomics.store(count, DAMAGED, number + 1);
}

export const isIndexDamaged = (count: CommitCount): boolean =>
  Atomics.load(count, DAMAGED) > Atomics.load(count, INDEX);
