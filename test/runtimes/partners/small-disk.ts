import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./daemon.ts";

const FILLED_AT_ONCE = 1024 * 1024;

/** Mounts a disk in memory on a folder, for this user; returns how to take it away. */
export function mountSmallDisk(folder: string, size: string, owner: string): () => void {
  run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);
  run("chown", owner, folder);
  return () => void run("umount", "--lazy", folder);
}

/** Writes into a folder until its disk has this much room left; returns how to free it again. */
export function fillDisk(folder: string, leftBytes = 0): () => void {
  const file = join(folder, ".filler");
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  try {
    for (let more = freeBytes() - leftBytes; more > 0; more = freeBytes() - leftBytes) {
      writeFileSync(file, new Uint8Array(Math.min(more, FILLED_AT_ONCE)), { flag: "a" });
    }
  } catch {
    // It is full.
  }
  return () => rmSync(file);
}
