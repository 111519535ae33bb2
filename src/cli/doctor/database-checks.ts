import { existsSync } from "node:fs";
import { listAuditedTenants } from "../../../db/audit/audited-tenants.ts";
import { findJobOddities, findNewestMs } from "../../../db/doctor/examined-state.ts";
import { listWrongCounts, recount } from "../../../db/doctor/kept-counts.ts";
import { openConnection } from "../../../db/local/connection.ts";
import { checkDatabase, KNOWN_SCHEMA_VERSION } from "../../../db/local/copy-database.ts";
import { InstanceLocked, lockInstance } from "../../../db/local/instance-lock.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { verifyChain } from "../../audit/verify-chain.ts";
import { databasePath } from "../../config/config.ts";
import { counted, type Examined, type Finding, notChecked, type Read } from "./finding.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const AUDITED_MAX = 10_000;

/** What SQLite itself says of a file, and of its version. */
export function checkFile({ config, flags }: Examined): Finding {
  const check = "database";
  const path = databasePath(config);
  if (config.databaseUrl !== undefined)
    return { check, status: "ok", says: "It is on a server, which checks its file" };
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
  if (schemaVersion < KNOWN_SCHEMA_VERSION) {
    const says = `It has schema version ${schemaVersion}, which the next start brings to ${KNOWN_SCHEMA_VERSION}`;
    return { check, status: "warning", says };
  }
  return { check, status: "ok", says: `It is whole, of schema version ${schemaVersion}` };
}

/** Recounts while no service runs on the file; throws `InstanceLocked` when one does. */
function recountFile(path: string): void {
  const unlock = lockInstance(path);
  try {
    const connection = openConnection(path, "writer");
    try {
      recount(connection);
      connection.exec("pragma wal_checkpoint(truncate)");
    } finally {
      connection.close();
    }
  } finally {
    unlock();
  }
}

/** Counts that are kept beside the rows they count. */
export async function checkCounts({ config, flags, reader }: Read): Promise<Finding> {
  const check = "counts";
  const wrong = await listWrongCounts(reader(EVERY_TENANT));
  const [first] = wrong;
  if (first === undefined) return { check, status: "ok", says: "Kept counts are what is counted" };
  const { name, tenantId, kept } = first;
  const says = `${counted(wrong.length, "kept count")} wrong, for one ${name} (tenant ${tenantId}: ${kept} instead of ${first.counted})`;
  const isFile = config.databaseUrl === undefined;
  if (!flags.fix || !isFile) {
    return { check, status: "warning", says: isFile ? `${says}: stop the service, then --fix recounts` : says };
  }
  try {
    recountFile(databasePath(config));
    return { check, status: "fixed", says: `${says}: recounted` };
  } catch (error) {
    if (!(error instanceof InstanceLocked)) throw error;
    return { check, status: "warning", says: `${says}: stop the service first, then --fix recounts` };
  }
}

/** Jobs that do not come further. */
export async function checkJobs({ isRunning, nowMs, reader }: Read): Promise<Finding> {
  const check = "jobs";
  const limits = { nowMs, waitedMs: HOUR_MS, silentMs: 10 * MINUTE_MS };
  const { waiting, silent, failed } = await findJobOddities(reader(EVERY_TENANT), limits);
  const said = failed === 0 ? "none failed in the last day" : `${failed} failed in the last day`;
  if (!isRunning) return { check, status: "ok", says: `No service runs; ${said}` };
  const stuck = [
    ...(waiting > 0 ? [`${waiting} wait for more than an hour`] : []),
    ...(silent > 0 ? [`${silent} run without a sign of life`] : []),
  ];
  if (stuck.length === 0) return { check, status: "ok", says: `None is stuck, ${said}` };
  return { check, status: "warning", says: `${stuck.join(", ")}, ${said}: see the log, and restart the service` };
}

/** Whether the clock was set back behind what is written. */
export async function checkClock({ nowMs, reader }: Read): Promise<Finding> {
  const check = "clock";
  const newestMs = await findNewestMs(reader(EVERY_TENANT));
  const aheadMs = (newestMs ?? 0) - nowMs;
  if (aheadMs < MINUTE_MS) return { check, status: "ok", says: `It is ${new Date(nowMs).toISOString()}` };
  const says = `It is ${new Date(nowMs).toISOString()}, and the newest rows are of ${Math.round(aheadMs / MINUTE_MS)} minutes later: set the clock by NTP`;
  return { check, status: "warning", says };
}

/** The hash chain of every tenant's audit log. */
export async function checkAudit({ reader }: Read): Promise<Finding> {
  const check = "audit";
  let entries = 0;
  for (const tenantId of await listAuditedTenants(reader(EVERY_TENANT), { after: "", limit: AUDITED_MAX })) {
    const chain = await verifyChain(reader(tenantId));
    entries += chain.entries;
    if (chain.brokenAt === null) continue;
    const says = `Entry ${chain.brokenAt} of the audit log of tenant ${tenantId} was changed or removed: compare a backup`;
    return { check, status: "error", says };
  }
  return { check, status: "ok", says: `${entries} entries of the audit log are as they were written` };
}

/** Runs a check that may fail for reasons of its own. */
export const attempt = (check: string, run: () => Promise<Finding>): Promise<Finding> =>
  run().catch((error: unknown) => notChecked(check, error));
