import type { Executor } from "../handle.ts";
import type { Args, Row } from "../rows.ts";
import { type KeptStream, type Outcome, type Statement, toStatement } from "./kept-stream.ts";
import { type PooledStream, pooledStream } from "./pooled-stream.ts";
import { DatabaseUnavailable, type Deadline, deadlineIn } from "./unavailable.ts";

/** Streams that a thread reads through. The server allows 128 of all processes together. */
const STREAMS = 8;
/** Reads that go in one round trip before another stream is taken for them, and the maximum. */
const TOGETHER = 4;
const TOGETHER_MAX = 32;

interface Asked {
  statement: Statement;
  deadline: Deadline;
  /** Those of one group leave together, in their order. */
  group: number;
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
}

export interface Reads extends Pick<Executor, "rows" | "row"> {
  /** What `begin` asks for before it returns leaves in one round trip, and is read in that order. */
  together<T>(begin: () => T): T;
  close(): void;
}

/** Answers one that was asked. */
function settle({ resolve, reject }: Asked, outcome: Outcome): void {
  if (outcome && "rows" in outcome) resolve(outcome.rows);
  else reject(outcome?.error ?? new DatabaseUnavailable("The database server did not run a statement"));
}

/** Numbers what is asked for, by what leaves together. */
function openGroups() {
  let [last, isTogether] = [0, false];
  return {
    groupOf: (): number => (isTogether ? last : ++last),
    together: <T>(begin: () => T): T => {
      last++;
      isTogether = true;
      try {
        return begin();
      } finally {
        isTogether = false;
      }
    },
  };
}

/** Of those asked, this number or a few more, so that no group is torn. */
function wholeGroups(asked: readonly Asked[], count: number): number {
  let end = count;
  while (end < asked.length && asked[end]?.group === asked[end - 1]?.group) end++;
  return end;
}

/**
 * Reads through a few kept streams. What is asked in one turn of the event loop, or while all streams are busy, goes in one
 * round trip; each read succeeds or fails by itself, and takes `limitMs` at most. Nothing on the server's side stops a
 * write, so it is refused here.
 */
export function readsOver(open: (deadline: Deadline) => Promise<KeptStream>, limitMs: number): Reads {
  const idle: PooledStream[] = Array.from({ length: STREAMS }, () => pooledStream(open));
  const streams = [...idle];
  let asked: Asked[] = [];
  let isDue = false;
  const { groupOf, together } = openGroups();

  async function send(pooled: PooledStream, batch: Asked[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      const statements = batch.map(({ statement }) => statement);
      const run = (stream: KeptStream) => stream.run(statements, { isChain: false }, first.deadline);
      const outcomes = await pooled.use(run, first.deadline);
      for (const [index, each] of batch.entries()) settle(each, outcomes[index]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    if (pooled.isOpen()) idle.unshift(pooled);
    else idle.push(pooled);
    pump();
  }

  /** Hands what was asked to the streams that are free, those that are open first. */
  function pump(): void {
    isDue = false;
    while (asked.length > 0) {
      const count = Math.max(TOGETHER, Math.ceil(asked.length / Math.max(1, idle.length)));
      const pooled = idle.shift();
      if (!pooled) return;
      const batch = asked.slice(0, wholeGroups(asked, Math.min(count, TOGETHER_MAX)));
      asked = asked.slice(batch.length);
      void send(pooled, batch);
    }
  }

  function read(sql: string, args: Args, tenantId?: string): Promise<Row[]> {
    if (!/^\s*(select|with)\b/i.test(sql)) throw new TypeError(`A reader cannot run: ${sql}`);
    const statement = toStatement(sql, args, tenantId, true);
    return new Promise((resolve, reject) => {
      asked.push({ statement, deadline: deadlineIn(limitMs), group: groupOf(), resolve, reject });
      if (isDue) return;
      isDue = true;
      setImmediate(pump);
    });
  }
  return {
    together,
    rows: read,
    row: async (...given) => (await read(...given))[0],
    close: () => {
      for (const pooled of streams) pooled.close();
    },
  };
}
