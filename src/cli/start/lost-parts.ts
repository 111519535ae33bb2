import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInhabited } from "../../../db/auth/lookup.ts";
import type { Reader } from "../../../db/ports.ts";
import { listAllSecrets } from "../../../db/secrets/secrets.ts";
import { type Config, databasePath, filesPath } from "../../config/config.ts";
import { CannotStart } from "../../runtime/cannot-start.ts";

const keyPathOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "secret.key");

/** Where a database file says which schema it has. Source: https://sqlite.org/fileformat2.html, 1.3 */
const VERSION_AT = 60;

/** Whether a database file is missing, or nothing was ever stored in it. */
function isEmptyDatabase(path: string): boolean {
  if (!existsSync(path)) return true;
  const version = new DataView(new ArrayBuffer(4));
  const file = openSync(path, "r");
  try {
    if (readSync(file, version, 0, 4, VERSION_AT) < 4) return true;
  } finally {
    closeSync(file);
  }
  // What was stored last may be in the log only.
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
  return version.getUint32(0) === 0 && !hasLog;
}

const holdsFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/**
 * Throws `CannotStart` for a folder of a former instance without its database: what would start is a new, empty instance
 * that was not intended. A database on a server is no part of the folder.
 */
export function refuseLostDatabase(config: Config): void {
  if (config.databaseUrl !== undefined || !isEmptyDatabase(databasePath(config))) return;
  const left = [
    ...(existsSync(keyPathOf(config)) ? [keyPathOf(config)] : []),
    ...(holdsFiles(filesPath(config)) ? [filesPath(config)] : []),
  ];
  if (left.length === 0) return;
  throw new CannotStart(
    `${databasePath(config)} is missing or empty, but ${left.join(" and ")} of a former instance are there. Put its ` +
      "database back from a backup. For a new instance set CATALOGD_DATA_DIR to an empty folder, or move these away first; " +
      "for a database on a server set CATALOGD_DATABASE_URL",
  );
}

/** Whether the key of stored secrets is to be found in the folder, and is not. */
export const lacksSecretKey = (config: Config): boolean =>
  config.secretKey === undefined && !existsSync(keyPathOf(config));

/**
 * Throws `CannotStart` when a key was just made for a database that needs another: a file in use, or one on a server that
 * holds secrets. Takes that key away again.
 */
export async function refuseLostKey(config: Config, db: Reader): Promise<void> {
  const first = { tenantId: "", place: "", field: "" };
  const isUsed =
    config.databaseUrl === undefined
      ? await isInhabited(db)
      : (await listAllSecrets(db, { after: first, limit: 1 })).length > 0;
  if (!isUsed) return;
  rmSync(keyPathOf(config), { force: true });
  throw new CannotStart(
    `The database was used with a secret key, but ${keyPathOf(config)} is not there. Put that file back from a backup, or ` +
      "set CATALOGD_SECRET_KEY to what it held. Without it stored passwords and keys of other services cannot be read: to " +
      "give them up and set them anew, set CATALOGD_SECRET_KEY to a new one (openssl rand -base64 32)",
  );
}
