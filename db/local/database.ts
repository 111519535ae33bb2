import { setTimeout as sleep } from "node:timers/promises";
import { readerOf } from "../handle.ts";
import type { Database, Reader, Write, WriterStats } from "../ports.ts";
import {
  type CommitCount,
  commitsOf,
  indexNumberOf,
  isIndexDamaged,
  isOpened,
  noteIndexDamage,
} from "./commit-count.ts";
import type { Connection } from "./connection.ts";
import { type FileReader, openFileReader, openLiveReader } from "./frozen-reader.ts";
import { lastIndexNumber } from "./index-path.ts";
import { type IndexCare, isDamage, openIndexWriter } from "./index-writer.ts";
import { releaseClosedSoon } from "./rest.ts";

/** A thread's line into the writer thread. */
export interface WriterLine {
  write: Write;
  writerStats(): Promise<WriterStats>;
  /** Those of the process. */
  commits: Promise<CommitCount>;
}

/** Any table of the search index in a statement. */
const OF_INDEX = /\b(?:index_state|product_(?:gram|word|title|vocabulary|title_vocabulary|fact)|search_value)\b/;

/** What can be opened now: nothing, where the search index is damaged until another thread has made a new one. */
function openUndamaged(path: string): FileReader | undefined {
  try {
    return openFileReader(path);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/**
 * Opens a reader that is opened again once the disk takes writes and the writer has begun, if it did not when it began, and
 * when the search index has another file.
 */
function openReader(path: string, countOf: () => CommitCount | undefined): Pick<Connection, "rows" | "row" | "close"> {
  let number = lastIndexNumber(path);
  let open = openUndamaged(path);
  const live = () => {
    open ??= openFileReader(path);
    const { connection, isFrozen } = open;
    const count = countOf();
    if (!count) return connection;
    const hasThawed = isFrozen && isOpened(count);
    const latest = indexNumberOf(count);
    if (!hasThawed && latest <= number) return connection;
    if (!isFrozen || hasThawed) open = { connection: openLiveReader(path), isFrozen: false };
    number = Math.max(number, latest);
    if (connection !== open.connection) connection.close();
    return open.connection;
  };
  /** Notes where the search index is damaged, for the thread that rebuilds it. */
  const reading = <Result>(sql: string, read: (connection: Connection) => Result): Result => {
    try {
      return read(live());
    } catch (error) {
      const count = countOf();
      if (count && isDamage(error) && (!open || OF_INDEX.test(sql))) noteIndexDamage(count);
      throw error;
    }
  };
  return {
    rows: (...call) => reading(call[0], (connection) => connection.rows(...call)),
    row: (...call) => reading(call[0], (connection) => connection.row(...call)),
    close: () => open?.connection.close(),
  };
}

/** How long a read waits for a damaged index to be rebuilt: an empty one, which takes milliseconds. */
const MEND_MS = 10_000;
const LOOK_MS = 50;

/** Waits until no damage of the index is known; `false` when it takes too long. */
async function untilMended(count: CommitCount): Promise<boolean> {
  const endsAtMs = performance.now() + MEND_MS;
  while (isIndexDamaged(count) && performance.now() < endsAtMs) await sleep(LOOK_MS);
  return !isIndexDamaged(count);
}

/** Reads again, once, what has met a damaged search index, when there is another. */
function retryingReader(reader: Reader, countOf: () => CommitCount | undefined, commits: Promise<CommitCount>): Reader {
  const again = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const count = countOf();
      // A thread that has just started cannot report damage before it knows the writer.
      if (!count) return commits.then(() => again(read));
      if (!isIndexDamaged(count) || !(await untilMended(count))) throw error;
      return read();
    }
  };
  return {
    ...reader,
    all: (sql, args, read) => again(() => reader.all(sql, args, read)),
    first: (sql, args, read) => again(() => reader.first(sql, args, read)),
    one: (sql, args, read) => again(() => reader.one(sql, args, read)),
  };
}

/**
 * A thread's view of a database file: its own read-only connection, and `write` into the writer thread. One thread of a
 * process also has the search index to write, and to rebuild when one of them finds it damaged.
 */
export function openLocalDatabase(
  path: string,
  { write, writerStats, commits }: WriterLine,
  care: IndexCare | undefined,
): Database {
  const index = care && openIndexWriter(path, commits, care);
  let count: CommitCount | undefined;
  const countOf = () => count;
  const connection = openReader(path, countOf);
  void commits.then((reported) => {
    count = reported;
  });
  const commitsSoFar = () => (count === undefined ? null : commitsOf(count));
  // What cannot be mended now, on a full disk, is tried again.
  const mend = () => count && isIndexDamaged(count) && void index?.mend().catch(() => undefined);
  const mending = index && setInterval(mend, LOOK_MS);
  mending?.unref();
  return {
    reader: (tenantId) => ({
      ...retryingReader(readerOf(connection, tenantId), countOf, commits),
      commits: commitsSoFar,
    }),
    snapshot: async (tenantId) => {
      const frozen = openLiveReader(path);
      frozen.exec("begin");
      const close = () => {
        // What it has seen would hold up every checkpoint. Its statements keep its files open until they are collected.
        frozen.exec("rollback");
        frozen.close();
        releaseClosedSoon();
      };
      return { ...readerOf(frozen, tenantId), close };
    },
    write,
    writeIndex: index?.write ?? (() => Promise.reject(new TypeError("Another thread writes the search index"))),
    writerStats,
    close: () => {
      clearInterval(mending);
      index?.close();
      connection.close();
    },
  };
}
