import { existsSync } from "node:fs";
import { type Executor, txOf } from "../handle.ts";
import type { WriteIndex } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import { type CommitCount, countCommit } from "./commit-count.ts";
import { type Connection, openConnection } from "./connection.ts";
import { diskRefusal, requireWritable } from "./disk-refusal.ts";

/** The search index of a database file is in a file beside it. */
export const indexPathOf = (path: string): string => `${path.replace(/\.db$/, "")}-index.db`;

/** Brings the file of a database's search index up to date, so that readers can attach it. */
export async function makeIndexFile(path: string): Promise<void> {
  const isNew = !existsSync(indexPathOf(path));
  const connection = openConnection(indexPathOf(path), "index-writer");
  try {
    await prepareIndex(connection);
    // Wholly in its file: as such it can be read on a disk that takes no writes.
    if (isNew) connection.exec("pragma wal_checkpoint(truncate)");
  } finally {
    connection.close();
  }
}

export interface IndexWriter {
  write: WriteIndex;
  close(): void;
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
/** About 10 ms of writing. */
const ROWS_A_TURN = 250;

/** Lets the event loop turn while many rows are written: who fills the index does other things as well. */
const inTurns = (connection: Connection): Executor => ({
  ...connection,
  runMany: async (sql, args, tenantId) => {
    for (let at = 0; at < args.length; at += ROWS_A_TURN) {
      connection.runMany(sql, args.slice(at, at + ROWS_A_TURN), tenantId);
      await turn();
    }
  },
});

/**
 * The only connection that changes the search index of a database file, opened with the first change. Each is a
 * transaction. None is lost when the process ends, however it ends; a power cut may take the latest, whole ones, and the
 * index then says so and is filled from there.
 */
export function openIndexWriter(path: string, commits: Promise<CommitCount>): IndexWriter {
  let connection: Connection | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const run: WriteIndex = async (change, tenantId, input) => {
    const count = await commits;
    await turn();
    if (!connection) requireWritable(indexPathOf(path));
    connection ??= openConnection(indexPathOf(path), "index-writer");
    const open = connection;
    try {
      open.run("begin immediate", {});
      const result = await change(
        txOf(inTurns(open), tenantId, () => undefined),
        input,
      );
      countCommit(count, () => open.run("commit", {}));
      return result;
    } catch (error) {
      // SQLite has gone back by itself when the disk refused.
      if (open.isInTransaction()) open.run("rollback", {});
      throw diskRefusal(error, open.path) ?? error;
    }
  };

  return {
    write: (change, tenantId, input) => {
      const written = last.then(() => run(change, tenantId, input));
      last = written.catch(() => undefined);
      return written;
    },
    close: () => {
      try {
        connection?.exec("pragma wal_checkpoint(truncate)");
      } catch {
        // A full disk: what is committed is in the log, and the next start reads it.
      }
      connection?.close();
    },
  };
}
