import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { type Executor, txOf } from "../handle.ts";
import type { WriteIndex } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import {
  type CommitCount,
  countCommit,
  indexNumberOf,
  isIndexDamaged,
  noteIndexDamage,
  noteIndexNumber,
} from "./commit-count.ts";
import { type Connection, openConnection } from "./connection.ts";
import { diskRefusal, requireWritable } from "./disk-refusal.ts";
import { ENDS, indexPathOf, liveIndexPath, numberedIndexPath, setAside, takeLastIndex } from "./index-path.ts";
import { releaseClosed } from "./rest.ts";
import { trimLogWhileOpen } from "./trim-log.ts";

// Source: https://sqlite.org/rescode.html
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether SQLite says that what it reads is not a sound database. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && "rawCode" in error ? Number(error.rawCode) % 256 : 0;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Whether something lies in the place of a file that is none, such as a folder: SQLite cannot open it. */
const isOtherThanFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;

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
 * Brings the file of a database's search index up to date, so that readers can attach it. A damaged one is set aside and
 * rebuilt, to be filled as after its removal: all that is in it is made of the products. Returns the name under which it
 * lies now.
 */
export async function makeIndexFile(path: string, now: () => number): Promise<string | undefined> {
  takeLastIndex(path);
  const index = indexPathOf(path);
  try {
    await prepareFile(index);
    return undefined;
  } catch (error) {
    if (!isDamage(error) && !isOtherThanFile(index)) throw error;
  }
  await releaseClosed(); // or the new file would share what lies beside the damaged one
  const aside = setAside(path, index, now());
  await prepareFile(index);
  return aside;
}

const TAG_LENGTH = 4;
const TAGS = 36 ** (TAG_LENGTH - 1);

/** A tag that no tenant had in the damaged index: what a thread remembers of that one means nothing in the next. */
function otherTag(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${(1 + (random % 34)).toString(36)}${(random % TAGS).toString(36).padStart(TAG_LENGTH - 1, "0")}`;
}

/** Makes an empty index beside the one of `number`, which is damaged, and sets that aside. Returns its name. */
async function replaceIndexFile(path: string, number: number, nowMs: number): Promise<string> {
  const fresh = numberedIndexPath(path, number + 1);
  const part = `${fresh}.part`;
  for (const end of ENDS) rmSync(`${part}${end}`, { force: true });
  await prepareFile(part);
  const connection = openConnection(part, "index-writer");
  connection.run("insert into index_state (tenant_id, tag) values (:tenant, :tag)", { tag: otherTag() }, "");
  connection.exec("pragma wal_checkpoint(truncate)");
  connection.close();
  await releaseClosed(); // By its first name no thread has it open any more.
  renameSync(part, fresh);
  return setAside(path, numberedIndexPath(path, number), nowMs);
}

/** The messages to and from the thread that has the index. */
export interface IndexCare {
  now: () => number;
  /** Hears under which name a damaged index was set aside. */
  noteDamage: (aside: string) => void;
}

export interface IndexWriter {
  write: WriteIndex;
  /** Rebuilds the index if one of the threads has found it damaged. */
  mend(): Promise<void>;
  close(): void;
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
/** About 10 ms of writing. */
const ROWS_A_TURN = 250;

/** Lets the event loop turn while many rows are written: the thread that fills the index does other work as well. */
const inTurns = (connection: Connection): Executor => ({
  ...connection,
  runMany: async (sql, args, tenantId) => {
    for (let at = 0; at < args.length; at += ROWS_A_TURN) {
      connection.runMany(sql, args.slice(at, at + ROWS_A_TURN), tenantId);
      await turn();
    }
  },
});

/** Closes a connection with all that is committed in the file, if the disk takes it. */
function closeWhole(connection: Connection): void {
  try {
    connection.exec("pragma wal_checkpoint(truncate)");
  } catch {
    // A full disk: what is committed is in the log, and the next start reads it.
  }
  connection.close();
}

/**
 * The only connection that changes the search index of a database file, opened with the first change. Each is a
 * transaction. None is lost when the process ends, however it ends; a power cut may take the latest, whole ones, and the
 * index then says so and is filled from there.
 */
export function openIndexWriter(
  path: string,
  commits: Promise<CommitCount>,
  { now, noteDamage }: IndexCare,
): IndexWriter {
  let connection: Connection | undefined;
  let endTrimming: (() => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const opened = (): Connection => {
    if (connection) return connection;
    const file = liveIndexPath(path);
    requireWritable(file);
    connection = openConnection(file, "index-writer");
    endTrimming = trimLogWhileOpen(connection);
    return connection;
  };

  const run: WriteIndex = async (change, tenantId, input) => {
    const count = await commits;
    await turn();
    const open = opened();
    try {
      open.run("begin immediate", {});
      const result = await change(
        txOf(inTurns(open), tenantId, () => undefined),
        input,
      );
      countCommit(count, () => open.run("commit", {}));
      return result;
    } catch (error) {
      if (isDamage(error)) noteIndexDamage(count);
      // SQLite has rolled back itself when the disk refused.
      if (open.isInTransaction()) open.run("rollback", {});
      throw diskRefusal(error, open.path) ?? error;
    }
  };

  const mend = async () => {
    const count = await commits;
    if (!isIndexDamaged(count)) return;
    endTrimming?.();
    connection?.close();
    connection = undefined;
    const number = indexNumberOf(count);
    const aside = await replaceIndexFile(path, number, now());
    noteIndexNumber(count, number + 1);
    noteDamage(aside);
  };
  const inOrder = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    write: (change, tenantId, input) => inOrder(() => run(change, tenantId, input)),
    mend: () => inOrder(mend),
    close: () => {
      endTrimming?.();
      if (connection) closeWhole(connection);
    },
  };
}
