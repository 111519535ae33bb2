import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { holdFile } from "../storage/held-files.ts";

/** A file that is being written. */
const PART = ".part";

/** The keys of all files below a folder, folder by folder. None when there is no such folder. */
export async function* keysIn(folder: string, under = ""): AsyncGenerator<string> {
  const entries = await readdir(join(folder, under), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const key = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) yield* keysIn(folder, key);
    else if (entry.isFile() && !key.endsWith(PART)) yield key;
  }
}

/**
 * Holds what is in the folder of files now in another one on the same disk. Files are written whole and never changed, so a
 * second name is as good as a copy.
 */
export async function holdFiles(folder: string, held: string): Promise<void> {
  let made = "";
  for await (const key of keysIn(folder)) {
    const to = join(held, key);
    if (dirname(to) !== made) await mkdir(dirname(to), { recursive: true });
    made = dirname(to);
    await holdFile(join(folder, key), to);
  }
}

/** How many files there are below a folder, and of which size together. */
export async function measureFiles(folder: string): Promise<{ count: number; size_bytes: number }> {
  const total = { count: 0, size_bytes: 0 };
  for await (const key of keysIn(folder)) {
    total.count++;
    total.size_bytes += (await stat(join(folder, key))).size;
  }
  return total;
}
