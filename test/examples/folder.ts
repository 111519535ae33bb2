import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A folder that goes when the script ends. */
export function temporaryFolderOfScript(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `catalogd-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
