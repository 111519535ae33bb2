import { afterAll, test } from "bun:test";
import { openStoredLimiter } from "../../src/http/observe/stored-counters.ts";
import { openLog } from "../../src/runtime/log.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { within } from "../cluster/caller.ts";
import { openServerDatabase } from "../db/databases.ts";
import { startSqld } from "../servers/sqld.ts";
import { principal } from "./test-app.ts";

const LIMIT = { limit: 12, windowSeconds: 600 };
const config = { rateLimits: { READ_STANDARD: LIMIT }, rateLimitDisabled: false };
const now = Date.now;
const sqld = await startSqld();
const databases = await Promise.all([1, 2].map(() => openServerDatabase(sqld.url, { now, newId })));
const watching = new AbortController();
const watches = databases.map(({ watch }) => watch?.(watching.signal));
afterAll(async () => {
  watching.abort();
  await Promise.all(watches);
  for (const database of databases) database.close();
  await sqld.stop();
});
const open = (index: number) => {
  const database = databases[index];
  if (!database) throw new Error("There are two");
  return openStoredLimiter({ ...database, config, log: openLog("silent", "test"), now, newId, steadyNow: now });
};

test("others hear also of what a process has counted at once after its start", async () => {
  const key = principal();
  const [here, there] = [await open(0), await open(1)];
  for (let count = 0; count < LIMIT.limit; count++) here.limiter.take("READ_STANDARD", key);
  const caller = `${key.kind}:${key.subjectId}`;
  await within(10_000, async () => {
    const state = there.limiter.failuresOf([["READ_STANDARD", caller, LIMIT]]);
    return state?.remaining === 0 && state.retryAfterSeconds !== undefined;
  });
  await Promise.all([here.close(), there.close()]);
}, 30_000);
