import type { Executor } from "../handle.ts";
import { statementsOf } from "./joined-inserts.ts";
import type { JoinedReads, Read, Step } from "./joined-reads.ts";
import { type KeptStream, type Outcome, type Statement, toStatement } from "./kept-stream.ts";
import { DatabaseUnavailable, type Deadline } from "./unavailable.ts";

type Done = Extract<Outcome, { changed: number }>;

/** A statement that has not left yet, and who waits for its answer. */
interface Unsent extends Read {
  waiter?: { resolve: (done: Done) => void; reject: (error: unknown) => void };
  /** It is read after all that is written. */
  isAlong?: boolean;
}

/** More than this many statements, or characters of their values, do not wait for company. */
const UNSENT_MAX = 2_000;
const SIZE_MAX = 4_000_000;

const control = (sql: string): Unsent => ({ statement: { sql, values: [], hasRows: false }, isFirst: false });

/** A transaction's statements on their way. */
export interface Pipeline extends Required<Executor> {
  /** How many writes it was given so far: none of them can be taken back alone. */
  writes(): number;
  /** Why nothing more is sent; `undefined` as long as all goes well. */
  failure(): { error: unknown } | undefined;
  /** Reads along with the commit, after all writes. */
  along: Pick<Executor, "rows" | "row">;
  /** Whether COMMIT has left: only then is it unknown what the server has stored when it does not answer. */
  isCommitting(): boolean;
  /** Sends what has not left, and commits, in one round trip. */
  commit(): Promise<void>;
  /** Takes all back. */
  rollback(): Promise<void>;
}

const single = (unsent: Unsent): Step<Unsent> => ({
  statement: unsent.statement,
  asked: [unsent],
  isJoined: false,
  rowsOf: (rows) => [rows],
});

/** What is sent of a batch: of what is read along, one statement for those who differ in a key. */
function stepsOf(batch: readonly Unsent[], joined: JoinedReads): Step<Unsent>[] {
  const sending = joined.begin<Unsent>();
  const along = batch.filter(({ isAlong }) => isAlong);
  for (const each of along) sending.take([each], along.length);
  const first = batch.findIndex(({ isAlong }) => isAlong);
  if (first < 0) return batch.map(single);
  const others = batch.filter(({ isAlong }) => !isAlong);
  return [...others.slice(0, first).map(single), ...sending.steps, ...others.slice(first).map(single)];
}

/** Answers those who wait for a statement that was run. */
function answer({ asked, rowsOf }: Step<Unsent>, { rows, changed }: Done): void {
  for (const [index, own] of rowsOf(rows).entries()) asked[index]?.waiter?.resolve({ rows: own, changed });
}

/** Answers those who wait. The first that failed is why those after it were not run. */
function settle(steps: readonly Step<Unsent>[], outcomes: readonly Outcome[], joined: JoinedReads) {
  const failed = steps.findIndex((_, index) => !(outcomes[index] && "changed" in outcomes[index]));
  for (const [index, step] of (failed < 0 ? steps : steps.slice(0, failed)).entries()) {
    const done = outcomes[index] as Done; // those before the one that failed
    joined.learn(step, done.rows);
    answer(step, done);
  }
  const [step] = failed < 0 ? [] : steps.slice(failed);
  if (!step) return undefined;
  const { error } = { error: undefined, ...outcomes[failed] };
  // Each of them is run again by itself.
  if (step.isJoined) joined.refuse(step);
  const failure = { error: error ?? new DatabaseUnavailable("The database server did not run a statement") };
  for (const { waiter } of steps.slice(failed).flatMap(({ asked }) => asked)) waiter?.reject(failure.error);
  return failure;
}

/** What has left of a transaction, and what is to leave. */
class StatementSender {
  unsent: Unsent[] = [];
  #size = 0;
  isDue = false;
  isBegun = false;
  isCommitting = false;
  failure: { error: unknown } | undefined;
  readonly #stream: KeptStream;
  readonly #deadline: Deadline;
  readonly #joined: JoinedReads;
  #sent: Promise<void> = Promise.resolve();

  constructor(stream: KeptStream, deadline: Deadline, joined: JoinedReads) {
    this.#stream = stream;
    this.#deadline = deadline;
    this.#joined = joined;
  }

  /** Adds a write whose answer is not waited for. */
  push(unsent: Unsent): void {
    this.unsent.push(unsent);
    for (const value of unsent.statement.values) this.#size += typeof value === "string" ? value.length : 1;
  }

  get isFull(): boolean {
    return this.unsent.length > UNSENT_MAX || this.#size > SIZE_MAX;
  }

  /** Sends what has come together, after what was sent before. */
  flush(): Promise<void> {
    this.isDue = false;
    this.#size = 0;
    const batch = this.unsent;
    this.unsent = [];
    if (batch.length > 0) this.#sent = this.#sent.then(() => this.#send(batch));
    return this.#sent;
  }

  /** Asks for an answer. What is asked for before the event loop turns comes along. */
  query(asked: Pick<Unsent, "statement" | "isAlong"> & Partial<Read>): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.unsent.push({ isFirst: false, ...asked, waiter: { resolve, reject } });
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
      const steps = stepsOf(batch, this.#joined);
      const statements = steps.map(({ statement }) => statement);
      const outcomes = await this.#stream.run(statements, { isChain: true }, this.#deadline);
      this.failure = settle(steps, outcomes, this.#joined);
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
export function pipelineOf(stream: KeptStream, deadline: Deadline, joined: JoinedReads): Pipeline {
  const sender = new StatementSender(stream, deadline, joined);
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
    return (await (known ?? sender.query({ statement }))).rows;
  };
  const rowsAhead = async (...[sql, args, tenantId]: Parameters<Executor["rows"]>) => {
    const statement = toStatement(sql, args, tenantId, true);
    const asked = sender.query({ statement });
    ahead.set(keyOf(statement), asked);
    return (await asked).rows;
  };
  const along = async (isFirst: boolean, ...[sql, args, tenantId]: Parameters<Executor["rows"]>) =>
    (await sender.query({ statement: toStatement(sql, args, tenantId, true), isFirst, isAlong: true })).rows;
  return {
    along: {
      rows: (...given) => along(false, ...given),
      row: async (...given) => (await along(true, ...given))[0],
    },
    ahead: { rows: rowsAhead, row: async (...given) => (await rowsAhead(...given))[0] },
    writes: () => writes,
    failure: () => sender.failure,
    isCommitting: () => sender.isCommitting,
    rows,
    row: async (...given) => (await rows(...given))[0],
    run: async (sql, args, tenantId) => {
      noteWrites(1);
      return (await sender.query({ statement: toStatement(sql, args, tenantId, false) })).changed;
    },
    runMany: async (sql, args, tenantId) => {
      noteWrites(args.length);
      for (const statement of statementsOf(sql, args, tenantId)) sender.push({ statement, isFirst: false });
      if (sender.isFull) await sender.flush();
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
