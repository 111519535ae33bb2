import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { DamagedBackup } from "./backup-archive.ts";
import { isObject, readArchive } from "./backup-place.ts";
import { ENTRY, parseManifest } from "./manifest.ts";
import { archiveOf, hashOf } from "./pack-archive.ts";
import type { BackupSource } from "./read-backup.ts";

/** A snapshot as the archive that it would be. Throws `DamagedBackup` where its database is not the one that it was made with. */
async function openSnapshot(folder: string): Promise<BackupSource> {
  const text = await readFile(join(folder, ENTRY.manifest), "utf8").catch(() => {
    throw new DamagedBackup("It is a folder without a manifest");
  });
  const manifest = parseManifest(text);
  const database = join(folder, ENTRY.database);
  if ((await hashOf(database)) !== manifest.database.sha256) {
    throw new DamagedBackup(`${ENTRY.database} differs from its checksum`);
  }
  return { bytes: archiveOf({ manifest, database, files: join(folder, "files"), key: undefined }), isPacked: false };
}

/** Opens a backup: an archive, one in an object store (`s3://…`), or the folder of a snapshot. */
export async function openBackup(config: Config, location: string): Promise<BackupSource> {
  const isFolder = !isObject(location) && (await stat(location)).isDirectory();
  return isFolder ? openSnapshot(location) : { bytes: readArchive(config, location), isPacked: true };
}
