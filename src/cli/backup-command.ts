import { join } from "node:path";
import { stdout } from "node:process";
import { CannotBackUp, takeBackup } from "../backup/take-backup.ts";
import type { Config } from "../config/config.ts";
import { CommandRefused } from "./control-client.ts";
import { VERSION } from "./version.ts";

/** What was typed after `catalogd backup`. */
export interface BackupFlags {
  to?: string;
  withKey?: boolean;
  json?: boolean;
}

const NO_KEY =
  "Without secret.key the stored passwords and keys of other services cannot be read again: keep a copy of it elsewhere, or " +
  "add --with-key and guard the backup as you guard the key.";
const NO_FILES = "The files are in the S3 bucket and not in this backup: have the bucket keep versions, or copy it.";

/**
 * `catalogd backup`: a backup of the data folder, made by this process beside the service, which goes on. Throws
 * `CommandRefused`.
 */
export async function backUp(config: Config, { to, withKey = false, json = false }: BackupFlags): Promise<void> {
  if (to !== undefined && /^[a-z0-9]+:\/\//i.test(to)) {
    throw new CommandRefused(`--to ${to}: name a folder; addresses of object stores are not taken yet`);
  }
  const folder = to ?? join(config.dataDir, "backups");
  const wish = { to: folder, withKey, programVersion: VERSION, nowMs: Date.now() };
  const { path, sizeBytes, manifest } = await takeBackup(config, wish).catch((error: unknown) => {
    throw error instanceof CannotBackUp ? new CommandRefused(error.message) : error;
  });
  const notes = [...(withKey ? [] : [NO_KEY]), ...(manifest.files.store === "s3" ? [NO_FILES] : [])];
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  const lines = [
    path,
    `${rows} rows, ${manifest.files.count} files, ${sizeBytes} bytes, made at ${manifest.made_at}`,
    ...notes,
  ];
  stdout.write(
    json ? `${JSON.stringify({ path, size_bytes: sizeBytes, notes, manifest })}\n` : `${lines.join("\n")}\n`,
  );
}
