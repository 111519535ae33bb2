import { existsSync, readdirSync } from "node:fs";
import { stdout } from "node:process";
import { findEngineVersion } from "../../../db/doctor/examined-state.ts";
import { readerOf } from "../../../db/handle.ts";
import { openConnection } from "../../../db/local/connection.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { openExamining } from "../../../db/remote/examine-server.ts";
import { type Config, databasePath } from "../../config/config.ts";
import { controlPath, isAnswered } from "../control/control-client.ts";
import { columns } from "../print-table.ts";
import { versionLine } from "../version.ts";
import { attempt, checkAudit, checkClock, checkCounts, checkFile, checkJobs } from "./database-checks.ts";
import { checkFiles } from "./file-checks.ts";
import { type DoctorFlags, type Examined, type Finding, notChecked, type Read } from "./finding.ts";
import { checkDisk, checkKey, checkLeftovers, checkSettings } from "./folder-checks.ts";
import { checkIndex } from "./index-check.ts";
import { checkRights } from "./rights-check.ts";
import { checkServers } from "./server-checks.ts";

async function checkVersions({ reader }: Read): Promise<Finding> {
  const engine = await findEngineVersion(reader(EVERY_TENANT));
  return { check: "versions", status: "ok", says: `${versionLine()}, SQLite ${engine}` };
}

/** What the rows say, of a database that can be read and has this program's schema. */
async function examineRows(read: Read): Promise<Finding[]> {
  return [
    await attempt("versions", () => checkVersions(read)),
    await attempt("counts", () => checkCounts(read)),
    await attempt("index", () => checkIndex(read)),
    ...(await checkFiles(read).catch((error: unknown) => [notChecked("files", error)])),
    await attempt("jobs", () => checkJobs(read)),
    await attempt("clock", () => checkClock(read)),
    ...(read.flags.full ? [await attempt("audit", () => checkAudit(read))] : []),
  ];
}

/** Opens the database that the settings name, to be read only, and examines its rows. */
async function examineContent(examined: Examined): Promise<Finding[]> {
  const { config } = examined;
  if (config.databaseUrl !== undefined) {
    return examineRows({ ...examined, reader: openExamining(config.databaseUrl, config.databaseToken) });
  }
  const connection = openConnection(databasePath(config), "reader");
  try {
    return await examineRows({ ...examined, reader: (tenantId) => readerOf(connection, tenantId) });
  } finally {
    connection.close();
  }
}

/** Makes every check that can be made. */
export async function examineAll(examined: Examined): Promise<Finding[]> {
  const { config, isRunning } = examined;
  const isThere = existsSync(config.dataDir) && readdirSync(config.dataDir).length > 0;
  const none: Finding = { check: "folder", status: "error", says: `There is nothing in ${config.dataDir}` };
  if (!isThere) return [...checkSettings(examined), none, ...(await checkServers(config))];
  const file = checkFile(examined);
  const servers = await checkServers(config);
  const isAway = servers.some(({ check, status }) => check === "database server" && status === "error");
  return [
    ...checkSettings(examined),
    checkRights(examined),
    checkKey(examined),
    await checkDisk(examined),
    file,
    ...(file.status === "ok" && !isAway ? await examineContent(examined) : []),
    checkLeftovers(examined),
    ...servers,
    { check: "service", status: "ok", says: isRunning ? "It runs and takes commands" : "It does not run" },
  ];
}

/**
 * `catalogd doctor`: prints what it finds, and returns 1 when something must be mended, else 0. Changes nothing without
 * `--fix`. It may run beside the service and without it.
 */
export async function examine(config: Config, unknown: Examined["unknown"], flags: DoctorFlags): Promise<number> {
  const isRunning = await isAnswered(controlPath(config));
  const findings = await examineAll({ config, unknown, flags, isRunning, nowMs: Date.now() });
  const isBad = findings.some(({ status }) => status === "error");
  const lines = columns(findings.map(({ status, check, says }) => [status, check, says]));
  stdout.write(flags.json ? `${JSON.stringify({ ok: !isBad, findings })}\n` : `${lines.join("\n")}\n`);
  return isBad ? 1 : 0;
}
