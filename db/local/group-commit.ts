import type { WriterStats } from "../ports.ts";
import { openAwaitAlarm } from "./await-alarm.ts";
import { countCommit } from "./commit-count.ts";
import type { Connection } from "./connection.ts";
import {
  answer,
  type GroupCommitOptions,
  type GroupEnd,
  type GroupRun,
  giveUp,
  refuse,
  type Settled,
} from "./group-run.ts";
import { HeldLine } from "./held-line.ts";
import { type Outcome, runInSavepoint, runMutation } from "./savepoint.ts";
import { type Pending, WaitingLine, type WriteRequest } from "./waiting-line.ts";

/** Answers once the request is on disk, or rejects with what its mutation threw. */
export type Submit = (request: WriteRequest) => Promise<unknown>;

export interface GroupCommit {
  submit: Submit;
  stats(): WriterStats;
  /** Refuses what waits for the disk, now and from now on: no caller waits for it any more. */
  stopWaiting(): void;
}

// A small write waits for at most one group before its own. Where a commit takes long, more share one: otherwise those that
// take longer to run than others would have fewer in each commit, and the disk would take most of the time.
const GROUP_MS = 5;
const GROUP_MS_MAX = 25;
const WORK_PER_COMMIT = 3;
const GROUP_MAX = 256;
// Bulk mutations touch the same pages of the indexes again and again: each page is written once a commit.
const GROUP_BULK_MAX = 8;

/**
 * Runs mutations one after the other on the only writing connection, and commits with one fsync those that queued up
 * meanwhile. Bulk ones wait for the others, and are committed together as long as no other waits. A mutation that throws
 * takes only itself back. A full or read-only disk refuses the group or the mutation that it has no room for; those that
 * are to wait for it are held. When a commit fails otherwise, every caller of the group is refused, and so is all that
 * follows.
 */
export function groupCommit(connection: Connection, options: GroupCommitOptions): GroupCommit {
  const run: GroupRun = {
    ...options,
    connection,
    line: new WaitingLine(),
    lastCommitMs: 0,
    held: new HeldLine((held) => {
      run.line.putBack(held);
      if (!running) void commitAll();
    }),
    watch: openAwaitAlarm(),
  };
  const { line, held } = run;
  let last = 0;
  let running = false;
  /** The next group gives each mutation a savepoint. */
  let isCareful = false;
  let broken = false;
  let committed = 0;
  let groups = 0;

  async function commitAll(): Promise<void> {
    running = true;
    while (line.length > 0) {
      const end = await commitGroup(run, isCareful);
      isCareful = end.isTakenBack === true;
      broken ||= end.isBroken === true;
      committed += end.answered;
      if (held.length > 0) for (const each of line.takeWhere((one) => held.blocks(one))) held.add(each);
      groups++;
    }
    running = false;
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(new Error("A commit has failed: nothing is written any more"));
        const pending = { request, order: ++last, resolve, reject };
        if (held.blocks(pending) && held.add(pending)) return;
        line.add(pending);
        if (!running) void commitAll();
      }),
    stats: () => ({ queued: line.length + held.length, committed, groups }),
    stopWaiting: () => {
      for (const { reject } of held.close()) reject(new Error("The service stops while the disk takes no writes"));
    },
  };
}

// What has arrived is in the line after a turn of the event loop.
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** What a group has taken so far. */
interface GroupSoFar {
  taken: Pending[];
  hasBulk: boolean;
  /** When it took the first interactive one. */
  interactiveSinceMs: number | undefined;
  /** After this time it takes no more. */
  limitMs: number;
}

/** Adds one to the group. Returns whether it needs a savepoint. */
function addTo(group: GroupSoFar, next: Pending, isCareful: boolean, now: () => number): boolean {
  const isBulk = next.request.options.isBulk === true;
  // The first has no other to take along.
  const isSaved = group.taken.length > 0 && !isBulk && (isCareful || group.hasBulk);
  group.taken.push(next);
  if (isBulk) group.hasBulk = true;
  else group.interactiveSinceMs ??= now();
  return isSaved;
}

/** What the group takes next; when it has to wait for what arrives, a promise. */
function nextMember(line: WaitingLine, { taken, interactiveSinceMs, limitMs }: GroupSoFar, now: () => number) {
  if (interactiveSinceMs === undefined) return nextBesideBulk(line, taken.length);
  if (taken.length >= GROUP_MAX || now() - interactiveSinceMs >= limitMs) return undefined;
  return line.nextInteractive();
}

/** Between bulk ones, which take long, the group lets in what has arrived meanwhile. */
async function nextBesideBulk(line: WaitingLine, count: number): Promise<Pending | undefined> {
  await turn();
  return line.nextInteractive() ?? (count < GROUP_BULK_MAX ? line.nextBulk() : undefined);
}

/** Takes back what was done before `next` failed, to be run again without it. */
function startOver(
  run: GroupRun,
  taken: Pending[],
  next: Pending,
  outcome: Extract<Outcome, { error: unknown }>,
): GroupEnd {
  if (!outcome.isLost) run.connection.run("rollback", {});
  run.line.putBack(taken.slice(0, -1));
  refuse(run, next, outcome.error);
  return { answered: 1, isTakenBack: taken.length > 1 };
}

/**
 * Takes from the line what fits in one group, commits it, then answers. Never throws.
 *
 * A savepoint keeps a copy of each page that a mutation changes, which costs a small write a fifth more and a bulk write
 * half as much again. Hardly any mutation throws, and those that do find out before they write: nothing is to be taken back
 * then. When one throws after it has written, the transaction is, and those before it go back to the line: they are run
 * again from the beginning, by a group that is careful. So are they when SQLite takes the transaction back because the disk
 * has no room for one. What joins bulk ones, whose work is long, has a savepoint as well.
 */
async function commitGroup(run: GroupRun, isCareful: boolean): Promise<GroupEnd> {
  const { connection, line, context, commits, wakeJobs } = run;
  const taken: Pending[] = [];
  const limitMs = Math.min(Math.max(GROUP_MS, run.lastCommitMs * WORK_PER_COMMIT), GROUP_MS_MAX);
  const group: GroupSoFar = { taken, hasBulk: false, interactiveSinceMs: undefined, limitMs };
  const outcomes: Settled[] = [];
  try {
    connection.run("begin immediate", {});
    await turn();
    for (let next = line.first(); next; next = await nextMember(line, group, context.now)) {
      const isSaved = addTo(group, next, isCareful, context.now);
      const writesBefore = connection.writes();
      const outcome = await (isSaved ? runInSavepoint : runMutation)(run, next.request);
      const isDone = connection.writes() > writesBefore && !isSaved;
      if ("error" in outcome && (outcome.isLost || isDone)) return startOver(run, taken, next, outcome);
      outcomes.push({ pending: next, outcome });
    }
    const commitsFromMs = context.now();
    countCommit(commits, () => connection.run("commit", {}));
    run.lastCommitMs = context.now() - commitsFromMs;
  } catch (error) {
    return giveUp(run, taken, error);
  }
  for (const each of outcomes) answer(run, each);
  if (outcomes.some(({ outcome }) => "wakesJobs" in outcome && outcome.wakesJobs)) wakeJobs();
  return { answered: taken.length };
}
