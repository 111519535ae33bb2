import type { AnyMutation, MutationContext } from "../ports.ts";
import type { Watch } from "./await-alarm.ts";
import type { CommitCount } from "./commit-count.ts";
import type { Connection } from "./connection.ts";
import { type DiskRefuses, diskRefusal, isDiskRefusal } from "./disk-refusal.ts";
import type { HeldLine } from "./held-line.ts";
import type { Outcome } from "./savepoint.ts";
import type { Pending, WaitingLine } from "./waiting-line.ts";

export interface GroupCommitOptions {
  commits: CommitCount;
  mutations: ReadonlyMap<string, AnyMutation>;
  context: MutationContext;
  /** Called when a group has made jobs ready. */
  wakeJobs: () => void;
  /** Called when a group cannot be committed: the process must stop, what is on disk is no longer known. */
  fail: (error: unknown) => void;
  /** Called when the disk takes no writes. */
  noteRefusal?: (error: DiskRefuses) => void;
  /** Hears under which name a damaged search index was set aside. */
  noteDamage?: (aside: string) => void;
  /** Called with the path of a missing write-ahead log when the last run did not close the database. */
  noteLostLog?: (missing: string) => void;
}

/** What a group is made with. */
export interface GroupRun extends GroupCommitOptions {
  connection: Connection;
  line: WaitingLine;
  held: HeldLine;
  watch: Watch;
  /** How long the last commit took. */
  lastCommitMs: number;
}

/** A request that was run, and what came of it. */
export interface Settled {
  pending: Pending;
  outcome: Outcome;
}

/** Rejects one that was not written, or has it wait until the disk takes it. */
export function refuse({ held, noteRefusal }: GroupRun, pending: Pending, error: unknown): void {
  const isRefused = isDiskRefusal(error);
  if (isRefused) noteRefusal?.(error);
  if (!isRefused || !held.add(pending)) pending.reject(error);
}

export function answer(run: GroupRun, { pending, outcome }: Settled): void {
  if ("error" in outcome) refuse(run, pending, outcome.error);
  else pending.resolve(outcome.result);
}

export interface GroupEnd {
  /** How many it answered. */
  answered: number;
  /** One has thrown after it had written, and those before it wait again. */
  isTakenBack?: boolean;
  /** It could not be committed, and nothing may be any more. */
  isBroken?: boolean;
}

/** What becomes of a group that could not be begun or committed. Never throws. */
export function giveUp(run: GroupRun, taken: Pending[], error: unknown): GroupEnd {
  const { connection, line, fail } = run;
  try {
    const refusal = diskRefusal(error, connection.path);
    if (refusal) {
      if (connection.isInTransaction()) connection.run("rollback", {});
      // Where none can be begun none is taken.
      for (const each of taken.length > 0 ? taken : line.takeAll()) refuse(run, each, refusal);
      return { answered: 0 };
    }
  } catch {
    // SQLite cannot go back: what was to be refused has no meaning any more.
  }
  // Those that wait would find a transaction that is neither open nor closed.
  for (const { reject } of [...taken, ...line.takeAll()]) reject(error);
  fail(error);
  return { answered: 0, isBroken: true };
}
