import { accessSync, constants, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTemporaryFolder } from "../../config/environment.ts";

/** Parts of files wait in the folder for temporary files; where that cannot be written, in `tmp` of the data folder. */
export function openTemporaryFolder(dataDir: string): void {
  try {
    accessSync(tmpdir(), constants.W_OK);
  } catch {
    const folder = resolve(dataDir, "tmp");
    // On a disk that takes no writes nothing is imported either.
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      setTemporaryFolder(folder);
    } catch {
      return;
    }
  }
}
