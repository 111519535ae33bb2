import { existsSync, statSync } from "node:fs";
import { readerOf } from "../../../db/handle.ts";
import { openConnection } from "../../../db/local/connection.ts";
import { databasePath } from "../../config/config.ts";
import { attempt, checkClock, checkCounts, checkFile, checkJobs } from "./database-checks.ts";
import type { Finding, Read } from "./finding.ts";
import { checkDisk, checkKey, checkLeftovers } from "./folder-checks.ts";
import { checkIndex } from "./index-check.ts";
import { checkRights } from "./rights-check.ts";
import { checkServers } from "./server-checks.ts";

/** A file of this size is read through in about a second. */
const READ_THROUGH_MAX = 256 * 1024 * 1024;

/** What reads all of the database; nothing when that takes long. */
async function findInContent(read: Read): Promise<Finding[]> {
  const path = databasePath(read.config);
  if (read.config.databaseUrl !== undefined) return [await attempt("index", () => checkIndex(read))];
  if (!existsSync(path) || statSync(path).size > READ_THROUGH_MAX) return [];
  const connection = openConnection(path, "reader");
  try {
    const own = { ...read, reader: (tenantId: string) => readerOf(connection, tenantId) };
    return [
      checkFile(read),
      await attempt("counts", () => checkCounts(own)),
      await attempt("index", () => checkIndex(own)),
    ];
  } finally {
    connection.close();
  }
}

/** What `catalogd doctor` finds in some seconds; it changes nothing. Beside the service: for a thread that answers no requests. */
export async function findQuickly(read: Read): Promise<Finding[]> {
  return [
    checkRights(read),
    checkKey(read),
    await attempt("disk", () => checkDisk(read)),
    await attempt("jobs", () => checkJobs(read)),
    await attempt("clock", () => checkClock(read)),
    checkLeftovers(read),
    ...(await findInContent(read)),
    ...(await checkServers(read.config)),
  ];
}
