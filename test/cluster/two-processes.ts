import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { EVERY_TENANT } from "../../db/ports.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { temporaryFolder } from "../cleanup.ts";
import { RECEIVER } from "../outbound/certificates.ts";
import { names, OPENED_NAMES } from "../outbound/names.ts";
import { SOURCES } from "../servers/service.ts";
import { startCluster } from "./cluster.ts";
import { CLOCK_FILE, movedClock, NAMES_FILE, newClockFile } from "./moved-clock.ts";

const LOOK_MS = 50;
/** What changes who may come in, which other processes know within a second. */
const CREDENTIALS = /^\/api\/v1\/(?:api-keys\/|users\/|operator\/|auth\/(?!login|me|test))/;
const KNOWN_MS = 1_000;

/** What the tests of `test/harness.ts` need of two processes in place of their own. */
export interface TwoProcesses {
  databaseUrl: string;
  /** What all who use the server are started with. */
  env: Record<string, string>;
  /** Of all of them, moved by tests. */
  clock: { nowMs: number };
  /** Has the next of them answer, as a plain proxy does. */
  hand(request: Request): Promise<Response>;
}

/**
 * With `TEST_CLUSTER=1` the tests of the harness send their requests to two processes on one libSQL server, behind a plain
 * proxy; what they write and read beside the API they do on that server. Both end with the process of the tests.
 */
export async function twoProcesses(): Promise<TwoProcesses | undefined> {
  if (process.env["TEST_CLUSTER"] !== "1") return undefined;
  const clockFile = newClockFile();
  const authority = join(temporaryFolder(), "receiver.pem");
  writeFileSync(authority, RECEIVER.cert);
  const namesFile = join(temporaryFolder(), "names.json");
  const noteNames = () => writeFileSync(namesFile, JSON.stringify(Object.fromEntries(names)));
  noteNames();
  names.set = (...given) => {
    Map.prototype.set.apply(names, given);
    noteNames();
    return names;
  };
  const [bun = "", main = ""] = SOURCES;
  const { url, database, env } = await startCluster({
    processes: 2,
    env: {
      CATALOGD_OUTBOUND_ALLOW: OPENED_NAMES.join(","),
      NODE_EXTRA_CA_CERTS: authority,
      [CLOCK_FILE]: clockFile,
      [NAMES_FILE]: namesFile,
    },
    program: () => [bun, "--preload", join(import.meta.dir, "moved-process.ts"), main],
  });
  let knownFromMs = 0;
  return {
    databaseUrl: database.url,
    env: { ...env, CATALOGD_DATABASE_URL: database.url },
    clock: movedClock(clockFile),
    hand: async (request) => {
      const { host, pathname, search } = new URL(request.url);
      await Bun.sleep(Math.max(0, knownFromMs - performance.now()));
      const asked = new Request(`${url}${pathname}${search}`, request);
      // Tests know it by their name; and a packed answer has another ETag.
      asked.headers.set("host", host);
      if (!asked.headers.has("accept-encoding")) asked.headers.set("accept-encoding", "identity");
      const answer = await fetch(asked, { redirect: "manual", decompress: false });
      if (request.method !== "GET" && CREDENTIALS.test(pathname)) knownFromMs = performance.now() + KNOWN_MS;
      return answer;
    },
  };
}

/** What is left to do now. */
const LEFT = `select 1 where
  exists (select 1 from job where state in ('ready', 'running') or (state = 'scheduled' and run_at_ms <= :nowMs))
  or exists (select 1 from schedule where planned_at_ms <= :nowMs)`;

/** Resolves when no job is ready or running, and none is due. */
export async function untilNoJobs({ reader, now }: Pick<ThreadServices, "reader" | "now">): Promise<void> {
  const isAny = () => reader(EVERY_TENANT).first(LEFT, { nowMs: now() }, () => true);
  while (await isAny()) await Bun.sleep(LOOK_MS);
}
