import { setTimeout as sleep } from "node:timers/promises";
import { type Executor, readerOf, txOf } from "../handle.ts";
import type { WriterStats } from "../ports.ts";
import type { JoinedReads } from "./joined-reads.ts";
import type { KeptStream } from "./kept-stream.ts";
import { Lines, type Request, type Waiting } from "./lines.ts";
import { type Pipeline, pipelineOf } from "./pipeline.ts";
import type { PooledStream } from "./pooled-stream.ts";
import { DatabaseUnavailable, type Deadline, isUntaken, takesNoWrites } from "./unavailable.ts";
import type { WriteSlot } from "./write-slot.ts";

/** After this a group takes no more, or after as many of its last commits: where those take long, more share one. */
const GROUP_MS = 25;
const GROUP_MS_MAX = 500;
const WORK_PER_COMMIT = 3;
const GROUP_MAX = 256;
const ATTEMPTS_MAX = 8;
const RETRY_BASE_MS = 20;
/** A transaction that ran for more than 5 s may have waited for others; twice, it has too much to do. */
const TOO_LONG_MAX = 2;

/** A transaction of which the server took nothing. */
export interface Retry {
  /** Of the mutation. */
  name: string;
  /** What the server said: `SQLITE_BUSY`, `TRANSACTION_TIMEOUT`. */
  code: string;
  /** How often it was tried so far. */
  tries: number;
}

export interface GroupOptions {
  /** The stream that writes. */
  pooled: PooledStream;
  /** Where is read what does not come along with a commit. */
  reads: Pick<Executor, "rows" | "row">;
  joined: JoinedReads;
  slot: WriteSlot;
  wakeJobs: () => void;
  /** Hears of each commit. */
  noteCommit: () => void;
  noteRetry: (retry: Retry) => void;
}

/** How long to wait before a transaction is run again that failed so for the `tries`th time; `undefined`: not again. */
function pauseMs(code: string, tries: number, deadline: Deadline): number | undefined {
  const waitMs = RETRY_BASE_MS * 2 ** tries * (0.5 + Math.random());
  const triesMax = code === "TRANSACTION_TIMEOUT" ? TOO_LONG_MAX : ATTEMPTS_MAX;
  return tries < triesMax && waitMs < deadline.leftMs() ? waitMs : undefined;
}

/** A call that comes after the end of its mutation is refused, or it would join the next one. */
function untilEnded(pipeline: Pipeline, name: string): { executor: Executor; end: () => void } {
  let isEnded = false;
  const checked = () => {
    if (isEnded) throw new Error(`${name} used tx after it had ended: await every call`);
    return pipeline;
  };
  return {
    end: () => {
      isEnded = true;
    },
    executor: {
      rows: (...given) => checked().rows(...given),
      row: (...given) => checked().row(...given),
      run: (...given) => checked().run(...given),
      runMany: (...given) => checked().runMany(...given),
      ahead: pipeline.ahead,
    },
  };
}

/** What a group has done so far. */
interface Group {
  pipeline: Pipeline;
  taken: Waiting[];
  results: unknown[];
  wakes: boolean;
}

/** Begins what is read together with the commit; what comes later is for `reads`. */
function readAlong({ pipeline, taken, results }: Group, reads: GroupOptions["reads"]): void {
  for (const [index, { request }] of taken.entries()) {
    const { tenantId } = request;
    const from = () => (pipeline.isCommitting() ? reads : pipeline.along);
    const executor = {
      rows: (...given: Parameters<Executor["rows"]>) => from().rows(...given),
      row: (...given: Parameters<Executor["row"]>) => from().row(...given),
    };
    // Who reads hears of the fault, unless the commit has one.
    request.readAlong?.(readerOf(executor, tenantId), results[index]).catch(() => undefined);
  }
}

const isOnly = ({ taken }: Group, waiting: Waiting): boolean => taken.length === 1 && taken[0] === waiting;

/** Of a mutation that has thrown after it wrote: all of its group is taken back. */
class TakenBack extends Error {
  override readonly name = "TakenBack";
}

/** Runs one of a group. One that throws before it writes is refused, and the group goes on without it. */
async function runOne(group: Group, waiting: Waiting): Promise<void> {
  const { pipeline, taken, results } = group;
  const { name, tenantId, run } = waiting.request;
  const writesBefore = pipeline.writes();
  const { executor, end } = untilEnded(pipeline, name);
  let wakes = false;
  taken.push(waiting);
  try {
    const tx = txOf(executor, tenantId, () => {
      wakes = true;
    });
    results.push(await run(tx));
    group.wakes ||= wakes;
  } catch (error) {
    if (pipeline.failure()) throw error;
    if (pipeline.writes() > writesBefore && taken.length > 1) throw new TakenBack("", { cause: error });
    if (pipeline.writes() > writesBefore) throw error;
    taken.pop();
    waiting.reject(error);
  } finally {
    end();
  }
}

