import { readerOf } from "../handle.ts";
import type { Database, StandBy, Write, WriterStats } from "../ports.ts";
import { type CommitCount, commitsOf } from "./commit-count.ts";
import { type Connection, openConnection } from "./connection.ts";
import { indexPathOf, openIndexWriter } from "./index-writer.ts";

/** A thread's line into the writer thread. */
export interface WriterLine {
  write: Write;
  standBy: StandBy;
  writerStats(): Promise<WriterStats>;
  /** Those of the process. */
  commits: Promise<CommitCount>;
}

/** A connection that reads a database file and its search index as one. */
function openReader(path: string): Connection {
  const connection = openConnection(path, "reader");
  connection.attach(indexPathOf(path));
  return connection;
}

/**
 * A thread's view of a database file: its own read-only connection, and `write` into the writer thread. One thread of a
 * process also has the search index to write.
 */
export function openLocalDatabase(
  path: string,
  { write, standBy, writerStats, commits }: WriterLine,
  { hasIndex }: { hasIndex: boolean },
): Database {
  const connection = openReader(path);
  const index = hasIndex ? openIndexWriter(path, commits) : undefined;
  let count: CommitCount | undefined;
  void commits.then((told) => {
    count = told;
  });
  const commitsSoFar = () => (count === undefined ? null : commitsOf(count));
  return {
    reader: (tenantId) => ({ ...readerOf(connection, tenantId), commits: commitsSoFar }),
    snapshot: async (tenantId) => {
      const frozen = openReader(path);
      frozen.exec("begin");
      const close = () => {
        // Its statements keep it open until they are collected: what it has seen would hold up every checkpoint.
        frozen.exec("rollback");
        frozen.close();
      };
      return { ...readerOf(frozen, tenantId), close };
    },
    write,
    standBy,
    writeIndex: index?.write ?? (() => Promise.reject(new TypeError("Another thread writes the search index"))),
    writerStats,
    close: () => {
      index?.close();
      connection.close();
    },
  };
}
