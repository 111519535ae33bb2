import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { ENTRY } from "./manifest.ts";
import { withinRoom } from "./room.ts";
import { collectParts } from "./take-backup.ts";

/** What is asked for; plain data. */
export interface SnapshotWish {
  /** Of its folder; the names of later ones come later. */
  name: string;
  /** How many there may be, this one included. */
  keep: number;
  programVersion: string;
  nowMs: number;
}

/** In the data folder: on the disk of the files, which get second names there and no copies. */
const FOLDER = "snapshots";
const PART = ".part";

/** What `takeSnapshot` does. */
async function writeSnapshot(config: Config, { name, keep, ...made }: SnapshotWish): Promise<void> {
  const folder = join(config.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const remove = (each: string) => rm(join(folder, each), { recursive: true, force: true });
  // Of snapshots that were killed: one is made at a time.
  for (const each of await readdir(folder)) if (each.endsWith(PART)) await remove(each);
  const part = join(folder, `${name}${PART}`);
  try {
    const { parts } = await collectParts(config, part, { ...made, withKey: false, isChecked: false });
    await writeFile(join(part, ENTRY.manifest), `${JSON.stringify(parts.manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(part, join(folder, name));
  } catch (error) {
    await remove(`${name}${PART}`);
    throw error;
  }
  const whole = (await readdir(folder)).filter((each) => !each.endsWith(PART)).toSorted();
  for (const each of whole.slice(0, Math.max(0, whole.length - keep))) await remove(each);
}

/**
 * Copies the database and holds the files in a folder of the data folder, which `catalogd restore` takes as it takes an archive, and
 * deletes the oldest such folders. It has its name only when it is whole. Throws `CannotBackUp`, and
 * `NoRoomForBackup` where the disk is full.
 */
export const takeSnapshot = (config: Config, wish: SnapshotWish): Promise<void> =>
  withinRoom({ folder: resolve(config.dataDir) }, () => writeSnapshot(config, wish));
