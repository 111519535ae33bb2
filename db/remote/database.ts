import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/http";
import { apply } from "../apply.ts";
import { readerOf, txOf } from "../handle.ts";
import type { Bell } from "../jobs/bell.ts";
import { toWire, type WireError } from "../local/write-port.ts";
import { migrate } from "../migrate.ts";
import type { Database, MutationContext, Tx, Write } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import { number } from "../rows.ts";
import type { UpgradeProgress } from "../upgrades/run-upgrade.ts";
import { slots } from "./slots.ts";
import { executorOf, pipelineOf, readerOn } from "./statements.ts";
import { type Deadline, deadlineIn, fetchWithin, isUntaken, reportedError } from "./unavailable.ts";
import { writeCheckOf } from "./write-check.ts";

// sqld 0.24 stalls in steps of 5 s from about twelve concurrent writers on.
const WRITES_AT_ONCE = 8;
const READS_AT_ONCE = 64;
/** A request is refused within 10 s when the server hangs. It ends transactions of others after 5 s, so some wait is usual. */
const ANSWER_MS = 8_000;
/** How long a job waits for its turn and its transaction together. */
const JOB_ANSWER_MS = 30_000;
/** A migration rewrites tables. */
const MIGRATION_MS = 600_000;
const ATTEMPTS_MAX = 8;
const RETRY_BASE_MS = 20;
/** A transaction that ran for more than 5 s may have waited for others; twice, it has too much to do. */
const TOO_LONG_MAX = 2;

export interface RemoteOptions {
  authToken: string | undefined;
  context: MutationContext;
  /** Rings when a job is due in this process; others' jobs ring no bell. */
  bell: Pick<Bell, "ring" | "count" | "wait">;
  /** Rebuilds errors that `db/` only knows by their fields. */
  revive: (error: WireError) => Error;
  /** Hears of each transaction that is run again. */
  noteRetry?: (retry: Retry) => void;
  /** What the threads of a process count their writes in, of which the server is sent few at once. */
  writeSlots?: SharedArrayBuffer | undefined;
}

/** A transaction of which the server took nothing. */
export interface Retry {
  /** Of the mutation. */
  name: string;
  /** What the server said: `SQLITE_BUSY`, `TRANSACTION_TIMEOUT`. */
  code: string;
  /** How often it was tried so far. */
  tries: number;
}

const openClient = (url: string, authToken: string | undefined, limitMs = ANSWER_MS) =>
  // The client's own limit would let those wait whose callers no longer wait.
  createClient({
    url,
    fetch: fetchWithin(limitMs),
    concurrency: 10_000,
    ...(authToken !== undefined && { authToken }),
  });

/**
 * A thread's view of a libSQL server (`http://`, `https://`). Mutations run here, one network round trip for each
 * answer they wait for, and are run again when the server says it took nothing. An answer lost on the way back from COMMIT is not
 * retried: the change may be on disk. A snapshot here is a plain reader: a server ends a transaction that stands idle
 * for 5 s, so a long export may see changes made meanwhile, each row once.
 */