/** Refuses all of a group, or waits and puts them back. */
async function retryUntaken(taken: Waiting[], code: string, lines: Lines, note: GroupOptions["noteRetry"]) {
  const [first] = taken;
  if (!first) return true;
  const tries = first.tries + 1;
  for (const each of taken) each.tries = tries;
  note({ name: first.request.name, code, tries });
  const waitMs = pauseMs(code, tries, first.request.deadline);
  if (waitMs === undefined) return false;
  lines.putBack(taken);
  await sleep(waitMs);
  return true;
}

/**
 * Runs a thread's mutations on a server one after the other, those that queued up meanwhile in one transaction. A group in
 * which something fails after it has written is taken back, and each of it is run again by itself: a mutation that throws
 * takes only itself back. Nothing is run again when an answer to COMMIT was lost: it may be on disk.
 */
export class GroupCommit {
  readonly #options: GroupOptions;
  readonly #lines = new Lines();
  #isRunning = false;
  #lastCommitMs = 0;
  #committed = 0;
  #groups = 0;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  submit<Result>(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#lines.add({ request, tries: 0, isAlone: false, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // What is asked for in the same turn comes along.
      queueMicrotask(() => this.#runAll());
    });
  }

  stats(): WriterStats {
    return { queued: this.#lines.length, committed: this.#committed, groups: this.#groups };
  }

  async #runAll(): Promise<void> {
    for (let first = this.#lines.next(true); first; first = this.#lines.next(true)) await this.#commitNext(first);
    this.#isRunning = false;
  }

  async #commitNext(first: Waiting): Promise<void> {
    const { deadline } = first.request;
    let group: Group | undefined;
    /** Nothing can be stored yet, and the group is the first alone: of others, and of one that was refused, none is begun again. */
    const mayRepeat = () => group === undefined || (isOnly(group, first) && !group.pipeline.isCommitting());
    const begin = (stream: KeptStream) => {
      group = { pipeline: pipelineOf(stream, deadline, this.#options.joined), taken: [], results: [], wakes: false };
      return this.#runGroup(stream, first, group);
    };
    try {
      await this.#options.slot.run(() => this.#options.pooled.use(begin, deadline, mayRepeat), deadline);
    } catch (error) {
      // It has not begun.
      if (!group || group.taken.length === 0) first.reject(error);
      else await this.#settleFailed(group, first, error);
      return;
    }
    if (group) this.#answer(group);
  }

  async #runGroup(stream: KeptStream, first: Waiting, group: Group): Promise<void> {
    const { pipeline, taken } = group;
    const fromMs = performance.now();
    const limitMs = Math.min(Math.max(GROUP_MS, this.#lastCommitMs * WORK_PER_COMMIT), GROUP_MS_MAX);
    const more = () => {
      const hasTime = taken.length < GROUP_MAX && performance.now() - fromMs < limitMs;
      return first.isAlone || !hasTime ? undefined : this.#lines.next(false);
    };
    try {
      for (let next: Waiting | undefined = first; next; next = more()) await runOne(group, next);
      const commitsFromMs = performance.now();
      readAlong(group, this.#options.reads);
      if (taken.length > 0) await pipeline.commit();
      else await pipeline.rollback();
      this.#lastCommitMs = performance.now() - commitsFromMs;
    } catch (error) {
      // What is not taken back by itself ends with its stream.
      if (isUntaken(error) && error.code !== "SQLITE_BUSY") stream.close();
      else if (!stream.isBroken()) await pipeline.rollback().catch(() => stream.close());
      throw error;
    }
  }

  #answer({ taken, results, wakes }: Group): void {
    this.#groups++;
    this.#committed += taken.length;
    // The compiler tied the result to the mutation in `submit`.
    for (const [index, { resolve }] of taken.entries()) resolve(results[index] as never);
    this.#options.noteCommit();
    if (wakes) this.#options.wakeJobs();
  }

  /** Says what becomes of those of a group that failed. */
  async #settleFailed(group: Group, first: Waiting, error: unknown): Promise<void> {
    const { taken, pipeline } = group;
    if (isUntaken(error) && (await retryUntaken(taken, error.code, this.#lines, this.#options.noteRetry))) return;
    const isUnknown = pipeline.isCommitting() || error instanceof DatabaseUnavailable || isUntaken(error);
    if (isOnly(group, first) || isUnknown || takesNoWrites(error)) {
      for (const { reject } of taken) reject(error);
      return;
    }
    for (const each of taken) each.isAlone = true;
    this.#lines.putBack(taken);
  }
}
