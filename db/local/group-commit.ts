import type { AnyMutation, MutationContext, WriteOptions, WriterStats } from "../ports.ts";
import type { Connection } from "./connection.ts";
import { runInSavepoint } from "./savepoint.ts";

/** A mutation as it crosses threads. */
export interface WriteRequest {
  name: string;
  tenantId: string;
  input: unknown;
  options: WriteOptions;
}

/** Answers once the request is on disk, or rejects with what its mutation threw. */
export type Submit = (request: WriteRequest) => Promise<unknown>;

export interface GroupCommit {
  submit: Submit;
  stats(): WriterStats;
}

export interface GroupCommitOptions {
  mutations: ReadonlyMap<string, AnyMutation>;
  context: MutationContext;
  wakeJobs: () => void;
  /** Called when a group cannot be committed: the process must stop, what is on disk is no longer known. */
  fail: (error: unknown) => void;
}

interface Pending {
  request: WriteRequest;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

// A small write waits for at most one group before its own; 5 ms is about one slow fsync.
const GROUP_MS = 5;
const GROUP_MAX = 256;

/**
 * Runs mutations one after the other on the only writing connection, and commits with one fsync those that queued up
 * meanwhile. A mutation that throws takes only itself back. When the commit fails, every caller of the group is refused.
 */
export function groupCommit(connection: Connection, options: GroupCommitOptions): GroupCommit {
  const queue: Pending[] = [];
  let running = false;
  let committed = 0;
  let groups = 0;

  // A turn of the event loop before each group lets the requests that arrived meanwhile join it.
  function schedule(): void {
    if (running || queue.length === 0) return;
    running = true;
    setImmediate(() => {
      void commitGroup(connection, options, queue).then((count) => {
        running = false;
        committed += count;
        groups++;
        schedule();
      });
    });
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject });
        schedule();
      }),
    stats: () => ({ queued: queue.length, committed, groups }),
  };
}

/** Takes from the queue what fits in one group, commits it, then answers. Returns how many it took. Never throws. */
async function commitGroup(connection: Connection, options: GroupCommitOptions, queue: Pending[]): Promise<number> {
  const { mutations, context, wakeJobs, fail } = options;
  const group: Pending[] = [];
  const answers: (() => void)[] = [];
  const endsAtMs = performance.now() + GROUP_MS;
  const alarm = strayAlarm();
  let wakes = false;
  try {
    connection.run("begin immediate", {});
    do {
      const pending = queue.shift();
      if (!pending) break;
      group.push(pending);
      const { request, resolve, reject } = pending;
      const outcome = await runInSavepoint(connection, mutations.get(request.name), request, {
        context,
        strayed: alarm.strayed,
      });
      answers.push(() => ("error" in outcome ? reject(outcome.error) : resolve(outcome.result)));
      wakes ||= "wakesJobs" in outcome && outcome.wakesJobs;
    } while (group.length < GROUP_MAX && performance.now() < endsAtMs && !alarm.rang());
    connection.run("commit", {});
  } catch (error) {
    for (const { reject } of group) reject(error);
    fail(error);
    return 0;
  } finally {
    alarm.clear();
  }
  for (const answer of answers) answer();
  if (wakes) wakeJobs();
  return group.length;
}

/**
 * Rejects when the event loop turns while a group is open. `tx` answers at once, so that happens only when a mutation
 * awaits something else; it would hold up every writer of the process.
 */
function strayAlarm() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let rang = false;
  const turn = setImmediate(() => {
    rang = true;
    reject(new TypeError("A mutation may await nothing but tx"));
  });
  return { strayed: promise, rang: () => rang, clear: () => clearImmediate(turn) };
}
