import { join } from "node:path";
import { openBell } from "../../db/jobs/bell.ts";
import { openLocalDatabase } from "../../db/local/database.ts";
import { portWrite, serveWrites } from "../../db/local/write-port.ts";
import { openWriter } from "../../db/local/writer.ts";
import type { AnyMutation, Database, MutationContext } from "../../db/ports.ts";
import { migrateRemote, openRemoteDatabase } from "../../db/remote/database.ts";
import * as FAMILIES from "../../src/families.ts";
import { reviveError } from "../../src/http/output/errors.ts";
import { loadFailures } from "../../src/runtime/family.ts";
import { temporaryFolder } from "../cleanup.ts";

/** As in the service, unless a test says otherwise. */
const failures = await loadFailures(FAMILIES);

const rethrow = (error: unknown) => {
  throw error;
};

/** Who has the search index, and hears of no damage. */
export const INDEX_CARE = { now: Date.now, noteDamage: () => undefined };

/** A database in a file behind its writer. The wire is production's: what crosses it is cloned. */
export async function openFileDatabase(
  mutations: ReadonlyMap<string, AnyMutation>,
  context: MutationContext,
  path = join(temporaryFolder(), "test.db"),
  wakeJobs: () => void = () => undefined,
  noteDamage: (aside: string) => void = () => undefined,
): Promise<Database & { openAnother(): Database }> {
  const writer = await openWriter(path, {
    mutations,
    context: { failures, ...context },
    wakeJobs,
    fail: rethrow,
  });
  const line = new MessageChannel();
  serveWrites(line.port1, writer);
  const toWriter = portWrite(line.port2, reviveError);
  const openAnother = () => openLocalDatabase(path, toWriter, undefined);
  return Object.assign(openLocalDatabase(path, toWriter, { ...INDEX_CARE, noteDamage }), { openAnother });
}

/** The same on a libSQL server. */
export async function openServerDatabase(url: string, context: MutationContext, maxAgeMs = 0): Promise<Database> {
  await migrateRemote(url, undefined);
  return openRemoteDatabase(url, {
    authToken: undefined,
    context: { failures, ...context },
    bell: openBell(),
    revive: reviveError,
    maxAgeMs,
  });
}
