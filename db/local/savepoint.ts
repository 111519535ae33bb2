import { apply } from "../apply.ts";
import { type Executor, txOf } from "../handle.ts";
import type { AnyMutation, MutationContext } from "../ports.ts";
import type { Watch } from "./await-alarm.ts";
import type { Connection } from "./connection.ts";
import { diskRefusal } from "./disk-refusal.ts";
import type { WriteRequest } from "./waiting-line.ts";

/** `isRemoved`: SQLite has taken the whole transaction back, with all that other mutations did in it. */
export type Outcome = { result: unknown; wakesJobs: boolean } | { error: unknown; isLost: boolean };

/** What mutations are run with. */
interface Surroundings {
  connection: Connection;
  mutations: ReadonlyMap<string, AnyMutation>;
  context: MutationContext;
  watch: Watch;
}

/**
 * Runs one mutation of an open group: keeps all it did, or nothing when it throws. Throws itself only when SQLite cannot
 * go back, which leaves the group without a meaning.
 */
export async function runInSavepoint(surroundings: Surroundings, request: WriteRequest): Promise<Outcome> {
  const { connection } = surroundings;
  connection.run("savepoint mutation", {});
  const outcome = await runMutation(surroundings, request);
  if ("error" in outcome && outcome.isLost) return outcome;
  if ("error" in outcome) connection.run("rollback to mutation", {});
  connection.run("release mutation", {});
  return outcome;
}

/** Runs one mutation. What it did before it threw is still there: take back the transaction. */
export async function runMutation(
  { connection, mutations, context, watch }: Surroundings,
  { name, tenantId, input, options }: WriteRequest,
): Promise<Outcome> {
  const { executor, close, lost } = openUntilClosed(connection, name);
  let wakesJobs = false;
  try {
    const mutation = mutations.get(name);
    if (!mutation) throw new Error(`No mutation is registered as ${name}`);
    const tx = txOf(executor, tenantId, () => {
      wakesJobs = true;
    });
    // The compiler tied this input to this mutation in `write`; it cannot see through the message.
    const result = await watch(() => apply(tx, mutation, input as never, context, options));
    // One that went on after such an error has done nothing.
    return lost() ? { error: lost(), isLost: true } : { result, wakesJobs };
  } catch (error) {
    return { error: lost() ?? error, isLost: lost() !== undefined };
  } finally {
    close();
  }
}

/** What one mutation calls the connection through. */
interface Until {
  executor: Executor;
  close: () => void;
  /** Why SQLite has taken the transaction back in the midst of it; `undefined` as long as it has not. */
  lost: () => unknown;
}

/**
 * A call that comes after the end of its mutation is refused, or it would join the next one. So is each that follows an
 * error by which SQLite took the transaction back: it would be a transaction by itself.
 */
function openUntilClosed(connection: Connection, name: string): Until {
  let isClosed = false;
  let lost: unknown;
  const call = <Result>(use: (open: Connection) => Result): Result => {
    if (isClosed) throw new Error(`${name} used tx after it had ended: await every call`);
    if (lost !== undefined) throw lost;
    try {
      return use(connection);
    } catch (error) {
      const refusal = diskRefusal(error, connection.path) ?? error;
      if (!connection.isInTransaction()) lost = refusal;
      throw refusal;
    }
  };
  return {
    executor: {
      rows: (sql, args, tenantId) => call((open) => open.rows(sql, args, tenantId)),
      row: (sql, args, tenantId) => call((open) => open.row(sql, args, tenantId)),
      run: (sql, args, tenantId) => call((open) => open.run(sql, args, tenantId)),
      runMany: (sql, args, tenantId) => call((open) => open.runMany(sql, args, tenantId)),
    },
    close: () => {
      isClosed = true;
    },
    lost: () => lost,
  };
}
