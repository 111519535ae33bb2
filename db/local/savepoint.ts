import { apply } from "../apply.ts";
import { type Executor, txOf } from "../handle.ts";
import type { AnyMutation, MutationContext } from "../ports.ts";
import type { Connection } from "./connection.ts";
import type { WriteRequest } from "./waiting-line.ts";

type Outcome = { result: unknown; wakesJobs: boolean } | { error: unknown };

/**
 * Runs one mutation of an open group: keeps all it did, or nothing when it throws. Throws itself only when SQLite cannot
 * go back, which leaves the group without a meaning. `strayed` rejects when the mutation waits for something else than
 * the database.
 */
export async function runInSavepoint(
  connection: Connection,
  mutation: AnyMutation | undefined,
  { name, tenantId, input, options }: WriteRequest,
  { context, strayed }: { context: MutationContext; strayed: Promise<never> },
): Promise<Outcome> {
  const { executor, close } = openUntilClosed(connection, name);
  let wakesJobs = false;
  connection.run("savepoint mutation", {});
  try {
    if (!mutation) throw new Error(`No mutation is registered as ${name}`);
    const tx = txOf(executor, tenantId, () => {
      wakesJobs = true;
    });
    // The compiler tied this input to this mutation in `write`; it cannot see through the message.
    const result = await Promise.race([apply(tx, mutation, input as never, context, options), strayed]);
    return { result, wakesJobs };
  } catch (error) {
    connection.run("rollback to mutation", {});
    return { error };
  } finally {
    close();
    connection.run("release mutation", {});
  }
}

/** A call that comes after the end of its mutation is refused, or it would join the next one. */
function openUntilClosed(connection: Connection, name: string): { executor: Executor; close: () => void } {
  let closed = false;
  const whileOpen =
    <Call extends unknown[], Result>(run: (...call: Call) => Result) =>
    (...call: Call): Result => {
      if (closed) throw new Error(`${name} used tx after it had ended: await every call`);
      return run(...call);
    };
  return {
    executor: {
      rows: whileOpen(connection.rows),
      row: whileOpen(connection.row),
      run: whileOpen(connection.run),
      runMany: whileOpen(connection.runMany),
    },
    close: () => {
      closed = true;
    },
  };
}
