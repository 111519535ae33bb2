import { chmodSync, existsSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import process, { stdout } from "node:process";
import { checkDatabase, isDatabaseInUse, KNOWN_SCHEMA_VERSION } from "../../db/local/copy-database.ts";
import { type Config, databasePath } from "../config/config.ts";
import { controlPath, isAnswered } from "./control-client.ts";
import { columns } from "./print-table.ts";

/** What was typed after `catalogd doctor`. */
export interface DoctorFlags {
  full?: boolean;
  fix?: boolean;
  json?: boolean;
}

/** One result: an `error` must be mended, a `warning` should be. `fixed` was mended just now. */
interface Finding {
  check: string;
  status: "ok" | "warning" | "error" | "fixed";
  says: string;
}

interface Examined {
  config: Config;
  unknown: { name: string; meant: string | null }[];
  flags: DoctorFlags;
}

const FREE_BYTES_MIN = 1024 ** 3;
const GROUP_AND_EVERYBODY = 0o077;

const settings = ({ unknown }: Examined): Finding[] =>
  unknown.length === 0
    ? [{ check: "settings", status: "ok", says: "All settings are known" }]
    : unknown.map(({ name, meant }) => ({
        check: "settings",
        status: "warning",
        says: `There is no setting ${name}${meant === null ? "" : `: ${meant} may be meant`}`,
      }));

function rights({ config, flags }: Examined): Finding {
  const check = "rights";
  const mode = statSync(config.dataDir).mode;
  if (process.platform === "win32" || (mode & GROUP_AND_EVERYBODY) === 0) {
    return { check, status: "ok", says: "Only the owner can get into the data folder" };
  }
  const says = `Others than its owner can get into ${config.dataDir} (mode ${(mode & 0o777).toString(8)})`;
  if (!flags.fix) return { check, status: "warning", says: `${says}: --fix closes it` };
  chmodSync(config.dataDir, 0o700);
  return { check, status: "fixed", says: `${says}: closed` };
}

function key({ config }: Examined): Finding {
  if (config.secretKey !== undefined || existsSync(join(config.dataDir, "secret.key"))) {
    return { check: "key", status: "ok", says: "The key of stored secrets is there" };
  }
  const says = "secret.key is missing: put it back from a backup, or set CATALOGD_SECRET_KEY to what it held";
  return { check: "key", status: "error", says };
}

function disk({ config }: Examined): Finding {
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  const says = `${(free / FREE_BYTES_MIN).toFixed(1)} GiB are free on the disk of ${config.dataDir}`;
  return { check: "disk", status: free < FREE_BYTES_MIN ? "warning" : "ok", says };
}

function database({ config, flags }: Examined): Finding {
  const check = "database";
  const path = databasePath(config);
  if (config.databaseUrl !== undefined) return { check, status: "ok", says: "It is on a server, and not checked here" };
  if (!existsSync(path)) return { check, status: "error", says: `${path} is missing: restore a backup` };
  let facts: ReturnType<typeof checkDatabase>;
  try {
    facts = checkDatabase(path, { isFull: flags.full === true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check, status: "error", says: `${path} cannot be read (${reason}): restore a backup` };
  }
  const { fault, schemaVersion } = facts;
  if (fault !== undefined) return { check, status: "error", says: `${path} is damaged (${fault}): restore a backup` };
  if (schemaVersion > KNOWN_SCHEMA_VERSION) {
    const says = `It has schema version ${schemaVersion}, and this catalogd knows ${KNOWN_SCHEMA_VERSION}: start a newer one`;
    return { check, status: "error", says };
  }
  return { check, status: "ok", says: `It is whole, of schema version ${schemaVersion}` };
}

/** Copies that a killed backup left: they take room. */
function leftovers({ config, flags }: Examined): Finding {
  const check = "leftovers";
  const path = join(config.dataDir, "backup-parts");
  if (!existsSync(path)) return { check, status: "ok", says: "No backup left anything half-made" };
  // The lock of backups, under the name that they take.
  if (isDatabaseInUse(join(config.dataDir, "backup"))) return { check, status: "ok", says: "A backup is being made" };
  const says = `${path} is of a backup that was killed`;
  if (!flags.fix) return { check, status: "warning", says: `${says}: --fix removes it` };
  rmSync(path, { recursive: true });
  return { check, status: "fixed", says: `${says}: removed` };
}

async function service({ config }: Examined): Promise<Finding> {
  const isRunning = await isAnswered(controlPath(config));
  return { check: "service", status: "ok", says: isRunning ? "It runs and takes commands" : "It does not run" };
}

/**
 * `catalogd doctor`: prints what it finds, and returns 1 when something must be mended, else 0. Changes nothing without
 * `--fix`. It may run beside the service and without it.
 */
export async function examine(config: Config, unknown: Examined["unknown"], flags: DoctorFlags): Promise<number> {
  const examined = { config, unknown, flags };
  const isThere = existsSync(config.dataDir) && readdirSync(config.dataDir).length > 0;
  const none: Finding = { check: "folder", status: "error", says: `There is nothing in ${config.dataDir}` };
  const findings = isThere
    ? [
        ...settings(examined),
        rights(examined),
        key(examined),
        disk(examined),
        database(examined),
        leftovers(examined),
        await service(examined),
      ]
    : [...settings(examined), none];
  const isBad = findings.some(({ status }) => status === "error");
  const lines = columns(findings.map(({ status, check, says }) => [status, check, says]));
  stdout.write(flags.json ? `${JSON.stringify({ ok: !isBad, findings })}\n` : `${lines.join("\n")}\n`);
  return isBad ? 1 : 0;
}
