import { apply } from "../apply.ts";
import { type Executor, txOf } from "../handle.ts";
import type { AnyMutation, MutationContext } from "../ports.ts";
import type { Connection } from "./connection.ts";
import type { Watch } from "./stray-alarm.ts";
import type { WriteRequest } from "./waiting-line.ts";

export type Outcome = { result: unknown; wakesJobs: boolean } | { error: unknown };

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
  if ("error" in outcome) connection.run("rollback to mutation", {});
  connection.run("release mutation", {});
  return outcome;
}

/** Runs one mutation. What it did before it threw is still there: take back the transaction. */
export async function runMutation(
  { connection, mutations, context, watch }: Surroundings,
  { name, tenantId, input, options }: WriteRequest,
): Promise<Outcome> {
  const { executor, close } = openUntilClosed(connection, name);
  let wakesJobs = false;
  try {
    const mutation = mutations.get(name);
    if (!mutation) throw new Error(`No mutation is registered as ${name}`);
    const tx = txOf(executor, tenantId, () => {
      wakesJobs = true;
    });
    // The compiler tied this input to this mutation in `write`; it cannot see through the message.
    const result = await watch(() => apply(tx, mutation, input as never, context, options));
    return { result, wakesJobs };
  } catch (error) {
    return { error };
  } finally {
    close();
  }
}

/** A call that comes after the end of its mutation is refused, or it would join the next one. */
function openUntilClosed(connection: Connection, name: string): { executor: Executor; close: () => void } {
  let isClosed = false;
  const open = (): Connection => {
    if (isClosed) throw new Error(`${name} used tx after it had ended: await every call`);
    return connection;
  };
  return {
    executor: {
      rows: (sql, args, tenantId) => open().rows(sql, args, tenantId),
      row: (sql, args, tenantId) => open().row(sql, args, tenantId),
      run: (sql, args, tenantId) => open().run(sql, args, tenantId),
      runMany: (sql, args, tenantId) => open().runMany(sql, args, tenantId),
    },
    close: () => {
      isClosed = true;
    },
  };
}
