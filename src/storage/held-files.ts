import { copyFile, link, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** A second name for a file, so that it stays when it is deleted; a copy where the disk has no second names. */
export async function holdFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = codeOf(error);
    // Held before, or deleted since it was listed.
    if (code === "EEXIST" || code === "ENOENT") return;
    await copyFile(from, to).catch((copying: unknown) => {
      if (codeOf(copying) !== "ENOENT") throw copying;
    });
  }
}

/** Where a backup is made, in the data folder. */
export const WORKPLACE = "backup-parts";
/** The folder in which a backup holds files until it has a copy of the database; then it gets another name. */
export const HOLDING = "holding";

/**
 * Holds a file that is about to be deleted for a backup that is being made: it may have been written after it listed
 * the files, and the database that it copies may still refer to it.
 */
export async function holdBeforeDeletion(folder: string, key: string): Promise<void> {
  const hold = join(dirname(folder), WORKPLACE, HOLDING);
  const isMaking = await stat(hold).then(
    () => true,
    () => false,
  );
  if (!isMaking) return;
  const to = join(hold, key);
  await mkdir(dirname(to), { recursive: true });
  await holdFile(join(folder, key), to);
}
