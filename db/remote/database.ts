import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient, type InStatement, LibsqlError, type Transaction } from "@libsql/client/http";
import { apply } from "../apply.ts";
import { type Executor, readerOf, txOf } from "../handle.ts";
import type { Bell } from "../jobs/bell.ts";
import { toWire, type WireError } from "../local/write-port.ts";
import { migrate } from "../migrate.ts";
import type { Database, Mutation, MutationContext, StandBy, Write, WriteOptions } from "../ports.ts";
import { prepareIndex } from "../prepare-index.ts";
import { type Args, binderOf, number, parameterNames } from "../rows.ts";
import { slots } from "./slots.ts";

// sqld 0.24 stalls in steps of 5 s from about twelve concurrent writers on.
const WRITES_AT_ONCE = 8;
const ATTEMPTS_MAX = 8;
const RETRY_BASE_MS = 20;
/** The server took nothing: it was busy, or it ended a transaction that ran for more than 5 s. */
const NOTHING_TAKEN = new Set(["SQLITE_BUSY", "TRANSACTION_CLOSED", "TRANSACTION_TIMEOUT"]);

const toStatement = (sql: string, args: Args, tenantId: string | undefined): InStatement => {
  const names = parameterNames(sql);
  const values = binderOf(names)(args, tenantId);
  return { sql, args: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) };
};

const executor = (target: Client | Transaction): Executor => ({
  rows: async (sql, args, tenantId) => (await target.execute(toStatement(sql, args, tenantId))).rows,
  row: async (sql, args, tenantId) => (await target.execute(toStatement(sql, args, tenantId))).rows[0],
  run: async (sql, args, tenantId) => (await target.execute(toStatement(sql, args, tenantId))).rowsAffected,
  runMany: async (sql, args, tenantId) => {
    if (args.length > 0) await target.batch(args.map((each) => toStatement(sql, each, tenantId)));
  },
});

/** A reader's executor: nothing on the server's side stops a write, so it is refused here. */
function readOnly(client: Client): Pick<Executor, "rows" | "row"> {
  const { rows, row } = executor(client);
  const reading =
    <Answer>(read: (sql: string, args: Args, tenantId?: string) => Answer) =>
    (sql: string, args: Args, tenantId?: string) => {
      if (!/^\s*(select|with)\b/i.test(sql)) throw new TypeError(`A reader cannot run: ${sql}`);
      return read(sql, args, tenantId);
    };
  return { rows: reading(rows), row: reading(row) };
}

export interface RemoteOptions {
  authToken: string | undefined;
  context: MutationContext;
  /** Rings when a job is due in this process; others' jobs ring no bell. */
  bell: Pick<Bell, "ring" | "count" | "wait">;
  /** Rebuilds errors that `db/` only knows by their fields. */
  revive: (error: WireError) => Error;
}

/**
 * A thread's view of a libSQL server (`http://`, `https://`). Mutations run here, one network round trip for each
 * statement, and are run again when the server says it took nothing. An answer lost on the way back from COMMIT is not
 * retried: the change may be on disk. A snapshot here is a plain reader: a server ends a transaction that stands idle
 * for 5 s, so a long export may see changes made meanwhile, each row once.
 */
export function openRemoteDatabase(url: string, { authToken, context, bell, revive }: RemoteOptions): Database {
  const client = createClient({ url, ...(authToken !== undefined && { authToken }) });
  const slot = slots(WRITES_AT_ONCE);
  let committed = 0;

  async function attempt<Input, Result>(
    change: Mutation<Input, Result>,
    tenantId: string,
    input: Input,
    options: WriteOptions,
  ) {
    const transaction = await client.transaction("write");
    let wake = false;
    try {
      const tx = txOf(executor(transaction), tenantId, () => {
        wake = true;
      });
      const result = await apply(tx, change, input, context, options);
      await transaction.commit();
      committed++;
      if (wake) bell.ring();
      return result;
    } finally {
      transaction.close();
    }
  }

  const reader = (tenantId: string) => readerOf(readOnly(client), tenantId);
  const write: Write = (change, tenantId, input, options = {}) =>
    slot
      .run(() => retryIfUntaken(() => attempt(change, tenantId, input, options)))
      .catch((error: unknown) => {
        throw error instanceof Error && error.name === "ApiError" ? revive(toWire(error)) : error;
      });
  /** The transactions of other threads and processes are none of ours: it asks once, then waits for the bell. */
  const standBy: StandBy = async (change, tenantId, input, { timeoutMs, signal }) => {
    const seen = bell.count();
    const result = await write(change, tenantId, input);
    if (result === undefined) await bell.wait(timeoutMs, seen, signal);
    return result;
  };
  return {
    reader,
    snapshot: async (tenantId) => ({ ...reader(tenantId), close: () => undefined }),
    write,
    standBy,
    // The index is in the same database.
    writeIndex: (change, tenantId, input) => write({ name: "index", run: change }, tenantId, input),
    writerStats: async () => ({ queued: slot.waiting(), committed, groups: committed }),
    close: () => client.close(),
  };
}

/** How far the server's clock is ahead of this machine's, in milliseconds. Leases of several machines compare by it. */
export async function clockAheadMs(url: string, authToken: string | undefined): Promise<number> {
  const client = createClient({ url, ...(authToken !== undefined && { authToken }) });
  const sentMs = Date.now();
  const { rows } = await client.execute("select cast(unixepoch('subsec') * 1000 as integer) as now_ms");
  const receivedMs = Date.now();
  client.close();
  return Math.round(number({ ...rows[0] }, "now_ms") - (sentMs + receivedMs) / 2);
}

/** Brings a server's schema to the newest version. */
export async function migrateRemote(url: string, authToken: string | undefined): Promise<void> {
  const client = createClient({ url, ...(authToken !== undefined && { authToken }) });
  const server = { ...executor(client), exec: (script: string) => client.executeMultiple(script) };
  await migrate(server);
  await prepareIndex(server);
  client.close();
}

async function retryIfUntaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const untaken = error instanceof LibsqlError && NOTHING_TAKEN.has(error.code);
      if (!untaken || tries === ATTEMPTS_MAX) throw error;
      await sleep(RETRY_BASE_MS * 2 ** tries * (0.5 + Math.random()));
    }
  }
}
