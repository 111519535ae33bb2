import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { databasePath } from "../../config/config.ts";
import { counted, type Examined, type Finding } from "./finding.ts";

const check = "rights";
const GROUP_AND_EVERYBODY = 0o077;
const OTHERS_WRITE = 0o022;
const OTHERS_ENTER = 0o011;
const KEY_FILE = "secret.key";

/** The data folder itself, or a file in it. */
interface Entry {
  name: string;
  path: string;
  mode: number;
  owner: number;
  isFolder: boolean;
}

const entryOf = (name: string, path: string, isFolder: boolean): Entry => {
  const { mode, uid } = statSync(path);
  return { name, path, mode: mode & 0o777, owner: uid, isFolder };
};

/** The data folder and the files that lie in it; folders inside cannot be reached where it is closed. */
function listEntries(dataDir: string): [folder: Entry, ...files: Entry[]] {
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((each) => each.isFile());
  return [entryOf(dataDir, dataDir, true), ...files.map(({ name }) => entryOf(name, join(dataDir, name), false))];
}

/** "secret.key (mode 644) and 2 files more" */
function named([first, ...others]: readonly Entry[]): string {
  const shown = `${first?.name} (mode ${first?.mode.toString(8)})`;
  return others.length === 0 ? shown : `${shown} and ${counted(others.length, "file")} more`;
}

/** Whether somebody else can write there or read the key now: a closed folder keeps them from its files. */
function isExposed([folder, ...files]: readonly Entry[]): boolean {
  if (folder === undefined || (folder.mode & GROUP_AND_EVERYBODY) === 0) return false;
  const isReached = (folder.mode & OTHERS_ENTER) !== 0;
  const reached = isReached
    ? files.filter(({ name, mode }) => name === KEY_FILE && (mode & GROUP_AND_EVERYBODY) !== 0)
    : [];
  return (folder.mode & OTHERS_WRITE) !== 0 || reached.length > 0;
}

/** Tries to mend each; answers why the first that could not be mended was not. */
function mend(entries: readonly Entry[], change: (entry: Entry) => void): string | undefined {
  for (const entry of entries) {
    try {
      change(entry);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return undefined;
}

const outcome = (says: string, fault: string | undefined, { done, by }: { done: string; by: string }): Finding =>
  fault === undefined
    ? { check, status: "fixed", says: `${says}: ${done}` }
    : { check, status: "warning", says: `${says}, and that cannot be changed (${fault}): ${by}` };

/** Files that another user has than the database's owner, such as what root left there: the service may not write them. */
function checkOwners([folder, ...files]: [Entry, ...Entry[]], { config, flags }: Examined): Finding | undefined {
  // The folder itself may be somebody else's, as the volumes of some container platforms are.
  const { owner, path: model } = files.find(({ name }) => name === basename(databasePath(config))) ?? folder;
  const foreign = files.filter((each) => each.owner !== owner);
  const [first] = foreign;
  if (first === undefined) return undefined;
  const says = `${named(foreign)} belongs to user ${first.owner}, the database to user ${owner}`;
  const by = `run "chown -R ${owner} ${config.dataDir}" as root`;
  if (!flags.fix) return { check, status: "warning", says: `${says}, who runs catalogd: --fix as root mends it` };
  const group = statSync(model).gid;
  const fault = mend(foreign, ({ path }) => chownSync(path, owner, group));
  return outcome(says, fault, { done: "given to that user", by });
}

/** Who besides its owner can get into the data folder, or at a file in it. */
export function checkRights(examined: Examined): Finding {
  const { config, flags } = examined;
  const fine: Finding = { check, status: "ok", says: "Only the owner can get into the data folder and at its files" };
  if (process.platform === "win32") return fine;
  const entries = listEntries(config.dataDir);
  const open = entries.filter(({ mode }) => (mode & GROUP_AND_EVERYBODY) !== 0);
  if (open.length === 0) return checkOwners(entries, examined) ?? fine;
  const says = `Others than the owner have rights to ${named(open)}`;
  if (!flags.fix) return { check, status: isExposed(entries) ? "error" : "warning", says: `${says}: --fix closes it` };
  const fault = mend(open, ({ path, isFolder }) => chmodSync(path, isFolder ? 0o700 : 0o600));
  return outcome(says, fault, { done: "closed", by: `run this as user ${entries[0].owner}` });
}
