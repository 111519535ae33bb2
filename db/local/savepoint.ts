import { apply } from "../apply.ts";
import { type Executor, txOf } from "../handle.ts";
import type { AnyMutation, MutationContext } from "../ports.ts";
import type { Connection } from "./connection.ts";
import type { WriteRequest } from "./waiting-line.ts";

export type Outcome = { result: unknown; wakesJobs: boolean } | { error: unknown };

interface Surroundings {
  context: MutationContext;
  /** Rejects when the mutation waits for something else than the database. */
  strayed: Promise<never>;
}

/**
 * Runs one mutation of an open group: keeps all it did, or nothing when it throws. Throws itself only when SQLite cannot
 * go back, which leaves the group without a meaning.
 */
export async function runInSavepoint(
  connection: Connection,
  mutation: AnyMutation | undefined,
  request: WriteRequest,
  surroundings: Surroundings,
): Promise<Outcome> {
  connection.run("savepoint mutation", {});
  const outcome = await runMutation(connection, mutation, request, surroundings);
  if ("error" in outcome) connection.run("rollback to mutation", {});
  connection.run("release mutation", {});
  return outcome;
}

/** Runs one mutation. What it did before it threw is still there: take back the transaction. */
export async function runMutation(
  connection: Connection,
  mutation: AnyMutation | undefined,
  { name, tenantId, input, options }: WriteRequest,
  { context, strayed }: Surroundings,
): Promise<Outcome> {
  const { executor, close } = openUntilClosed(connection, name);
  let wakesJobs = false;
  try {
    if (!mutation) throw new Error(`No mutation is registered as ${name}`);
    const tx = txOf(executor, tenantId, () => {
      wakesJobs = true;
    });
    // The compiler tied this input to this mutation in `write`; it cannot see through the message.
    const result = await Promise.race([apply(tx, mutation, input as never, context, options), strayed]);
    return { result, wakesJobs };
  } catch (error) {
    return { error };
  } finally {
    close();
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
