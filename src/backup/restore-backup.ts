import { existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDatabaseInUse } from "../../db/local/copy-database.ts";
import { InstanceLocked, lockInstance } from "../../db/local/instance-lock.ts";
import { type Config, databasePath, filesPath } from "../config/config.ts";
import { syncFolder } from "../storage/local-files.ts";
import type { Manifest } from "./manifest.ts";
import { type BackupSource, readBackup } from "./read-backup.ts";

/** The folder cannot take a backup. */
export class FolderTaken extends Error {
  override readonly name = "FolderTaken";
  readonly isInUse: boolean;

  constructor(message: string, isInUse: boolean) {
    super(message);
    this.isInUse = isInUse;
  }
}

/** Checks a backup and leaves nothing: its database lies in the system's temporary folder meanwhile. */
export async function verifyBackup(source: BackupSource): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-verify-"));
  try {
    return await readBackup(source, { database: join(folder, "catalogd.db") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws `FolderTaken` for a folder with anything in it. */
function requireFree(config: Config): void {
  const { dataDir } = config;
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (names.length === 0) return;
  if (names.includes("catalogd.db.lock") && isDatabaseInUse(databasePath(config))) {
    throw new FolderTaken(`catalogd is running on ${dataDir}: stop it, and restore into an empty folder`, true);
  }
  throw new FolderTaken(
    `${dataDir} is not empty (${names[0]}): move what is in it elsewhere, or name an empty folder with --data-dir`,
    false,
  );
}

/** Takes an empty folder for this process, so that no service starts on it meanwhile. */
function takeFolder(config: Config): () => void {
  requireFree(config);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    return lockInstance(databasePath(config));
  } catch (error) {
    if (!(error instanceof InstanceLocked)) throw error;
    throw new FolderTaken(`Another process has just begun on ${config.dataDir}: name another folder`, true);
  }
}

/**
 * Puts a backup into an empty data folder. The database gets its name last, and no service starts on files without one: a
 * restore that was killed is none. What a failed one wrote is removed. Throws `FolderTaken` and what `readBackup` throws.
 */
export async function restoreBackup(source: BackupSource, config: Config): Promise<Manifest> {
  const release = takeFolder(config);
  const { dataDir } = config;
  const part = `${databasePath(config)}.part`;
  const key = join(dataDir, "secret.key");
  try {
    const manifest = await readBackup(source, { database: part, files: filesPath(config), key });
    await mkdir(filesPath(config), { recursive: true, mode: 0o700 });
    if (manifest.database.store === "file") await rename(part, databasePath(config));
    await syncFolder(dataDir);
    return manifest;
  } catch (error) {
    const written = [part, key, filesPath(config), `${databasePath(config)}.lock`];
    for (const each of written) await rm(each, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}
