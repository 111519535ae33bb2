import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { Static } from "@sinclair/typebox";
import { type Manifest, missingFrom } from "./manifest.ts";
import type { BackupBody } from "./schema.ts";

/** What is known of a backup, from its begin on. Its archive says the same of itself, but for how it ended. */
export interface BackupRecord extends Static<typeof BackupBody> {
  /** Of the process that makes it. */
  pid: number | null;
}

/** What is asked for; plain data, which a process hands to another one. */
export interface BackupWish {
  id: string;
  trigger: BackupRecord["trigger"];
  /** The folder that the archive is written into, or `s3://bucket/prefix`. */
  to: string;
  withKey: boolean;
  /** How many backups are kept there; absent: as many as there are. */
  keep?: number | undefined;
  programVersion: string;
  nowMs: number;
}

/** What is known of a backup before it is made. */
export const firstRecord = (wish: BackupWish, place: string, pid: number | null): BackupRecord => ({
  id: wish.id,
  status: "running",
  trigger: wish.trigger,
  place,
  location: null,
  size_bytes: null,
  sha256: null,
  rows: null,
  files: null,
  tables: null,
  schema_version: null,
  program_version: wish.programVersion,
  missing: null,
  started_at: new Date(wish.nowMs).toISOString(),
  finished_at: null,
  duration_ms: null,
  error: null,
  pid,
});

/** The record of one that has ended after this number of milliseconds. */
export const endedRecord = (record: BackupRecord, durationMs: number): BackupRecord => ({
  ...record,
  pid: null,
  finished_at: new Date(Date.parse(record.started_at) + durationMs).toISOString(),
  duration_ms: Math.round(durationMs),
});

/** The record with what its manifest says. */
export const withManifest = (record: BackupRecord, manifest: Manifest): BackupRecord => ({
  ...record,
  rows: Object.values(manifest.tables).reduce((sum, count) => sum + count, 0),
  files: manifest.files,
  tables: manifest.tables,
  schema_version: manifest.schema_version,
  missing: missingFrom(manifest),
});

/** Failed ones are of no use for long. */
const FAILED_MAX = 50;
const INTERRUPTED = "The process that made it has ended before it was whole";

/** Not in the database: a backup must not hold its own record as one that runs, and one that fails is noted on a full disk too. */
const folderOf = (dataDir: string) => join(dataDir, "backup-runs");
const pathOf = (dataDir: string, id: string) => join(folderOf(dataDir), `${id}.json`);

/** Stores a record, whole or not at all. */
export async function writeRecord(dataDir: string, record: BackupRecord): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  const path = pathOf(dataDir, record.id);
  try {
    await writeFile(`${path}.part`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    await rename(`${path}.part`, path);
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one as well.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A record as it is now: of a process that ended without a word it says so. */
const current = (record: BackupRecord): BackupRecord =>
  record.status === "running" && record.pid !== null && !isAlive(record.pid)
    ? { ...record, status: "failed", error: INTERRUPTED, pid: null }
    : record;

/** Whether its record was never ended: it is being made, unless its lock is free. */
export const isOpen = ({ status, error }: BackupRecord): boolean => status === "running" || error === INTERRUPTED;

/** `undefined`: there is none. */
export async function findRecord(dataDir: string, id: string): Promise<BackupRecord | undefined> {
  const text = await readFile(pathOf(dataDir, id), "utf8").catch(() => undefined);
  return text === undefined ? undefined : current(JSON.parse(text) as BackupRecord); // written above, whole
}

/** All records, newest first, or this number of the newest. */
export async function listRecords(dataDir: string, limit = Number.POSITIVE_INFINITY): Promise<BackupRecord[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  // Ids grow with time.
  const newest = ids.toSorted().slice(Math.max(0, ids.length - limit));
  const records = await Promise.all(newest.map((id) => findRecord(dataDir, id)));
  return records
    .filter((record) => record !== undefined)
    .toSorted((one, other) =>
      one.started_at < other.started_at || (one.started_at === other.started_at && one.id < other.id) ? 1 : -1,
    );
}

/** Removes a record. */
export const removeRecord = (dataDir: string, id: string): Promise<void> => rm(pathOf(dataDir, id), { force: true });

/** Of the backups that a place holds, those that are too many; and of the failed ones the oldest. */
export async function listSurplus(dataDir: string, place: string, keep: number): Promise<BackupRecord[]> {
  const records = await listRecords(dataDir);
  const kept = records.filter((record) => record.status === "completed" && record.place === place);
  const failed = records.filter(({ status }) => status === "failed");
  return [...(keep === 0 ? [] : kept.slice(keep)), ...failed.slice(FAILED_MAX)];
}
