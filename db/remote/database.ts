import { createClient } from "@libsql/client/http";
import { apply } from "../apply.ts";
import { readerOf } from "../handle.ts";
import { type Bell, openBell } from "../jobs/bell.ts";
import { toWire, type WireError } from "../local/write-port.ts";
import { migrate } from "../migrate.ts";
import type { Database, MutationContext, Write } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import { number } from "../rows.ts";
import type { UpgradeProgress } from "../upgrades/run-upgrade.ts";
import { GroupCommit, type Retry } from "./group-commit.ts";
import { JoinedReads } from "./joined-reads.ts";
import { streamOpener } from "./kept-stream.ts";
import { pooledStream } from "./pooled-stream.ts";
import { readsOver } from "./reads.ts";
import { seenCommits } from "./seen-commits.ts";
import { executorOf } from "./statements.ts";
import { deadlineIn, fetchWithin, reportedError } from "./unavailable.ts";
import { watchServer } from "./watch.ts";
import { writeCheckOf } from "./write-check.ts";
import { writeSlot } from "./write-slot.ts";

/** A request is refused within 10 s when the server hangs. It ends transactions of others after 5 s, so some wait is usual. */
const ANSWER_MS = 8_000;
/** How long a job waits for its turn and its transaction together. */
const JOB_ANSWER_MS = 30_000;
/** A migration rewrites tables. */
const MIGRATION_MS = 600_000;

export interface RemoteOptions {
  authToken: string | undefined;
  context: MutationContext;
  /** Rings when a job is due in this process; others' jobs ring no bell. */
  bell: Pick<Bell, "ring" | "count" | "wait">;
  /** Rebuilds errors that `db/` only knows by their fields. */
  revive: (error: WireError) => Error;
  /** Hears of each transaction that is run again. */
  noteRetry?: (retry: Retry) => void;
  /** By what the threads of a process agree which of them writes: the server is sent one transaction at a time. */
  slotMemory?: SharedArrayBuffer | undefined;
  /** In what they count their commits. */
  commits?: SharedArrayBuffer | undefined;
  /** For this time readers need not know what other processes have committed; absent: they always do. */
  maxAgeMs?: number | undefined;
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
 * A thread's view of a libSQL server (`http://`, `https://`), over streams that are kept. Mutations run here, those that
 * wait for each other in one transaction, and are run again when the server says it took nothing. An answer lost on the way
 * back from COMMIT is not retried: the change may be on disk. A snapshot here is a plain reader: a server ends a transaction
 * that stands idle for 5 s, so a long export may see changes made meanwhile, each row once.
 */
export function openRemoteDatabase(
  url: string,
  { authToken, context, bell, revive, noteRetry, slotMemory, commits, maxAgeMs = 0 }: RemoteOptions,
): Database {
  const open = streamOpener(url, authToken);
  const joined = new JoinedReads();
  const reads = readsOver(open, ANSWER_MS, joined);
  const pooled = pooledStream(open);
  const looking = pooledStream(open);
  const seen = seenCommits(looking, maxAgeMs, commits);
  const changes = openBell("changes");
  const group = new GroupCommit({
    pooled,
    reads,
    joined,
    slot: writeSlot(slotMemory),
    wakeJobs: bell.ring,
    noteCommit: () => {
      seen.note();
      changes.ring();
    },
    noteRetry: (retry) => noteRetry?.(retry),
  });
  const reader = (tenantId: string) => ({
    ...readerOf(reads, tenantId),
    commits: seen.commits,
    isDistant: true,
    together: reads.together,
  });
  const write: Write = async (change, tenantId, input, options = {}) => {
    try {
      return await group.submit({
        name: change.name,
        tenantId,
        isBulk: options.step !== undefined || options.isBulk === true,
        deadline: deadlineIn(options.step || options.waits ? JOB_ANSWER_MS : ANSWER_MS),
        run: (tx) => apply(tx, change, input, context, options),
        readAlong: options.readAlong,
      });
    } catch (error) {
      throw error instanceof Error && error.name === "ApiError" ? revive(toWire(error)) : reportedError(error);
    }
  };
  return {
    reader,
    changes,
    watch: (signal) => watchServer(open, { context, bell, changes }, signal),
    snapshot: async (tenantId) => ({ ...reader(tenantId), close: () => undefined }),
    write,
    // The index is in the same database.
    writeIndex: (change, tenantId, input) => write({ name: "index", run: change }, tenantId, input),
    writerStats: async () => group.stats(),
    check: writeCheckOf(write),
    close: () => {
      pooled.close();
      looking.close();
      reads.close();
      changes.close();
    },
  };
}

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
