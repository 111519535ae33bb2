import process from "node:process";
import { EVERY_TENANT } from "../../db/ports.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { OPENED_NAMES } from "../outbound/names.ts";
import { startCluster } from "./cluster.ts";

const LOOK_MS = 50;

/** What the tests of `test/harness.ts` need of two processes in place of their own. */
export interface TwoProcesses {
  databaseUrl: string;
  /** What all who use the server are started with. */
  env: Record<string, string>;
  /** Has the next of them answer, as a plain proxy does. */
  hand(request: Request): Promise<Response>;
}

/**
 * With `TEST_CLUSTER=1` the tests of the harness send their requests to two processes on one libSQL server, behind a plain
 * proxy; what they write and read beside the API they do on that server. Both end with the process of the tests.
 */
export async function twoProcesses(): Promise<TwoProcesses | undefined> {
  if (process.env["TEST_CLUSTER"] !== "1") return undefined;
  const { url, database, env } = await startCluster({
    processes: 2,
    // Tests that reach a server of theirs by such a name need more: no resolver knows it.
    env: { CATALOGD_OUTBOUND_ALLOW: OPENED_NAMES.join(",") },
  });
  return {
    databaseUrl: database.url,
    env: { ...env, CATALOGD_DATABASE_URL: database.url },
    hand: (request) => {
      const { pathname, search } = new URL(request.url);
      const asked = new Request(`${url}${pathname}${search}`, request);
      // Tests know it by that name; and a packed answer has another ETag.
      asked.headers.set("host", "localhost");
      if (!asked.headers.has("accept-encoding")) asked.headers.set("accept-encoding", "identity");
      return fetch(asked, { redirect: "manual" });
    },
  };
}

/** The machine's clock, which a test may set for what it does itself. */
export function movedClock(): { nowMs: number } {
  let aheadMs = 0;
  return {
    get nowMs() {
      return Date.now() + aheadMs;
    },
    set nowMs(ms) {
      aheadMs = ms - Date.now();
    },
  };
}

/** Resolves when no job is ready or running. */
export async function untilNoJobs({ reader }: Pick<ThreadServices, "reader">): Promise<void> {
  const isAny = () =>
    reader(EVERY_TENANT).first("select 1 from job where state in ('ready', 'running') limit 1", {}, () => true);
  while (await isAny()) await Bun.sleep(LOOK_MS);
}
