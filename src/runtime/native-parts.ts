import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { nativeFolder, setNativeFolder } from "../config/environment.ts";
import { CannotStart } from "./cannot-start.ts";
import { EMBEDDED_PARTS } from "./embedded-parts.ts";

const OWNER_ONLY = 0o700;

/** Copies an addon into a folder unless it is there. Its name holds a hash of its content. */
function unpack(embedded: string, folder: string): string {
  const path = join(folder, basename(embedded));
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  // Two threads may do this at once: each has a whole file when it gives it its name.
  const half = join(folder, `.${crypto.randomUUID()}`);
  try {
    writeFileSync(half, readFileSync(embedded), { mode: OWNER_ONLY });
    renameSync(half, path);
  } finally {
    rmSync(half, { force: true });
  }
  return path;
}

function loadFrom(folder: string, embedded: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, unpack(embedded, folder));
  return module.exports;
}

/** Loads an addon that is embedded in the binary: the system loads programs from files only. */
export function loadNativePart(name: string): unknown {
  const embedded = EMBEDDED_PARTS[name];
  const folder = nativeFolder();
  if (embedded === undefined || folder === undefined) throw new Error(`There is no native part "${name}"`);
  return loadFrom(folder, embedded);
}

/** A folder of this process alone, which goes with it: what lies in a shared one may be somebody else's program. */
function newTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-native-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Takes the first folder that the parts can be loaded from. Throws `CannotStart` when none is. */
function useFirst(beside: string, probe: string, folders: readonly (() => string)[]): void {
  const refusals: string[] = [];
  for (const open of folders) {
    try {
      const folder = open();
      loadFrom(folder, probe);
      setNativeFolder(folder);
      return;
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new CannotStart(
    `Cannot load the native parts of the program, neither from ${beside} (${refusals[0]}) nor from ${tmpdir()} ` +
      `(${refusals.at(-1)}). Mount one of the two writable and without "noexec", or set TMPDIR to such a folder.`,
  );
}

/**
 * Decides where the native parts of the binary are unpacked, once: into `native` of the data folder, or into a temporary
 * folder where that cannot be written or executed. `noteUnpacking` is called before it takes a while. Throws `CannotStart`
 * when neither can.
 */
export function openNativeFolder(dataDir: string, noteUnpacking: () => void): void {
  const [probe] = Object.values(EMBEDDED_PARTS);
  if (probe === undefined) return;
  const beside = resolve(dataDir, "native");
  if (!existsSync(join(beside, basename(probe)))) noteUnpacking();
  useFirst(beside, probe, [() => beside, newTemporaryFolder]);
}

/** The same for a command that leaves the data folder as it is: what is unpacked there, else a temporary folder. */
export function borrowNativeFolder(dataDir: string): void {
  const parts = Object.values(EMBEDDED_PARTS);
  const [probe] = parts;
  if (probe === undefined) return;
  const beside = resolve(dataDir, "native");
  const isThere = parts.every((part) => existsSync(join(beside, basename(part))));
  useFirst(beside, probe, [...(isThere ? [() => beside] : []), newTemporaryFolder]);
}

/** Removes the parts of other releases from the data folder. */
export function removeOldParts(dataDir: string): void {
  const folder = resolve(dataDir, "native");
  const current = new Set(Object.values(EMBEDDED_PARTS).map((each) => basename(each)));
  if (current.size === 0 || nativeFolder() !== folder) return;
  for (const name of readdirSync(folder)) {
    // On a disk that takes no writes nothing can be removed, and nothing has to be.
    if (!current.has(name)) rmSync(join(folder, name), { force: true, maxRetries: 0 });
  }
}
