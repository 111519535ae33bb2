import type { Client, InStatement, ResultSet, Transaction } from "@libsql/client/http";
import type { Executor } from "../handle.ts";
import { type Args, binderOf, parameterNames } from "../rows.ts";
import { type Deadline, deadlineIn, until } from "./unavailable.ts";

/** A statement with its values, as the client takes it. */
function toStatement(sql: string, args: Args, tenantId: string | undefined): InStatement {
  const names = parameterNames(sql);
  const values = binderOf(names)(args, tenantId);
  return { sql, args: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) };
}

/** Runs each statement by itself, in a round trip each. */
export const executorOf = (client: Client): Executor => ({
  rows: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rows,
  row: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rows[0],
  run: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rowsAffected,
  runMany: async (sql, args, tenantId) => {
    if (args.length > 0) await client.batch(args.map((each) => toStatement(sql, each, tenantId)));
  },
});

/** Reads only: nothing on the server's side stops a write, so it is refused here. Each takes `limitMs` at most. */
export function readerOn(client: Client, run: Run, limitMs: number): Pick<Executor, "rows" | "row"> {
  const read = (sql: string, args: Args, tenantId?: string) => {
    if (!/^\s*(select|with)\b/i.test(sql)) throw new TypeError(`A reader cannot run: ${sql}`);
    const deadline = deadlineIn(limitMs);
    return run(() => until(deadline, client.execute(toStatement(sql, args, tenantId))), deadline);
  };
  return {
    rows: async (...given) => (await read(...given)).rows,
    row: async (...given) => (await read(...given)).rows[0],
  };
}
type Run = <T>(task: () => Promise<T>, deadline: Deadline) => Promise<T>;

/** A statement that has not left yet, and who waits for its answer. */
interface Unsent {
  statement: InStatement;
  waiter?: { resolve: (result: ResultSet) => void; reject: (error: unknown) => void };
}

/** More than this many statements do not wait for company. */
const UNSENT_MAX = 2_000;

/** A transaction's statements on their way. */
export interface Pipeline extends Executor {
  /** Sends what has not left, and commits, in one round trip. */
  commit(): Promise<void>;
}

/**
 * Sends the statements of a transaction in as few round trips as their answers allow: a write whose answer is not needed
 * (`runMany`) leaves with the next statement that is awaited, and so do statements that are sent at once. They run in the
 * order they were given, each only if those before have not failed; after a failure nothing more is sent. Nothing is begun
 * after the deadline.
 */
export function pipelineOf(transaction: Transaction, deadline: Deadline): Pipeline {
  let unsent: Unsent[] = [];
  let isDue = false;
  let isUsed = false;
  let sent: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | undefined;

  async function send(batch: Unsent[]): Promise<void> {
    try {
      if (failure) throw failure.error;
      isUsed = true;
      const statements = batch.map(({ statement }) => statement);
      const results = await until(deadline, transaction.batch(statements));
      for (const [index, result] of results.entries()) batch[index]?.waiter?.resolve(result);
    } catch (error) {
      failure ??= { error };
      for (const { waiter } of batch) waiter?.reject(error);
    }
  }

  /** Sends what has come together, after what was sent before. */
  function flush(): Promise<void> {
    isDue = false;
    const batch = unsent;
    unsent = [];
    if (batch.length > 0) sent = sent.then(() => send(batch));
    return sent;
  }

  const query = (statement: InStatement) =>
    new Promise<ResultSet>((resolve, reject) => {
      unsent.push({ statement, waiter: { resolve, reject } });
      if (isDue) return;
      isDue = true;
      // What is sent in the same turn of the event loop comes along.
      queueMicrotask(flush);
    });

  return {
    rows: async (sql, args, tenantId) => (await query(toStatement(sql, args, tenantId))).rows,
    row: async (sql, args, tenantId) => (await query(toStatement(sql, args, tenantId))).rows[0],
    run: async (sql, args, tenantId) => (await query(toStatement(sql, args, tenantId))).rowsAffected,
    runMany: async (sql, args, tenantId) => {
      for (const each of args) unsent.push({ statement: toStatement(sql, each, tenantId) });
      if (unsent.length > UNSENT_MAX) await flush();
      if (failure) throw failure.error;
    },
    commit: async () => {
      if (isUsed || unsent.length > 0) unsent.push({ statement: "commit" });
      await flush();
      if (failure) throw failure.error;
    },
  };
}
