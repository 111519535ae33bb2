import type { Executor } from "../handle.ts";
import { type KeptStream, type Outcome, type Statement, toStatement } from "./kept-stream.ts";
import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

type Done = Extract<Outcome, { changed: number }>;

/** A statement that has not left yet, and who waits for its answer. */
interface Unsent {
  statement: Statement;
  waiter?: { resolve: (done: Done) => void; reject: (error: unknown) => void };
}

/** More than this many statements do not wait for company. */
const UNSENT_MAX = 2_000;

const control = (sql: string): Unsent => ({ statement: { sql, values: [], hasRows: false } });

/** A transaction's statements on their way. */
export interface Pipeline extends Required<Executor> {
  /** How many writes it was given so far: none of them can be taken back alone. */
  writes(): number;
  /** Why nothing more is sent; `undefined` as long as all goes well. */
  failure(): { error: unknown } | undefined;
  /** Whether COMMIT has left: only then is it unknown what the server has stored when it does not answer. */
  isCommitting(): boolean;
  /** Sends what has not left, and commits, in one round trip. */
  commit(): Promise<void>;
  /** Takes all back. */
  rollback(): Promise<void>;
}

function settle(batch: readonly Unsent[], outcomes: readonly Outcome[]): { error: unknown } | undefined {
  let failure: { error: unknown } | undefined;
  for (const [index, { waiter }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome && "changed" in outcome) waiter?.resolve(outcome);
    else
      failure ??= { error: outcome?.error ?? new DatabaseUnavailable("The database server did not run a statement") };
    if (failure) waiter?.reject(failure.error);
  }
  return failure;
}

/** What has left of a transaction, and what is to leave. */
class StatementSender {
  unsent: Unsent[] = [];
  isDue = false;
  isBegun = false;
  isCommitting = false;
  failure: { error: unknown } | undefined;
  readonly #stream: KeptStream;
  readonly #deadline: Deadline;
  #sent: Promise<void> = Promise.resolve();

  constructor(stream: KeptStream, deadline: Deadline) {
    this.#stream = stream;
    this.#deadline = deadline;
  }

  /** Sends what has come together, after what was sent before. */
  flush(): Promise<void> {
    this.isDue = false;
    const batch = this.unsent;
    this.unsent = [];
    if (batch.length > 0) this.#sent = this.#sent.then(() => this.#send(batch));
    return this.#sent;
  }

  /** Asks for an answer. What is asked for before the event loop turns comes along. */
  query(statement: Statement): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.unsent.push({ statement, waiter: { resolve, reject } });
      if (this.isDue) return;
      this.isDue = true;
      setImmediate(() => {
        if (this.isDue) void this.flush();
      });
    });
  }

  async rollback(): Promise<void> {
    this.unsent = [];
    await this.#sent;
    if (this.isBegun) await this.#stream.run([control("rollback").statement], { isChain: false }, this.#deadline);
  }

  async #send(batch: Unsent[]): Promise<void> {
    try {
      if (this.failure) throw this.failure.error;
      if (this.#deadline.leftMs() <= 0) throw new DatabaseUnavailable("The database server does not answer in time");
      if (!this.isBegun) batch.unshift(control("begin immediate"));
      this.isBegun = true;
      this.isCommitting = batch.at(-1)?.statement.sql === "commit";
      const statements = batch.map(({ statement }) => statement);
      const outcomes = await this.#stream.run(statements, { isChain: true }, this.#deadline);
      this.failure = settle(batch, outcomes);
      // It was not run: a statement before it has failed.
      if (outcomes.at(-1) === undefined) this.isCommitting = false;
    } catch (error) {
      this.failure ??= { error };
      for (const { waiter } of batch) waiter?.reject(error);
    }
  }
}

/**
 * Sends the statements of a transaction in as few round trips as their answers allow: BEGIN leaves with the first, a write
 * whose answer is not needed (`runMany`) leaves with the next statement that is awaited, and so do statements that are sent
 * at once. They run in the order they were given, each only if those before have not failed; after a failure nothing more
 * is sent. Nothing is begun after the deadline.
 */
export function pipelineOf(stream: KeptStream, deadline: Deadline): Pipeline {
  const sender = new StatementSender(stream, deadline);
  let writes = 0;
  /** What was read ahead, by statement and values: as long as nothing has been written. */
  const ahead = new Map<string, Promise<Done>>();
  const noteWrites = (count: number) => {
    writes += count;
    ahead.clear();
  };
  const keyOf = ({ sql, values }: Statement) => `${JSON.stringify(values)} ${sql}`;
  const rows = async (...[sql, args, tenantId]: Parameters<Executor["rows"]>) => {
    const statement = toStatement(sql, args, tenantId, true);
    // `insert … returning` is asked for as rows are.
    if (!/^\s*select\b/i.test(sql)) noteWrites(1);
    const known = ahead.size > 0 ? ahead.get(keyOf(statement)) : undefined;
    return (await (known ?? sender.query(statement))).rows;
  };
  const rowsAhead = async (...[sql, args, tenantId]: Parameters<Executor["rows"]>) => {
    const statement = toStatement(sql, args, tenantId, true);
    const asked = sender.query(statement);
    ahead.set(keyOf(statement), asked);
    return (await asked).rows;
  };
  return {
    ahead: { rows: rowsAhead, row: async (...given) => (await rowsAhead(...given))[0] },
    writes: () => writes,
    failure: () => sender.failure,
    isCommitting: () => sender.isCommitting,
    rows,
    row: async (...given) => (await rows(...given))[0],
    run: async (sql, args, tenantId) => {
      noteWrites(1);
      return (await sender.query(toStatement(sql, args, tenantId, false))).changed;
    },
    runMany: async (sql, args, tenantId) => {
      noteWrites(args.length);
      for (const each of args) sender.unsent.push({ statement: toStatement(sql, each, tenantId, false) });
      if (sender.unsent.length > UNSENT_MAX) await sender.flush();
      if (sender.failure) throw sender.failure.error;
    },
    commit: async () => {
      if (sender.isBegun || sender.unsent.length > 0) sender.unsent.push(control("commit"));
      await sender.flush();
      if (sender.failure) throw sender.failure.error;
    },
    rollback: () => sender.rollback(),
  };
}
