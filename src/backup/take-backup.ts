import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { copyDatabase, type DatabaseFacts, readFacts } from "../../db/local/copy-database.ts";
import { InstanceLocked, lockInstance } from "../../db/local/instance-lock.ts";
import { readServerFacts } from "../../db/remote/database.ts";
import { type Config, databasePath, filesPath } from "../config/config.ts";
import { HOLDING, WORKPLACE } from "../storage/held-files.ts";
import { openPlace, removeArchive } from "./backup-place.ts";
import {
  type BackupRecord,
  type BackupWish,
  endedRecord,
  firstRecord,
  isOpen,
  listRecords,
  listSurplus,
  removeRecord,
  withManifest,
  writeRecord,
} from "./backup-record.ts";
import { CannotBackUp } from "./cannot-back-up.ts";
import { holdFiles, measureFiles } from "./collect-files.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { hashOf, type Parts, packed } from "./pack-archive.ts";
import { requireRoom, withinRoom } from "./room.ts";

/** A backup that was made. */
export interface MadeBackup {
  record: BackupRecord;
  manifest: Manifest;
}

/** Characters of an id that are random. */
const OWN = -8;
/** `catalogd-20261125T023000Z-7d9f3c1e.tar.zst`: several services that back up at the same time to one place have names of their own. */
const nameOf = ({ id, nowMs }: Pick<BackupWish, "id" | "nowMs">) =>
  `catalogd-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${id.slice(OWN)}.tar.zst`;

/** Takes the data folder for one backup at a time. The system frees it when the process ends, however it ends. */
function lockBackups(dataDir: string): () => void {
  try {
    return lockInstance(join(dataDir, "backup"));
  } catch (error) {
    if (!(error instanceof InstanceLocked)) throw error;
    throw new CannotBackUp("Another backup of this data folder is being made: wait until it has ended");
  }
}

/** Throws `CannotBackUp` where there is nothing that this program can copy, or no key to add. */
function requireParts({ config, withKey }: { config: Config; withKey: boolean }): void {
  if (config.databaseUrl === undefined && !existsSync(databasePath(config))) {
    throw new CannotBackUp(`There is no database in ${resolve(config.dataDir)}`);
  }
  if (withKey && !existsSync(join(config.dataDir, "secret.key"))) {
    throw new CannotBackUp(
      `There is no secret.key in ${resolve(config.dataDir)}: where the key is in CATALOGD_SECRET_KEY, keep a copy of it elsewhere`,
    );
  }
}

/** Copies the database, or asks its server what is in it. Files are held before and after it, so that what is deleted meanwhile is there. */
export async function collectParts(
  config: Config,
  workplace: string,
  {
    withKey,
    programVersion,
    nowMs,
    isChecked = true,
  }: Pick<BackupWish, "withKey" | "programVersion" | "nowMs"> & { isChecked?: boolean },
): Promise<{ parts: Parts; fault: string | undefined }> {
  const [holding, files] = [join(workplace, HOLDING), join(workplace, "files")];
  await mkdir(holding, { recursive: true, mode: 0o700 });
  const isLocal = config.s3Endpoint === undefined;
  if (isLocal) await holdFiles(filesPath(config), holding);
  let database: string | undefined;
  let facts: DatabaseFacts;
  if (config.databaseUrl === undefined) {
    await requireRoom(config);
    database = join(workplace, "catalogd.db");
    copyDatabase(databasePath(config), database);
    facts = readFacts(database, { isChecked });
  } else {
    facts = { ...(await readServerFacts(config.databaseUrl, config.databaseToken)), fault: undefined };
  }
  if (isLocal) await holdFiles(filesPath(config), holding);
  // All are held now. What is deleted later is of no use to a copy of that moment.
  await rename(holding, files);
  const manifest: Manifest = {
    format: FORMAT,
    program_version: programVersion,
    schema_version: facts.schemaVersion,
    made_at: new Date(nowMs).toISOString(),
    tables: facts.tables,
    database:
      database === undefined
        ? { store: "server", size_bytes: 0, sha256: "" }
        : { store: "file", size_bytes: (await stat(database)).size, sha256: await hashOf(database) },
    files: { store: isLocal ? "local" : "s3", ...(await measureFiles(files)) },
    has_secret_key: withKey,
  };
  const key = withKey ? join(config.dataDir, "secret.key") : undefined;
  return { parts: { manifest, database, files, key }, fault: facts.fault };
}

