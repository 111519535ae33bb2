import { existsSync } from "node:fs";
import { findIndexDifference } from "../../../db/doctor/examined-state.ts";
import { readerOf } from "../../../db/handle.ts";
import { checkDatabase } from "../../../db/local/copy-database.ts";
import { openFileReader } from "../../../db/local/frozen-reader.ts";
import { liveIndexPath, setAside } from "../../../db/local/index-path.ts";
import { InstanceLocked, lockInstance } from "../../../db/local/instance-lock.ts";
import { EVERY_TENANT, type Reader } from "../../../db/ports.ts";
import { findOldestUnseen } from "../../../search/follower-state.ts";
import { findOldestUnindexed } from "../../../search/libsql/index-state.ts";
import { databasePath } from "../../config/config.ts";
import type { Examined, Finding, Read } from "./finding.ts";

const check = "index";
const BEHIND_MAX_MS = 60_000;

/** What is wrong with the index file itself; `undefined` when SQLite finds it whole. */
function faultOf(path: string, isFull: boolean): string | undefined {
  try {
    return checkDatabase(path, { isFull }).fault;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Sets the index aside, for the next start to make it again; throws `InstanceLocked` when a service has it. */
function makeAgain(database: string, index: string, nowMs: number): string {
  const unlock = lockInstance(database);
  try {
    return setAside(database, index, nowMs);
  } finally {
    unlock();
  }
}

function mend({ config, flags, nowMs }: Examined, index: string, says: string): Finding {
  if (!flags.fix) return { check, status: "warning", says: `${says}: stop the service, then --fix has it made again` };
  try {
    const aside = makeAgain(databasePath(config), index, nowMs);
    return { check, status: "fixed", says: `${says}: set aside as ${aside}, and made again at the next start` };
  } catch (error) {
    if (!(error instanceof InstanceLocked)) throw error;
    return { check, status: "warning", says: `${says}: stop the service first, then --fix has it made again` };
  }
}

/** How the index differs from the products; `undefined` when it does not. */
async function differenceOf(db: Reader, isRunning: boolean): Promise<{ says: string; isWrong: boolean }> {
  if ((await findOldestUnindexed(db)) !== null) {
    const says = isRunning ? "It is being filled" : "It is behind, and is filled when the service runs";
    return { says, isWrong: false };
  }
  const { missing, left } = await findIndexDifference(db);
  if (missing + left === 0) return { says: "It is whole and has every product", isWrong: false };
  return { says: `It lacks ${missing} products and has ${left} that are gone`, isWrong: true };
}

/** The search index in its file: whole, and what the products are. */
async function checkIndexFile(examined: Examined): Promise<Finding> {
  const path = databasePath(examined.config);
  const index = liveIndexPath(path);
  if (!existsSync(index)) return { check, status: "ok", says: "There is none: the next start makes it" };
  const fault = faultOf(index, examined.flags.full === true);
  if (fault !== undefined) return mend(examined, index, `${index} is damaged (${fault})`);
  const { connection } = openFileReader(path);
  const { says, isWrong } = await differenceOf(readerOf(connection, EVERY_TENANT), examined.isRunning).finally(() =>
    connection.close(),
  );
  return isWrong ? mend(examined, index, says) : { check, status: "ok", says };
}

/** The search index of a server: how far it is behind. The service itself compares counts, and rebuilds what differs. */
async function checkRemoteIndex({ config, isRunning, nowMs, reader }: Read): Promise<Finding> {
  const db = reader(EVERY_TENANT);
  const isOther = config.meilisearchUrl !== undefined;
  const oldestUs = await (isOther ? findOldestUnseen(db, "remote") : findOldestUnindexed(db));
  const behindMs = oldestUs === null ? 0 : nowMs - oldestUs / 1_000;
  if (behindMs < BEHIND_MAX_MS) return { check, status: "ok", says: "It follows the products" };
  const says = `It is ${Math.round(behindMs / 1_000)} s behind the products`;
  if (!isRunning) return { check, status: "ok", says: `${says}, and follows when the service runs` };
  return { check, status: "warning", says: `${says}: see the log` };
}

/** The search index, wherever the settings say that it is. */
export const checkIndex = (read: Read): Promise<Finding> =>
  read.config.databaseUrl === undefined && read.config.meilisearchUrl === undefined
    ? checkIndexFile(read)
    : checkRemoteIndex(read);
