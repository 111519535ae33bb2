import { readerOf } from "../handle.ts";
import { queuesWaiting } from "../jobs/queue.ts";
import { type AnyMutation, EVERY_TENANT, type MutationContext, type WriterStats } from "../ports.ts";
import { type CommitCount, countCommit } from "./commit-count.ts";
import type { Connection } from "./connection.ts";
import { type Outcome, runInSavepoint, runMutation } from "./savepoint.ts";
import { StandBys } from "./stand-bys.ts";
import { openStrayAlarm, type Watch } from "./stray-alarm.ts";
import { type Pending, WaitingLine, type WriteRequest } from "./waiting-line.ts";

/** Answers once the request is on disk, or rejects with what its mutation threw. */
export type Submit = (request: WriteRequest) => Promise<unknown>;

export interface GroupCommit {
  submit: Submit;
  /** Answers a request that stands by, unless it is being given a job. */
  recall(request: WriteRequest): void;
  stats(): WriterStats;
}

export interface GroupCommitOptions {
  commits: CommitCount;
  mutations: ReadonlyMap<string, AnyMutation>;
  context: MutationContext;
  /** Called when a group has made jobs ready that nobody stands by for. */
  wakeJobs: () => void;
  /** Called when a group cannot be committed: the process must stop, what is on disk is no longer known. */
  fail: (error: unknown) => void;
}

// A small write waits for at most one group before its own; 5 ms is about one slow fsync.
const GROUP_MS = 5;
const GROUP_MAX = 256;
// Patient mutations touch the same pages of the indexes again and again: each page is written once a commit.
const GROUP_PATIENT_MAX = 8;

/**
 * Runs mutations one after the other on the only writing connection, and commits with one fsync those that queued up
 * meanwhile. Patient ones wait for the others, and are committed together as long as nobody else waits. A mutation that
 * throws takes only itself back. When a commit fails, every caller of the group is refused, and so is all that follows.
 */
export function groupCommit(connection: Connection, options: GroupCommitOptions): GroupCommit {
  const desk: Desk = {
    ...options,
    connection,
    line: new WaitingLine(),
    standBys: new StandBys(),
    watch: openStrayAlarm(),
  };
  const { line, standBys } = desk;
  let running = false;
  /** The next group keeps each mutation apart. */
  let isCareful = false;
  let broken = false;
  let committed = 0;
  let groups = 0;

  async function commitAll(): Promise<void> {
    running = true;
    while (line.length > 0) {
      const { answered, isTakenBack } = await commitGroup(desk, isCareful);
      isCareful = isTakenBack;
      broken ||= answered === 0;
      committed += answered;
      groups++;
    }
    running = false;
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(new Error("A commit has failed: nothing is written any more"));
        line.add({ request, resolve, reject });
        if (!running) void commitAll();
      }),
    recall: (request) => standBys.recall(request),
    stats: () => ({ queued: line.length, committed, groups }),
  };
}

/** What a group is made with. */
interface Desk extends GroupCommitOptions {
  connection: Connection;
  line: WaitingLine;
  standBys: StandBys;
  watch: Watch;
}

// What has arrived is in the line after a turn of the event loop.
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** What a group has taken so far. */
interface GroupSoFar {
  taken: Pending[];
  hasPatient: boolean;
  /** When it took the first that is not patient. */
  hastySinceMs: number | undefined;
}

/** Adds one to the group. Returns whether it needs a savepoint. */
function addTo(group: GroupSoFar, next: Pending, isCareful: boolean, now: () => number): boolean {
  const isPatient = next.request.options.patient === true;
  // The first has nobody to take along.
  const isSaved = group.taken.length > 0 && !isPatient && (isCareful || group.hasPatient);
  group.taken.push(next);
  if (isPatient) group.hasPatient = true;
  else group.hastySinceMs ??= now();
  return isSaved;
}

/** What the group takes next; when it has to wait for what arrives, a promise. */
function nextMember(line: WaitingLine, { taken, hastySinceMs }: GroupSoFar, now: () => number) {
  if (hastySinceMs === undefined) return nextBesidePatient(line, taken.length);
  if (taken.length >= GROUP_MAX || now() - hastySinceMs >= GROUP_MS) return undefined;
  return line.nextHasty();
}