export function openRemoteDatabase(
  url: string,
  { authToken, context, bell, revive, noteRetry, writeSlots }: RemoteOptions,
): Database {
  const client = openClient(url, authToken);
  const writes = slots(WRITES_AT_ONCE, writeSlots);
  const reads = slots(READS_AT_ONCE);
  const readOnly = readerOn(client, reads.run, ANSWER_MS);
  let committed = 0;

  async function attempt<Result>(run: Run<Result>, tenantId: string, deadline: Deadline): Promise<Result> {
    const transaction = await client.transaction("write");
    let wake = false;
    try {
      const pipeline = pipelineOf(transaction, deadline);
      const tx = txOf(pipeline, tenantId, () => {
        wake = true;
      });
      const result = await run(tx);
      await pipeline.commit();
      committed++;
      if (wake) bell.ring();
      return result;
    } finally {
      transaction.close();
    }
  }

  const reader = (tenantId: string) => readerOf(readOnly, tenantId);
  const write: Write = async (change, tenantId, input, options = {}) => {
    const deadline = deadlineIn(options.step ? JOB_ANSWER_MS : ANSWER_MS);
    const run = (tx: Tx) => apply(tx, change, input, context, options);
    const note = (code: string, tries: number) => noteRetry?.({ name: change.name, code, tries });
    try {
      return await writes.run(() => retryIfUntaken(() => attempt(run, tenantId, deadline), deadline, note), deadline);
    } catch (error) {
      throw error instanceof Error && error.name === "ApiError" ? revive(toWire(error)) : reportedError(error);
    }
  };
  return {
    reader,
    snapshot: async (tenantId) => ({ ...reader(tenantId), close: () => undefined }),
    write,
    // The index is in the same database.
    writeIndex: (change, tenantId, input) => write({ name: "index", run: change }, tenantId, input),
    writerStats: async () => ({ queued: writes.waiting(), committed, groups: committed }),
    check: writeCheckOf(write),
    close: () => client.close(),
  };
}
type Run<Result> = (tx: Tx) => Promise<Result>;

/** How far the server's clock is ahead of this machine's, in milliseconds. Leases of several machines compare by it. */
export async function clockAheadMs(url: string, authToken: string | undefined): Promise<number> {
  const client = openClient(url, authToken);
  const sentMs = Date.now();
  const { rows } = await client.execute("select cast(unixepoch('subsec') * 1000 as integer) as now_ms");
  const receivedMs = Date.now();
  client.close();
  return Math.round(number({ ...rows[0] }, "now_ms") - (sentMs + receivedMs) / 2);
}

/** Brings a server's schema to the newest version. */
export async function migrateRemote(
  url: string,
  authToken: string | undefined,
  note?: (progress: UpgradeProgress) => void,
): Promise<void> {
  const client = openClient(url, authToken, MIGRATION_MS);
  const server = { ...executorOf(client), exec: (script: string) => client.executeMultiple(script) };
  await migrate(server, { ...(note && { note }) });
  await prepareIndex(server);
  client.close();
}

/** Rows of each table of a server, and the version of its schema, as of one moment. */
export async function readServerFacts(
  url: string,
  authToken: string | undefined,
): Promise<{ tables: Record<string, number>; schemaVersion: number }> {
  const client = openClient(url, authToken, MIGRATION_MS);
  try {
    const list =
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name";
    const names = (await client.execute(list)).rows.map(({ name }) => String(name));
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
    const counts = names.map((name) => `select count(*) as rows from ${quoted(name)}`);
    const [version, ...counted] = await client.batch(["pragma user_version", ...counts], "read");
    return {
      tables: Object.fromEntries(names.map((name, at) => [name, number({ ...counted[at]?.rows[0] }, "rows")])),
      schemaVersion: number({ ...version?.rows[0] }, "user_version"),
    };
  } finally {
    client.close();
  }
}

/** How long to wait before a transaction is run again that failed so for the `tries`th time; `undefined`: not again. */
function pauseMs(code: string, tries: number, deadline: Deadline): number | undefined {
  const waitMs = RETRY_BASE_MS * 2 ** tries * (0.5 + Math.random());
  const triesMax = code === "TRANSACTION_TIMEOUT" ? TOO_LONG_MAX : ATTEMPTS_MAX;
  return tries < triesMax && waitMs < deadline.leftMs() ? waitMs : undefined;
}

/** Runs a transaction again as long as the server took nothing of it and there is time. */
async function retryIfUntaken<T>(
  attempt: () => Promise<T>,
  deadline: Deadline,
  note: (code: string, tries: number) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUntaken(error)) throw error;
      note(error.code, tries);
      const waitMs = pauseMs(error.code, tries, deadline);
      if (waitMs === undefined) throw error;
      await sleep(waitMs);
    }
  }
}
