import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDatabaseInUse } from "../../../db/local/copy-database.ts";
import { findSpace } from "../../storage/free-space.ts";
import type { Examined, Finding } from "./finding.ts";

const GIB = 1024 ** 3;

/** Names of settings that do not exist. */
export const checkSettings = ({ unknown }: Examined): Finding[] =>
  unknown.length === 0
    ? [{ check: "settings", status: "ok", says: "All settings are known" }]
    : unknown.map(({ name, meant }) => ({
        check: "settings",
        status: "warning",
        says: `There is no setting ${name}${meant === null ? "" : `: ${meant} may be meant`}`,
      }));

/** The key of stored secrets. */
export function checkKey({ config }: Examined): Finding {
  if (config.secretKey !== undefined || existsSync(join(config.dataDir, "secret.key"))) {
    return { check: "key", status: "ok", says: "The key of stored secrets is there" };
  }
  const says = "secret.key is missing: put it back from a backup, or set CATALOGD_SECRET_KEY to what it held";
  return { check: "key", status: "error", says };
}

/** Whether the disk has the room that the settings ask for. */
export async function checkDisk({ config }: Examined): Promise<Finding> {
  const { freeBytes, isShort } = await findSpace(config);
  const says = `${(freeBytes / GIB).toFixed(1)} GiB are free on the disk of ${config.dataDir}`;
  if (!isShort) return { check: "disk", status: "ok", says };
  const least = "less than CATALOGD_MIN_FREE_MIB and CATALOGD_MIN_FREE_PERCENT ask for, so uploads are refused";
  return { check: "disk", status: "warning", says: `${says}: ${least}` };
}

/** Copies that a killed backup left: they take room. */
export function checkLeftovers({ config, flags }: Examined): Finding {
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