/** Between patient ones, which take long, the group lets in what has arrived meanwhile. */
async function nextBesidePatient(line: WaitingLine, count: number): Promise<Pending | undefined> {
  await turn();
  return line.nextHasty() ?? (count < GROUP_PATIENT_MAX ? line.nextPatient() : undefined);
}

/** A request that was run, and what came of it. */
interface Settled {
  pending: Pending;
  outcome: Outcome;
}

/** It looked for a job in vain, and is not answered before it has one. */
const hasFoundNothing = ({ pending: { request }, outcome }: Settled) =>
  request.standBy !== undefined && "result" in outcome && outcome.result === undefined;

function answer(settled: Settled): void {
  const { pending, outcome } = settled;
  if ("error" in outcome) pending.reject(outcome.error);
  else if (!hasFoundNothing(settled)) pending.resolve(outcome.result);
}

/**
 * Gives the jobs that the group has made ready to those who stand by, in the open transaction: a job that was just stored is
 * taken by the same commit, instead of by another one with an fsync of its own. Returns whether jobs are left. Throws only
 * when SQLite cannot go back.
 */
async function handOver({ standBys, ...desk }: Desk, { taken }: GroupSoFar, outcomes: Settled[]): Promise<boolean> {
  const wakes = outcomes.some(({ outcome }) => "wakesJobs" in outcome && outcome.wakesJobs);
  const idle = outcomes.filter(hasFoundNothing).map(({ pending }) => pending);
  for (const each of idle) standBys.add(each);
  if (!wakes || standBys.size === 0) return wakes;
  const db = readerOf(desk.connection, EVERY_TENANT);
  const inVain: Pending[] = [];
  for (;;) {
    const queues = await queuesWaiting(db);
    const pending = standBys.take(queues);
    if (!pending) {
      for (const each of inVain) standBys.add(each);
      return queues.length > 0;
    }
    taken.push(pending);
    // Whoever cannot take a job must not take back the change that wanted it.
    const settled = { pending, outcome: await runInSavepoint(desk, pending.request) };
    outcomes.push(settled);
    if (hasFoundNothing(settled)) inVain.push(pending);
  }
}

interface GroupEnd {
  /** How many it answered; 0 when it could not be committed. */
  answered: number;
  /** One has thrown after it had written, and those before it wait again. */
  isTakenBack: boolean;
}

/**
 * Takes from the line what fits in one group, commits it, then answers. Never throws.
 *
 * A savepoint keeps a copy of each page that a mutation changes, which costs a small write a fifth more and a bulk write
 * half as much again. Hardly any mutation throws, and those that do find out before they write: nothing is to be taken
 * back then. When one throws after it has written, the transaction is, and those before it go back to the line: they are
 * run again from the beginning, by a group that is careful. What joins patient ones, whose work is long, has a savepoint
 * as well.
 */
async function commitGroup(desk: Desk, isCareful: boolean): Promise<GroupEnd> {
  const { connection, line, standBys, context, commits, wakeJobs, fail } = desk;
  const taken: Pending[] = [];
  const group: GroupSoFar = { taken, hasPatient: false, hastySinceMs: undefined };
  const outcomes: Settled[] = [];
  let isLeft = false;
  try {
    connection.run("begin immediate", {});
    await turn();
    for (let next = line.first(); next; next = await nextMember(line, group, context.now)) {
      const isSaved = addTo(group, next, isCareful, context.now);
      const writesBefore = connection.writes();
      const outcome = await (isSaved ? runInSavepoint : runMutation)(desk, next.request);
      if ("error" in outcome && !isSaved && connection.writes() > writesBefore) {
        connection.run("rollback", {});
        line.putBack(taken.slice(0, -1));
        next.reject(outcome.error);
        return { answered: 1, isTakenBack: taken.length > 1 };
      }
      outcomes.push({ pending: next, outcome });
    }
    isLeft = await handOver(desk, group, outcomes);
    countCommit(commits, () => connection.run("commit", {}));
  } catch (error) {
    // Those that wait would find a transaction that is neither open nor closed.
    for (const { reject } of [...taken, ...line.takeAll(), ...standBys.takeAll()]) reject(error);
    fail(error);
    return { answered: 0, isTakenBack: false };
  }
  for (const each of outcomes) answer(each);
  if (isLeft) wakeJobs();
  return { answered: taken.length, isTakenBack: false };
}
