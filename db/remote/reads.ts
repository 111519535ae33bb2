import { LibsqlError } from "@libsql/client/http";
import type { Executor } from "../handle.ts";
import type { Args, Row } from "../rows.ts";
import { JoinedReads, type Read, type Step } from "./joined-reads.ts";
import { type KeptStream, type Outcome, toStatement } from "./kept-stream.ts";
import { type PooledStream, pooledStream } from "./pooled-stream.ts";
import { DatabaseUnavailable, type Deadline, deadlineIn, isLost, reportedError } from "./unavailable.ts";

/** Streams that a thread reads through. The server allows 128 of all processes together. */
const STREAMS = 8;
/** On this number of them a statement that can be joined is on its way: who asks for it meanwhile leaves with others. */
const STREAMS_OF_ONE = 2;
/** Statements that go in one round trip before another stream is taken for them, and the maximum. */
const TOGETHER = 4;
const TOGETHER_MAX = 32;

interface Asked extends Read {
  deadline: Deadline;
  /** It failed along with others, and is asked again with no other: it may be what they failed by. */
  isAlone?: boolean;
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
}

export interface Reads extends Pick<Executor, "rows" | "row"> {
  /** What `begin` asks for before it returns leaves in one round trip, and is read in that order. */
  together<T>(begin: () => T): T;
  close(): void;
}

/** What was asked for and has not left, in groups that leave together. */
function openQueue() {
  let groups: Asked[][] = [];
  let open: Asked[] | undefined;
  return {
    length: () => groups.length,
    add: (asked: Asked) => {
      if (!open) groups.push([asked]);
      else if (open.push(asked) === 1) groups.push(open);
    },
    /** These leave before all others. */
    putBack: (asked: readonly Asked[]) => {
      groups = [...asked.map((each) => [each]), ...groups];
    },
    /** Takes those out for which `takes` is true, from the first on. */
    take: (takes: (group: readonly Asked[]) => boolean) => {
      groups = groups.filter((group) => !takes(group));
    },
    together: <T>(begin: () => T): T => {
      open = [];
      try {
        return begin();
      } finally {
        open = undefined;
      }
    },
  };
}

/** Counts on how many streams each statement is on its way. */
function openFlights() {
  const counts = new Map<string, number>();
  return {
    count: (sql: string) => counts.get(sql) ?? 0,
    add: (steps: readonly Step<Asked>[], change: 1 | -1) => {
      for (const sql of new Set(steps.flatMap(({ asked }) => asked[0]?.statement.sql ?? []))) {
        const count = (counts.get(sql) ?? 0) + change;
        if (count > 0) counts.set(sql, count);
        else counts.delete(sql);
      }
    },
  };
}

/** What waits to be read, how it is put together, and who has what answer. */
class ReadQueue {
  readonly #queue = openQueue();
  readonly #joined: JoinedReads;
  readonly #flights = openFlights();

  constructor(joined: JoinedReads) {
    this.#joined = joined;
  }

  add = this.#queue.add;
  together = this.#queue.together;

  /** What is to be sent now on one of `streams` that are free; nothing when all of it waits for others. */
  next(streams: number): readonly Step<Asked>[] {
    const count = Math.max(TOGETHER, Math.ceil(this.#queue.length() / streams));
    const { steps, take } = this.#joined.begin<Asked>();
    const isCrowded = (asked: Asked) =>
      this.#joined.canJoin(asked) && this.#flights.count(asked.statement.sql) >= STREAMS_OF_ONE;
    let isFull = false;
    this.#queue.take((group) => {
      if (isFull || group.some(isCrowded)) return false;
      const isAlone = group.some((asked) => asked.isAlone);
      const isTaken = take(group, isAlone ? 1 : Math.min(count, TOGETHER_MAX));
      isFull = isAlone && isTaken;
      return isTaken;
    });
    this.#flights.add(steps, 1);
    return steps;
  }

