import type { AnyMutation, MutationContext, WriterStats } from "../ports.ts";
import type { Connection } from "./connection.ts";
import { type Outcome, runInSavepoint, runMutation } from "./savepoint.ts";
import { type Pending, WaitingLine, type WriteRequest } from "./waiting-line.ts";

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
  const line = new WaitingLine();
  let running = false;
  /** The next group keeps each mutation apart. */
  let isCareful = false;
  let broken = false;
  let committed = 0;
  let groups = 0;

  async function commitAll(): Promise<void> {
    running = true;
    while (line.length > 0) {
      const { answered, isTakenBack } = await commitGroup(connection, options, line, isCareful);
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
    stats: () => ({ queued: line.length, committed, groups }),
  };
}

// What has arrived is in the line after a turn of the event loop.
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** The mutations of one group. */
async function* membersOf(line: WaitingLine, now: () => number): AsyncGenerator<Pending> {
  await turn();
  const group: GroupSoFar = { count: 0, hastySinceMs: undefined };
  for (let next = line.first(); next; next = await nextMember(line, group, now)) {
    group.count++;
    if (!next.request.options.patient) group.hastySinceMs ??= now();
    yield next;
  }
}

interface GroupSoFar {
  count: number;
  /** When it took the first that is not patient. */
  hastySinceMs: number | undefined;
}

/** What the group takes next. Between patient ones, which take long, it lets in what has arrived meanwhile. */
async function nextMember(
  line: WaitingLine,
  { count, hastySinceMs }: GroupSoFar,
  now: () => number,
): Promise<Pending | undefined> {
  if (hastySinceMs !== undefined) {
    return count < GROUP_MAX && now() - hastySinceMs < GROUP_MS ? line.nextHasty() : undefined;
  }
  await turn();
  return line.nextHasty() ?? (count < GROUP_PATIENT_MAX ? line.nextPatient() : undefined);
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
async function commitGroup(
  connection: Connection,
  options: GroupCommitOptions,
  line: WaitingLine,
  isCareful: boolean,
): Promise<GroupEnd> {
  const { wakeJobs, fail } = options;
  const group: Pending[] = [];
  const answers: (() => void)[] = [];
  let wakes = false;
  try {
    connection.run("begin immediate", {});
    for await (const pending of membersOf(line, options.context.now)) {
      const { request, resolve, reject } = pending;
      // The first has nobody to take along.
      const isSaved = group.length > 0 && !isPatient(pending) && (isCareful || group.some(isPatient));
      group.push(pending);
      const writesBefore = connection.writes();
      const outcome = await runOne(connection, options, request, isSaved);
      if ("error" in outcome && !isSaved && connection.writes() > writesBefore) {
        connection.run("rollback", {});
        line.putBack(group.slice(0, -1));
        reject(outcome.error);
        return { answered: 1, isTakenBack: group.length > 1 };
      }
      answers.push(() => ("error" in outcome ? reject(outcome.error) : resolve(outcome.result)));
      wakes ||= "wakesJobs" in outcome && outcome.wakesJobs;
    }
    connection.run("commit", {});
  } catch (error) {
    // Those that wait would find a transaction that is neither open nor closed.
    for (const { reject } of [...group, ...line.takeAll()]) reject(error);
    fail(error);
    return { answered: 0, isTakenBack: false };
  }
  for (const answer of answers) answer();
  if (wakes) wakeJobs();
  return { answered: group.length, isTakenBack: false };
}

const isPatient = ({ request }: Pending): boolean => request.options.patient === true;

/** Runs one mutation of a group, with a savepoint or without. */
async function runOne(
  connection: Connection,
  { mutations, context }: GroupCommitOptions,
  request: WriteRequest,
  isSaved: boolean,
): Promise<Outcome> {
  const { strayed, clear } = strayAlarm();
  const run = isSaved ? runInSavepoint : runMutation;
  const outcome = await run(connection, mutations.get(request.name), request, { context, strayed });
  clear();
  return outcome;
}

/**
 * Rejects when the event loop turns while a mutation runs. `tx` answers at once, so that happens only when it awaits
 * something else; it would hold up every writer of the process.
 */
function strayAlarm() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const alarm = setImmediate(() => reject(new TypeError("A mutation may await nothing but tx")));
  return { strayed: promise, clear: () => clearImmediate(alarm) };
}
