import { expect, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { databasePath, readConfig } from "../../src/config/config.ts";
import { surveyCall } from "../../src/products/compliance/calls.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openThreads, startWriter } from "../../src/runtime/threads.ts";
import { temporaryFolder } from "../cleanup.ts";
import { sized } from "../sized.ts";

const CYCLES = sized(12, 30);
/** Far above what a thread takes to end. */
const PATIENCE_MS = 10_000;

/** How many descriptors of this process are of files whose names begin like this. */
const handlesOf = (path: string): number =>
  readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(path);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

/** How many threads of the operating system this process has with a name of a worker's. */
const workerThreads = (): number =>
  readdirSync("/proc/self/task").filter((task) => {
    try {
      return readFileSync(`/proc/self/task/${task}/comm`, "utf8").startsWith("Worker");
    } catch {
      return false; // ended meanwhile
    }
  }).length;

const fail = (reason: string): never => {
  throw new Error(reason);
};

test("threads that start and end again and again leave no handle of the database open", async () => {
  const config = readConfig({ env: { CATALOGD_DATA_DIR: temporaryFolder(), CATALOGD_LOG_LEVEL: "silent" } });
  const path = databasePath(config).replace(/\.db$/, "");
  const writer = await startWriter(databasePath(config), {
    fail,
    noteRefusal: fail,
    noteDamage: fail,
    noteLostLog: fail,
  });
  const start = { config, clockAheadMs: 0 };
  const threads = openThreads(start, writer, {
    fail,
    noteUncaught: () => undefined,
    noteLine: () => undefined,
    count: () => undefined,
    idleMs: 1,
  });
  const atRest = handlesOf(path);
  const threadsAtRest = workerThreads();
  const tenantId = newId();

  const after: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await Promise.all([threads.call(surveyCall, tenantId, undefined), threads.call(surveyCall, tenantId, undefined)]);
    const endsAtMs = performance.now() + PATIENCE_MS;
    while (workerThreads() > threadsAtRest && performance.now() < endsAtMs) await Bun.sleep(2);
    expect(workerThreads()).toBeLessThanOrEqual(threadsAtRest);
    after.push(handlesOf(path));
  }
  await threads.stop();
  await writer.stop();

  // SQLite itself keeps a few for the next connection.
  expect(Math.max(...after)).toBeLessThanOrEqual(atRest + 8);
});
