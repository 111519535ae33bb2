import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { databasePath } from "../../config/config.ts";
import { CannotStart } from "../../runtime/cannot-start.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** What takes every right from the group and from everybody else. */
const UMASK = 0o077;
const EVERYBODY = 0o007;
const GROUP_AND_EVERYBODY = 0o077;

/** Takes the rights of others away where this process may; returns the mode afterwards. */
function tighten(path: string, mode: number): number {
  try {
    if ((statSync(path).mode & GROUP_AND_EVERYBODY) !== 0) chmodSync(path, mode);
  } catch {
    // Another user's file, or a file system without rights: the caller looks at what is left.
  }
  return statSync(path).mode;
}

/** Throws `CannotStart` when the folder cannot be made. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(
      `Cannot make the data folder ${path}: ${reason}. Set another one with --data-dir (CATALOGD_DATA_DIR).`,
    );
  }
}

/**
 * Throws `CannotStart` for a folder of another user that this one may not use. A database that can only be read is served
 * all the same, and so is one on a disk that takes no writes now.
 */
function requireUsable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    if (!existsSync(databasePath({ dataDir: path }))) accessSync(path, constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) return;
    const user = process.getuid?.() ?? "that runs catalogd";
    throw new CannotStart(
      `The data folder ${path} belongs to another user, and this one (${user}) may not write there. Run "chown -R ${user} ${path}" ` +
        "as root, start catalogd as its owner, or set another folder with --data-dir (CATALOGD_DATA_DIR).",
    );
  }
}

/**
 * Makes the data folder, and sees to it that only this user gets into it: it holds personal data, password hashes and
 * `secret.key`. What the process writes from now on belongs to its owner alone, in every folder. A folder that belongs to
 * somebody else may be open to its group, as the volumes of some container platforms are, never to everybody. Throws
 * `CannotStart` for one that stays open to everybody.
 */
export function openPrivateFolder(path: string): void {
  makeFolder(path);
  // Windows has other rights than these.
  if (process.platform === "win32") return;
  process.umask(UMASK);
  const mode = tighten(path, OWNER_ONLY_FOLDER);
  if ((mode & EVERYBODY) !== 0) {
    const shown = (mode & 0o777).toString(8);
    throw new CannotStart(
      `Every user of this machine can get into the data folder ${path} (mode ${shown}), and it cannot be closed to them. ` +
        `Run "chmod 700 ${path}" as its owner, or set CATALOGD_DATA_DIR to a folder inside it, which is then made private.`,
    );
  }
  requireUsable(path);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) tighten(join(path, entry.name), OWNER_ONLY_FILE);
  }
}
