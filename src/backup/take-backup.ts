import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { copyDatabase, readFacts } from "../../db/local/copy-database.ts";
import { InstanceLocked, lockInstance } from "../../db/local/instance-lock.ts";
import { type Config, databasePath, filesPath } from "../config/config.ts";
import { writeAll } from "../storage/write-all.ts";
import { archiveEnd, writeEntry } from "./backup-archive.ts";
import { holdFiles, keysIn, measureFiles } from "./collect-files.ts";
import { ENTRY, FORMAT, type Manifest } from "./manifest.ts";

/** Why no backup is made, in words for the person at the keyboard. */
export class CannotBackUp extends Error {
  override readonly name = "CannotBackUp";
}

/** What is asked for. */
export interface BackupWish {
  /** The folder that the archive is written into. */
  to: string;
  withKey: boolean;
  programVersion: string;
  nowMs: number;
}

/** A backup that was made. */
export interface MadeBackup {
  path: string;
  sizeBytes: number;
  manifest: Manifest;
}

const READ = { highWaterMark: 256 * 1024 };
// The frame carries its own checksum, so that a torn file is found by any zstd.
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

async function* entryOf(name: string, path: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, READ)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  yield* writeEntry({ name, sizeBytes, sha256: hash.digest("hex") }, createReadStream(path, READ));
}

const sha256Of = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, READ)) hash.update(chunk);
  return hash.digest("hex");
}

interface Parts {
  manifest: Manifest;
  /** The copied database. */
  database: string;
  /** The folder of held files. */
  files: string;
  key: string | undefined;
}

async function* archiveOf({ manifest, database, files, key }: Parts): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield* writeEntry({ name: ENTRY.manifest, sizeBytes: text.length, sha256: sha256Of(text) }, [text]);
  if (key !== undefined) yield* entryOf(ENTRY.key, key);
  yield* entryOf(ENTRY.database, database);
  for await (const name of keysIn(files)) yield* entryOf(`${ENTRY.files}${name}`, join(files, name));
  yield archiveEnd();
}

/** `catalogd-20261125T023000Z.tar.zst` */
const nameAt = (nowMs: number) => `catalogd-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.tar.zst`;

/** Writes an archive under another name, and gives it its own once all of it is on the disk. */
async function writeArchive(parts: Parts, path: string, ending: string): Promise<number> {
  const part = `${path}${ending}`;
  const file = await open(part, "w", 0o600);
  let written = 0;
  try {
    await pipeline(Readable.from(archiveOf(parts), { objectMode: true }), createZstdCompress(ZSTD), async (packed) => {
      for await (const chunk of packed as AsyncIterable<Uint8Array>) {
        await writeAll(file, chunk, written);
        written += chunk.byteLength;
      }
    });
    await file.sync();
    await file.close();
    await rename(part, path);
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** What half-written archives of a data folder end with: others may be written into the same folder. */
const partOf = ({ dataDir }: Pick<Config, "dataDir">) => `.${sha256Of(resolve(dataDir)).slice(0, 12)}.part`;

/** Removes what killed backups of this data folder left: no other is being made. */
async function removeParts(folder: string, ending: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith(ending)) await rm(join(folder, name), { force: true });
}

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
  if (config.databaseUrl !== undefined) {
    throw new CannotBackUp(
      "The database is on a server (CATALOGD_DATABASE_URL): back it up there, and the folder of files with its own means",
    );
  }
  if (!existsSync(databasePath(config))) throw new CannotBackUp(`There is no database in ${resolve(config.dataDir)}`);
  if (withKey && !existsSync(join(config.dataDir, "secret.key"))) {
    throw new CannotBackUp(
      `There is no secret.key in ${resolve(config.dataDir)}: where the key is in CATALOGD_SECRET_KEY, keep a copy of it elsewhere`,
    );
  }
}

/**
 * Makes a backup of a data folder while a service may run on it and write: one file, whole or not at all. The database is that
 * of one moment. Files are held before and after it, so that what is deleted meanwhile is there. Throws `CannotBackUp`.
 */
export async function takeBackup(config: Config, wish: BackupWish): Promise<MadeBackup> {
  requireParts({ config, withKey: wish.withKey });
  const unlock = lockBackups(config.dataDir);
  const workplace = join(config.dataDir, "backup-parts");
  try {
    // Of a backup that was killed.
    await rm(workplace, { recursive: true, force: true });
    const [database, files] = [join(workplace, "catalogd.db"), join(workplace, "files")];
    await mkdir(files, { recursive: true, mode: 0o700 });
    await mkdir(wish.to, { recursive: true, mode: 0o700 });
    const isLocal = config.s3Endpoint === undefined;
    if (isLocal) await holdFiles(filesPath(config), files);
    copyDatabase(databasePath(config), database);
    if (isLocal) await holdFiles(filesPath(config), files);
    const { tables, schemaVersion, fault } = readFacts(database);
    if (fault !== undefined) {
      throw new CannotBackUp(`The database is damaged (${fault}): no backup was made of it. Go back to an earlier one`);
    }
    const manifest: Manifest = {
      format: FORMAT,
      program_version: wish.programVersion,
      schema_version: schemaVersion,
      made_at: new Date(wish.nowMs).toISOString(),
      tables,
      database: { size_bytes: (await stat(database)).size, sha256: await hashOf(database) },
      files: { store: isLocal ? "local" : "s3", ...(await measureFiles(files)) },
      has_secret_key: wish.withKey,
    };
    const path = resolve(join(wish.to, nameAt(wish.nowMs)));
    await removeParts(wish.to, partOf(config));
    if (existsSync(path)) throw new CannotBackUp(`${path} is there already`);
    const key = wish.withKey ? join(config.dataDir, "secret.key") : undefined;
    return { path, sizeBytes: await writeArchive({ manifest, database, files, key }, path, partOf(config)), manifest };
  } finally {
    await rm(workplace, { recursive: true, force: true });
    unlock();
  }
}
