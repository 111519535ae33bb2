import { readerOf } from "../handle.ts";
import type { Database, Write, WriterStats } from "../ports.ts";
import { type CommitCount, commitsOf, isOpened } from "./commit-count.ts";
import type { Connection } from "./connection.ts";
import { openFileReader, openLiveReader } from "./frozen-reader.ts";
import { openIndexWriter } from "./index-writer.ts";
import { releaseClosedSoon } from "./rest.ts";

/** A thread's line into the writer thread. */
export interface WriterLine {
  write: Write;
  writerStats(): Promise<WriterStats>;
  /** Those of the process. */
  commits: Promise<CommitCount>;
}

/** Opens a reader that is opened anew once the disk takes writes and the writer has begun, if it did not when it began. */
function openReader(path: string, hasWriter: () => boolean): Pick<Connection, "rows" | "row" | "close"> {
  let { connection, isFrozen } = openFileReader(path);
  if (!isFrozen) return connection;
  const live = () => {
    if (!isFrozen || !hasWriter()) return connection;
    const frozen = connection;
    connection = openLiveReader(path);
    isFrozen = false;
    frozen.close();
    return connection;
  };
  return {
    rows: (...call) => live().rows(...call),
    row: (...call) => live().row(...call),
    close: () => connection.close(),
  };
}

/**
 * A thread's view of a database file: its own read-only connection, and `write` into the writer thread. One thread of a
 * process also has the search index to write.
 */
export function openLocalDatabase(
  path: string,
  { write, writerStats, commits }: WriterLine,
  { hasIndex }: { hasIndex: boolean },
): Database {
  const index = hasIndex ? openIndexWriter(path, commits) : undefined;
  let count: CommitCount | undefined;
  const connection = openReader(path, () => count !== undefined && isOpened(count));
  void commits.then((told) => {
    count = told;
  });
  const commitsSoFar = () => (count === undefined ? null : commitsOf(count));
  return {
    reader: (tenantId) => ({ ...readerOf(connection, tenantId), commits: commitsSoFar }),
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
      index?.close();
      connection.close();
    },
  };
}
