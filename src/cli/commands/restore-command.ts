import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { stdout } from "node:process";
import { DamagedBackup } from "../../backup/backup-archive.ts";
import { isObject } from "../../backup/backup-place.ts";
import { wordsAtRestore } from "../../backup/backup-words.ts";
import { CannotBackUp } from "../../backup/cannot-back-up.ts";
import { type Manifest, missingFrom } from "../../backup/manifest.ts";
import { openBackup } from "../../backup/open-backup.ts";
import { IncompleteBackup, NewerBackup } from "../../backup/read-backup.ts";
import { FolderTaken, restoreBackup, verifyBackup } from "../../backup/restore-backup.ts";
import type { Config } from "../../config/config.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";

/** What was typed after `catalogd restore`. */
export interface RestoreFlags {
  verify?: boolean;
  json?: boolean;
}

/** Each reason with its sentence and exit status. */
function refusalOf(error: unknown, path: string): unknown {
  if (error instanceof DamagedBackup) {
    return new CommandRefused(`${path} is damaged: ${error.message}. Take another backup`, EXIT.damaged);
  }
  if (error instanceof IncompleteBackup) {
    return new CommandRefused(`${path} is not complete: ${error.message}. Take another backup`, EXIT.incomplete);
  }
  if (error instanceof NewerBackup) {
    return new CommandRefused(`${path} is too new: ${error.message}. Restore it with that catalogd`, EXIT.newer);
  }
  if (error instanceof FolderTaken) {
    return new CommandRefused(error.message, error.isInUse ? EXIT.inUse : EXIT.notEmpty);
  }
  if (error instanceof CannotBackUp) return new CommandRefused(error.message, EXIT.usage);
  if (error instanceof Error && "code" in error && /^NoSuch/.test(String(error.code))) {
    return new CommandRefused(`There is no backup ${path}`, EXIT.noInput);
  }
  return error;
}

async function read(config: Config, path: string, verify: boolean): Promise<Manifest> {
  if (!isObject(path) && !existsSync(path)) throw new CommandRefused(`There is no backup ${path}`, EXIT.noInput);
  const source = await openBackup(config, path);
  return verify ? verifyBackup(source) : restoreBackup(source, config);
}

/** `catalogd restore`: puts a backup into an empty data folder, or only checks it. Throws `CommandRefused`. */
export async function restore(
  config: Config,
  path: string,
  { verify = false, json = false }: RestoreFlags,
): Promise<void> {
  const manifest = await read(config, path, verify).catch((error: unknown) => {
    throw refusalOf(error, path);
  });
  const notes = wordsAtRestore(missingFrom(manifest));
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  const what = `made at ${manifest.made_at} by catalogd ${manifest.program_version}, ${rows} rows, ${manifest.files.count} files`;
  const done = verify ? `${path} is whole: ${what}` : `Restored into ${resolve(config.dataDir)}: ${what}`;
  stdout.write(json ? `${JSON.stringify({ ok: true, notes, manifest })}\n` : `${[done, ...notes].join("\n")}\n`);
}
