import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { diskReasonOf, diskRefusal } from "../../db/local/disk-refusal.ts";
import { type Config, databasePath } from "../config/config.ts";
import { hasNoRoom } from "../storage/no-room.ts";
import { NoRoomForBackup } from "./cannot-back-up.ts";

const FREE_SOME = "Nothing is left of this backup: free some room there";

const sizeOf = async (path: string): Promise<number> => (existsSync(path) ? (await stat(path)).size : 0);

/** Throws `NoRoomForBackup` where a copy of the database would fill the disk, on which the service writes. */
export async function requireRoom(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  const path = databasePath(config);
  const [{ bavail, bsize }, size, logSize] = await Promise.all([
    statfs(config.dataDir),
    sizeOf(path),
    sizeOf(`${path}-wal`),
  ]);
  if (bavail * bsize > size + logSize) return;
  throw new NoRoomForBackup(
    `The disk of ${resolve(config.dataDir)} has ${bavail * bsize} bytes free, and a copy of the database needs ${size + logSize}. ${FREE_SOME}`,
  );
}

/** Whether a place took no more, be it a file, an entry of a folder, a database or an object. */
function isFull(error: unknown, folder: string): boolean {
  const reason = diskReasonOf(diskRefusal(error, join(folder, "catalogd.db")) ?? error);
  return hasNoRoom(error) || reason === "full" || reason === "quota";
}

/** Does what writes into a place; throws `NoRoomForBackup`, with the way out, where that has no room. */
export async function withinRoom<T>(
  { folder, otherwise = "" }: { folder: string; otherwise?: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof NoRoomForBackup || !isFull(error, folder)) throw error;
    throw new NoRoomForBackup(`There is no room left in ${folder}. ${FREE_SOME}${otherwise}`);
  }
}