  /** Answers those who asked. */
  settle(steps: readonly Step<Asked>[], outcomes: readonly Outcome[]): void {
    this.#flights.add(steps, -1);
    for (const [index, step] of steps.entries()) this.#settleOne(step, outcomes[index]);
  }

  /** The same when there is no answer. */
  fail(steps: readonly Step<Asked>[], error: unknown): void {
    this.#flights.add(steps, -1);
    // What the server cannot read, and an answer that is too long, fail all that came with it.
    const isOfOne = steps.length === 1 && !steps[0]?.isJoined;
    for (const step of steps) {
      if (error instanceof LibsqlError && !isLost(error) && !isOfOne) this.#separate(step);
      else for (const { reject } of step.asked) reject(reportedError(error));
    }
  }

  #settleOne(step: Step<Asked>, outcome: Outcome): void {
    const { asked, isJoined, rowsOf } = step;
    if (outcome && "rows" in outcome) {
      this.#joined.learn(step, outcome.rows);
      for (const [index, rows] of rowsOf(outcome.rows).entries()) asked[index]?.resolve(rows);
    } else if (isJoined) {
      this.#separate(step);
    } else {
      const error = outcome
        ? reportedError(outcome.error)
        : new DatabaseUnavailable("The database server did not run a statement");
      for (const { reject } of asked) reject(error);
    }
  }

  /** They are asked again, each by itself. */
  #separate(step: Step<Asked>): void {
    if (step.isJoined) this.#joined.refuse(step);
    this.#queue.putBack(step.asked.map((asked) => ({ ...asked, isAlone: true })));
  }
}

/**
 * Reads through a few kept streams. What is asked in one turn of the event loop, or while all streams are busy, goes in one
 * round trip; each read succeeds or fails by itself, and takes `limitMs` at most. Nothing on the server's side stops a
 * write, so it is refused here.
 */
export function readsOver(
  open: (deadline: Deadline) => Promise<KeptStream>,
  limitMs: number,
  joined: JoinedReads = new JoinedReads(),
): Reads {
  const idle: PooledStream[] = Array.from({ length: STREAMS }, () => pooledStream(open));
  const streams = [...idle];
  const queue = new ReadQueue(joined);
  let isDue = false;

  async function send(pooled: PooledStream, steps: readonly Step<Asked>[]): Promise<void> {
    const deadline = steps[0]?.asked[0]?.deadline ?? deadlineIn(limitMs);
    const statements = steps.map(({ statement }) => statement);
    try {
      queue.settle(steps, await pooled.use((stream) => stream.run(statements, { isChain: false }, deadline), deadline));
    } catch (error) {
      queue.fail(steps, error);
    }
    if (pooled.isOpen()) idle.unshift(pooled);
    else idle.push(pooled);
    pump();
  }

  /** Hands what was asked to the streams that are free, those that are open first. */
  function pump(): void {
    isDue = false;
    for (;;) {
      const steps = idle.length > 0 ? queue.next(idle.length) : [];
      const pooled = steps.length > 0 ? idle.shift() : undefined;
      if (!pooled) return;
      void send(pooled, steps);
    }
  }

  function read(isFirst: boolean, sql: string, args: Args, tenantId?: string): Promise<Row[]> {
    if (!/^\s*(select|with)\b/i.test(sql)) throw new TypeError(`A reader cannot run: ${sql}`);
    const statement = toStatement(sql, args, tenantId, true);
    return new Promise((resolve, reject) => {
      queue.add({ statement, isFirst, deadline: deadlineIn(limitMs), resolve, reject });
      if (isDue) return;
      isDue = true;
      setImmediate(pump);
    });
  }
  return {
    together: queue.together,
    rows: (...given) => read(false, ...given),
    row: async (...given) => (await read(true, ...given))[0],
    close: () => {
      for (const pooled of streams) pooled.close();
    },
  };
}
