import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { migrate, NoRoom } from "../migrate.ts";
import type { UpgradeProgress } from "../upgrades/run-upgrade.ts";
import type { Plan } from "../upgrades/upgrade.ts";
import { type CommitCount, newCommitCount } from "./commit-count.ts";
import { type Connection, openConnection } from "./connection.ts";
import { copyDatabase } from "./copy-database.ts";
import { diskRemedy, requireWritable } from "./disk-refusal.ts";
import { type GroupCommit, groupCommit } from "./group-commit.ts";
import type { GroupCommitOptions } from "./group-run.ts";
import { makeIndexFile } from "./index-writer.ts";
import { lockInstance } from "./instance-lock.ts";
import { loadingFirst, type Missing } from "./load-first.ts";
import { trimLogWhileOpen } from "./trim-log.ts";

export interface Writer extends GroupCommit {
  commits: CommitCount;
  close(): void;
}

/** What an upgrade reports: where the database was copied to, then how far it is. */
export type UpgradeNews = { copiedTo: string } | UpgradeProgress;

export type WriterOptions = Omit<GroupCommitOptions, "commits"> & {
  /** Hears of an upgrade of the schema, which may take minutes. */
  noteUpgrade?: (news: UpgradeNews) => void;
  /** How the schema is made, if it is not the program's. */
  plan?: Plan;
  /** What loads a mutation before it runs for the first time; absent: all are there. */
  missing?: Missing;
};

/** Throws the error again, with the way out where the disk has no room. */
function withRemedy(error: unknown): never {
  if (!(error instanceof NoRoom)) throw error;
  throw new Error(`${error.message}. ${diskRemedy("full", error)}`, { cause: error });
}

/** What the file's header says while a process writes it: "ctlg". SQLite keeps this number for programs. */
const RUNNING = 0x63746c67;

/**
 * Whether a file that a process was writing to its end, or that was copied meanwhile, has lost its write-ahead log: to be
 * called before anything opens the file, which makes an empty log. Says so of a connection that is opened then.
 */
function findLostLog(path: string): (connection: Connection) => boolean {
  const hasLog = existsSync(`${path}-wal`);
  return (connection) => !hasLog && isMarked(connection);
}

const isMarked = (connection: Connection): boolean =>
  connection.row("pragma application_id", {})?.["application_id"] === RUNNING;

/** Marks the file itself, not only its log: a copy of the file alone carries the mark. */
function markRunning(connection: Connection): void {
  if (isMarked(connection)) return;
  try {
    connection.exec(`pragma application_id = ${RUNNING}`);
    connection.exec("pragma wal_checkpoint(truncate)");
  } catch {
    // A full disk: this run goes without the mark.
  }
}

/** Takes the mark away; the checkpoint that ends a run brings this into the file. */
const unmark = (connection: Connection): void => connection.exec("pragma application_id = 0");

/** Beside the database. */
const FOLDER = "before-upgrade";
const NAME = /^catalogd-schema-(\d+)-to-(\d+)\.db$/;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Throws `NoRoom` when a copy would not fit. */
function requireRoom(path: string, from: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const needed = sizeOf(path) + sizeOf(`${path}-wal`);
  if (bavail * bsize > needed) return;
  const mib = Math.ceil(needed / 1024 ** 2);
  const says = `There is no room for the copy of the database that is made before an upgrade (${mib} MiB are needed); it is as it was`;
  throw new NoRoom(`${says}, of schema version ${from}`, false, undefined);
}

/**
 * Copies a database file before its schema is changed, and removes the copies of former upgrades. Returns the name of the copy;
 * an upgrade that was killed between two steps has one, and goes on without another. Throws `NoRoom`.
 */
function copyBeforeUpgrade(path: string, { from, to }: { from: number; to: number }): string {
  const folder = join(dirname(path), FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copies = readdirSync(folder);
  const begun = copies.find((name) => {
    const [, first, last] = NAME.exec(name) ?? [];
    return Number(first) < from && from < Number(last);
  });
  if (begun !== undefined) return join(folder, begun);
  for (const name of copies) rmSync(join(folder, name), { force: true });
  requireRoom(path, from);
  const copy = join(folder, `catalogd-schema-${from}-to-${to}.db`);
  try {
    copyDatabase(path, `${copy}.part`);
  } catch (error) {
    // It takes room, and would until the next start.
    rmSync(`${copy}.part`, { force: true });
    throw error;
  }
  for (const end of ["-wal", "-shm"]) if (existsSync(`${copy}.part${end}`)) rmSync(`${copy}.part${end}`);
  renameSync(`${copy}.part`, copy);
  return copy;
}

/**
 * Opens the only writer of a database file: takes the lock, brings the schema up to date, then accepts mutations. Throws
 * when another process has the file, when the program is older than the schema, and what SQLite says of a disk that
 * refuses; nothing is held then.
 */
export async function openWriter(path: string, options: WriterOptions, commits = newCommitCount()): Promise<Writer> {
  requireWritable(path);
  const unlock = lockInstance(path);
  try {
    const hasLostLog = findLostLog(path);
    const connection = openConnection(path, "writer");
    try {
      if (hasLostLog(connection)) options.noteLostLog?.(`${path}-wal`);
      await migrate(connection, {
        ...(options.plan && { plan: options.plan }),
        before: (versions) => options.noteUpgrade?.({ copiedTo: copyBeforeUpgrade(path, versions) }),
        note: (progress) => options.noteUpgrade?.(progress),
      }).catch(withRemedy);
      const aside = await makeIndexFile(path, options.context.now);
      if (aside !== undefined) options.noteDamage?.(aside);
      markRunning(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const endTrimming = trimLogWhileOpen(connection);
    const writer: Writer = {
      ...groupCommit(connection, { ...options, commits }),
      commits,
      close: () => {
        endTrimming();
        try {
          unmark(connection);
          connection.exec("pragma wal_checkpoint(truncate)");
        } catch {
          // A full disk: what is committed is in the log, and the next start reads it.
        }
        connection.close();
        unlock();
      },
    };
    return options.missing ? loadingFirst(writer, options.missing) : writer;
  } catch (error) {
    unlock();
    throw error;
  }
}
