import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { NoRoom } from "../migrate.ts";
import { copyDatabase } from "./copy-database.ts";

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
export function copyBeforeUpgrade(path: string, { from, to }: { from: number; to: number }): string {
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