/** The lock is held, so no other backup runs. */
async function noteInterrupted(dataDir: string, id?: string): Promise<void> {
  for (const record of await listRecords(dataDir)) {
    if (!isOpen(record) || record.id === id) continue;
    await writeRecord(dataDir, { ...record, status: "failed", pid: null, error: "It was broken off" });
  }
}

async function archive(config: Config, wish: BackupWish, record: BackupRecord): Promise<MadeBackup> {
  const place = openPlace(config, wish.to);
  const there = { folder: place.address, otherwise: ", or name another place with --to (CATALOGD_BACKUP_TO)" };
  const unlock = lockBackups(config.dataDir);
  const workplace = join(config.dataDir, WORKPLACE);
  try {
    await noteInterrupted(config.dataDir, wish.id);
    // Of a backup that was killed.
    await rm(workplace, { recursive: true, force: true });
    await withinRoom(there, () => place.removeParts(wish.nowMs));
    const { parts, fault } = await collectParts(config, workplace, wish);
    if (fault !== undefined) {
      throw new CannotBackUp(`The database is damaged (${fault}): no backup was made of it. Go back to an earlier one`);
    }
    const name = nameOf(wish);
    const { sizeBytes, sha256 } = await withinRoom(there, () => place.write(name, packed(parts)));
    const { manifest } = parts;
    const made = { ...withManifest(record, manifest), location: place.locationOf(name), size_bytes: sizeBytes, sha256 };
    return { record: made, manifest };
  } finally {
    await rm(workplace, { recursive: true, force: true });
    unlock();
  }
}

/**
 * For the start of a service: says of backups that were killed with the last one that they were, and removes what they held, which
 * takes room. Does nothing while another process makes one.
 */
export async function removeInterrupted(config: Config, nowMs: number): Promise<void> {
  const workplace = join(config.dataDir, WORKPLACE);
  const records = await listRecords(config.dataDir);
  const places = new Set(records.flatMap((record) => (isOpen(record) ? [record.place] : [])));
  if (places.size === 0 && !existsSync(workplace)) return;
  let unlock: () => void;
  try {
    unlock = lockBackups(config.dataDir);
  } catch (error) {
    if (error instanceof CannotBackUp) return;
    throw error;
  }
  try {
    await noteInterrupted(config.dataDir);
    await rm(workplace, { recursive: true, force: true });
    // The parts in a bucket are removed by the next backup, by their age.
    for (const place of places) if (existsSync(place)) await openPlace(config, place).removeParts(nowMs);
  } finally {
    unlock();
  }
}

/** Deletes what a place has too many of. */
async function thinOut(config: Config, place: string, keep: number): Promise<void> {
  for (const { id, location } of await listSurplus(config.dataDir, place, keep)) {
    if (location !== null) await removeArchive(config, location);
    await removeRecord(config.dataDir, id);
  }
}

/**
 * Makes a backup of a data folder while a service may run on it and write: one archive, whole or not at all, with the database
 * of one moment. Notes how it ended. Throws `CannotBackUp`, `NoRoomForBackup` where a disk is full.
 */
export async function takeBackup(config: Config, wish: BackupWish): Promise<MadeBackup> {
  requireParts({ config, withKey: wish.withKey });
  const place = openPlace(config, wish.to).address;
  const first = firstRecord(wish, place, process.pid);
  const startedAtMs = performance.now();
  const here = { folder: resolve(config.dataDir) };
  await withinRoom(here, () => writeRecord(config.dataDir, first));
  try {
    const { record, manifest } = await withinRoom(here, () => archive(config, wish, first));
    const ended: BackupRecord = { ...endedRecord(record, performance.now() - startedAtMs), status: "completed" };
    await writeRecord(config.dataDir, ended);
    if (wish.keep !== undefined) await thinOut(config, place, wish.keep);
    return { record: ended, manifest };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const failed = endedRecord(first, performance.now() - startedAtMs);
    await writeRecord(config.dataDir, { ...failed, status: "failed", error: reason }).catch(() => undefined);
    throw error;
  }
}
