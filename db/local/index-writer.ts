import { existsSync, renameSync } from "node:fs";
import { type Executor, txOf } from "../handle.ts";
import type { WriteIndex } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import { type CommitCount, countCommit } from "./commit-count.ts";
import { type Connection, openConnection } from "./connection.ts";
import { diskRefusal, requireWritable } from "./disk-refusal.ts";
import { releaseClosed } from "./rest.ts";
import { keepLogSmall } from "./trim-log.ts";

/** The search index of a database file is in a file beside it. */
export const indexPathOf = (path: string): string => `${path.replace(/\.db$/, "")}-index.db`;

// Source: https://sqlite.org/rescode.html
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const ENDS = ["", "-wal", "-shm"];

/** Whether SQLite says that what it reads is not a sound database. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && "rawCode" in error ? Number(error.rawCode) % 256 : 0;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Makes or updates the tables, and reads the beginning of each: a file that was cut has lost some. */
async function prepareFile(path: string): Promise<void> {
  const isNew = !existsSync(path);
  const connection = openConnection(path, "index-writer");
  try {
    await prepareIndex(connection);
    const tables = connection.rows("select name from sqlite_schema where type = 'table' and sql not like '%fts5%'", {});
    for (const { name } of tables) connection.row(`select 1 as there from "${String(name)}" limit 1`, {});
    // Wholly in its file: as such it can be read on a disk that takes no writes.
    if (isNew) connection.exec("pragma wal_checkpoint(truncate)");
  } finally {
    connection.close();
  }
}

/**
 * Brings the file of a database's search index up to date, so that readers can attach it. A damaged one is set aside and made
 * anew, to be filled as after its removal: all that is in it is made of the products. Returns the name under which it lies now.
 */
export async function makeIndexFile(path: string, now: () => number): Promise<string | undefined> {
  const index = indexPathOf(path);
  try {
    await prepareFile(index);
    return undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  await releaseClosed(); // or the new file would share what lies beside the damaged one
  const aside = `${index}.damaged-${now()}`;
  for (const end of ENDS) if (existsSync(`${index}${end}`)) renameSync(`${index}${end}`, `${aside}${end}`);
  await prepareFile(index);
  return aside;
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
  let endTrimming: (() => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const run: WriteIndex = async (change, tenantId, input) => {
    const count = await commits;
    await turn();
    if (!connection) requireWritable(indexPathOf(path));
    const open = connection ?? openConnection(indexPathOf(path), "index-writer");
    if (!connection) endTrimming = keepLogSmall(open);
    connection = open;
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
      endTrimming?.();
      try {
        connection?.exec("pragma wal_checkpoint(truncate)");
      } catch {
        // A full disk: what is committed is in the log, and the next start reads it.
      }
      connection?.close();
    },
  };
}
