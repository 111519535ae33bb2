import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

/** Why a disk takes nothing: it has no room, the share of its user is used up, or it can only be read. */
export type DiskReason = "full" | "quota" | "read_only";

const WORDS: Record<DiskReason, string> = {
  full: "database or disk is full",
  quota: "disk quota exceeded",
  read_only: "read-only file system",
};

/**
 * How to mend a disk that takes no writes when a service starts. Only a first start may begin in another folder: where there
 * is a database, an empty folder would lose sight of it.
 */
export function diskRemedy(reason: DiskReason, { isFirst }: { isFirst: boolean }): string {
  const mend = reason === "read_only" ? "Make it writable" : "Free some room on it";
  const elsewhere = isFirst
    ? "choose a folder on another disk with"
    : "move the whole data folder to another disk and name its new place with";
  return `${mend}, or ${elsewhere} --data-dir (CATALOGD_DATA_DIR), and start again`;
}

/** The disk takes no writes for now. Nothing of what was refused is stored, and what is on disk is undamaged. */
export class DiskRefuses extends Error {
  override readonly name = "DiskRefuses";
  readonly reason: DiskReason;

  constructor(reason: DiskReason, cause?: unknown) {
    super(WORDS[reason], { cause });
    this.reason = reason;
  }
}

/** By name, because errors lose their class between threads. */
export const isDiskRefusal = (error: unknown): error is DiskRefuses =>
  error instanceof Error && error.name === "DiskRefuses";

// Source: https://sqlite.org/rescode.html
const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;
const SQLITE_READONLY_DBMOVED = 1032;
/** The memory that readers share with the writer lies in a file, which could not grow: nothing was written yet. */
const SQLITE_IOERR_SHMSIZE = 4874;
/** What SQLite calls a failed write of any cause but ENOSPC; the others come from files that it makes or cuts. */
const UNCLEAR = new Set([778, 1546, 4618, 5386, SQLITE_IOERR_SHMSIZE]);

const REASONS: Record<string, DiskReason> = {
  ENOSPC: "full",
  EDQUOT: "quota",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
};

const fieldOf = (error: unknown, name: "code" | "rawCode"): unknown =>
  error instanceof Error && name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;

/** The driver says why a file could not be opened at all in its message only: `…: 14`. */
function rawCodeOf(error: unknown): unknown {
  const opening = error instanceof Error ? /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(error.message)?.[1] : undefined;
  return opening === undefined ? fieldOf(error, "rawCode") : Number(opening);
}

/** Why the system refused to write a file; `undefined` when it was something else. */
export function reasonOfCode(error: unknown): DiskReason | undefined {
  const code = fieldOf(error, "code");
  return typeof code === "string" ? REASONS[code] : undefined;
}

/** Why a disk refused what somebody wrote, in this thread or another; `undefined` for every other error. */
export function diskReasonOf(error: unknown): DiskReason | undefined {
  if (!isDiskRefusal(error)) return reasonOfCode(error);
  // Between threads nothing of it is left but its name and its message.
  const reasons = Object.keys(WORDS) as DiskReason[]; // the keys above
  return reasons.find((reason) => WORDS[reason] === error.message);
}

/** More than a file system keeps beside its own records. */
const PROBE = new Uint8Array(64 * 1024);

/** Why a folder takes no file now; `undefined` when it does. */
function probeFolder(folder: string, content = PROBE): DiskReason | undefined {
  const path = join(folder, `.probe-${crypto.randomUUID()}`);
  try {
    const file = openSync(path, "wx");
    try {
      writeSync(file, content);
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
    return undefined;
  } catch (error) {
    return reasonOfCode(error);
  }
}

/** Whether a file and those beside it can be changed at all, be there room or not. */
export function isWritable(path: string): boolean {
  return probeFolder(dirname(path), new Uint8Array(0)) !== "read_only";
}

/**
 * Throws `DiskRefuses` for a file that can only be read: SQLite would open it all the same, and what lies beside it would stay
 * so for all connections of the process.
 */
export function requireWritable(path: string): void {
  if (existsSync(path) && !isWritable(path)) throw new DiskRefuses("read_only");
}

/**
 * What an error of SQLite says of the disk below the database file `path`. `undefined` for every other error: a failed
 * fsync or an I/O error leaves unknown what is on disk, and the process that met one must not write again.
 */
export function diskRefusal(error: unknown, path: string): DiskRefuses | undefined {
  if (isDiskRefusal(error)) return error;
  const code = rawCodeOf(error);
  if (typeof code !== "number" || code === SQLITE_READONLY_DBMOVED) return undefined;
  if (code === SQLITE_FULL) return new DiskRefuses("full", error);
  if (code % 256 === SQLITE_READONLY) return new DiskRefuses("read_only", error);
  if (!UNCLEAR.has(code) && code % 256 !== SQLITE_CANTOPEN) return undefined;
  const reason = probeFolder(dirname(path)) ?? (code === SQLITE_IOERR_SHMSIZE ? "full" : undefined);
  return reason && new DiskRefuses(reason, error);
}
