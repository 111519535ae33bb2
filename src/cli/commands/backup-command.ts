import { stdout } from "node:process";
import { placeOf } from "../../backup/backup-place.ts";
import { wordsAtBackup } from "../../backup/backup-words.ts";
import { CannotBackUp } from "../../backup/cannot-back-up.ts";
import { missingFrom } from "../../backup/manifest.ts";
import { takeBackup } from "../../backup/take-backup.ts";
import type { Config } from "../../config/config.ts";
import { newId } from "../../runtime/new-id.ts";
import { CommandRefused } from "../control/control-client.ts";
import { VERSION } from "../version.ts";

/** What was typed after `catalogd backup`. */
export interface BackupFlags {
  to?: string;
  withKey?: boolean;
  json?: boolean;
}

const refused = (error: unknown): never => {
  throw error instanceof CannotBackUp ? new CommandRefused(error.message) : error;
};

/**
 * `catalogd backup`: a backup of the data folder, made by this process beside the service, which goes on. Throws
 * `CommandRefused`.
 */
export async function backUp(config: Config, { to, withKey = false, json = false }: BackupFlags): Promise<void> {
  const place = to ?? placeOf(config);
  const wish = { id: newId(), to: place, withKey, programVersion: VERSION, nowMs: Date.now() };
  const keep = place === placeOf(config) ? config.backupKeep : undefined;
  const { record, manifest } = await takeBackup(config, { ...wish, keep, trigger: "command" }).catch(refused);
  const notes = wordsAtBackup(missingFrom(manifest));
  const lines = [
    record.location,
    `${record.rows} rows, ${manifest.files.count} files, ${record.size_bytes} bytes, made at ${manifest.made_at}`,
    ...notes,
  ];
  const { location: path, size_bytes, sha256 } = record;
  const body = { id: record.id, path, size_bytes, sha256, notes, manifest };
  stdout.write(json ? `${JSON.stringify(body)}\n` : `${lines.join("\n")}\n`);
}
