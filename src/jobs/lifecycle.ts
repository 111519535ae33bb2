import type { QueueName } from "../../db/jobs/kinds.ts";
import {
  type FailedJob,
  giveWay,
  holdLease,
  isJobStopped,
  isLeaseLost,
  leaseNowMs,
  markFailed,
  release,
  stopAsWanted,
} from "../../db/jobs/lease.ts";
import { claimReady, isDue, promoteDue, readOutlook, readOutlookOf, type Share } from "../../db/jobs/queue.ts";
import {
  endRequested,
  isAnySetAside,
  noteDeath,
  releaseIsolated,
  rescue,
  takeBackDeath,
} from "../../db/jobs/rescue.ts";
import { type Lease, type MutationContext, mutation, type Reader, type Tx } from "../../db/ports.ts";

/** Marks the import, export, … of each failed job as failed too, as its family says. */
async function noteFailures(tx: Tx, jobs: FailedJob[], context: MutationContext): Promise<void> {
  if (jobs.length > 0 && !context.failures) throw new Error("Nothing says what follows a failed job");
  for (const { tenantId, kind, payload, error } of jobs) {
    // enqueue() tied the payload to its kind; the compiler cannot see through the registry.
    await context.failures?.get(kind)?.(tx.as(tenantId), JSON.parse(payload) as never, error, context);
  }
}

/**
 * Takes back the jobs whose lease ran out, and makes those ready whose time has come. Returns when the next one is due.
 * When there is nothing to do, as nearly always, it takes one statement.
 */
async function lookAfter(tx: Tx, nowMs: number, context: MutationContext): Promise<number | null> {
  const { nextDueAtMs, leaseEndsAtMs } = await readOutlook(tx);
  const leaseMs = leaseNowMs(context);
  const beforeMs = leaseMs - (context.leases?.graceMs ?? 0);
  if (leaseEndsAtMs !== null && leaseEndsAtMs < beforeMs) {
    await noteFailures(tx, await rescue(tx, { beforeMs, leaseMs, nowMs }), context);
  }
  if (nextDueAtMs === null || !isDue(nextDueAtMs, nowMs)) return nextDueAtMs;
  await releaseIsolated(tx, nowMs);
  // The one that claims may have no hand free for what has become ready.
  if ((await promoteDue(tx, nowMs)) > 0) tx.wakeJobs();
  return (await readOutlook(tx)).nextDueAtMs;
}

interface Claim {
  queue: QueueName;
  owner: string;
  limit: number;
  /** What a tenant may have of the queue's slots; absent: all. */
  share?: Share;
}

/**
 * Takes ready jobs of one queue, after making those ready whose time has come and taking back those whose lease ran
 * out. `nextDueAtMs` is `null` when nothing is scheduled.
 */
export const claimJobs = mutation("jobs.claim", async (tx, { queue, owner, limit, share }: Claim, context) => {
  const nowMs = context.now();
  const nextDueAtMs = await lookAfter(tx, nowMs, context);
  const leaseMs = leaseNowMs(context);
  return { jobs: await claimReady(tx, { queue, owner, nowMs, leaseMs, limit, share }), nextDueAtMs };
});

/** Whether `claimJobs` has something to do, and when it next will have if nothing comes: claims are written, this is read. */
export async function lookForJobs(
  db: Reader,
  { queue, share }: { queue: QueueName; share?: Share },
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<{ isWorthwhile: boolean; nextDueAtMs: number | null }> {
  const { isWaiting, nextDueAtMs, leaseEndsAtMs } = await readOutlookOf(db, queue, share);
  const isLate = nextDueAtMs !== null && isDue(nextDueAtMs, nowMs);
  return { isWorthwhile: isWaiting || isLate || (leaseEndsAtMs !== null && leaseEndsAtMs < leaseMs), nextDueAtMs };
}

/** Holds a lease for longer while a handler waits for something slow. Says whether to go on. */
export const renewLease = mutation("jobs.renew", async (tx, lease: Lease, context) => {
  try {
    await holdLease(tx, lease, leaseNowMs(context));
    return "held" as const;
  } catch (error) {
    if (isLeaseLost(error)) return "lost" as const;
    if (isJobStopped(error)) return "stopped" as const;
    throw error;
  }
});

/** Schedules a failed job again, or ends it and the record it works for. `jitter` spreads retries. */
export const failJob = mutation(
  "jobs.fail",
  async (
    tx,
    { lease, error, fatal, jitter }: { lease: Lease; error: string; fatal: boolean; jitter: number },
    context,
  ) => noteFailures(tx, await markFailed(tx, lease, { error, fatal, jitter, nowMs: context.now() }), context),
);

/** Gives a job back, to go on where it was. */
export const releaseJob = mutation("jobs.release", async (tx, lease: Lease) => {
  await release(tx, lease);
  tx.wakeJobs();
});

/** A job waits for no longer at once: its clock could have been set. It then looks again. */
const TURN_WAIT_MAX_MS = 20 * 60_000;

/** Puts a job behind those that wait, to go on where it was, and not before a time. */
export const giveTurn = mutation("jobs.give-turn", async (tx, turn: Lease & { waitMs: number }, { now }) => {
  const { waitMs, ...lease } = turn;
  await giveWay(tx, lease, { runAtMs: now() + Math.min(waitMs, TURN_WAIT_MAX_MS), isDelayed: waitMs > 0 });
  tx.wakeJobs();
});

/** Cancels or pauses a running job that is to be stopped. */
export const stopJob = mutation("jobs.stop", (tx, lease: Lease, { now }) => stopAsWanted(tx, lease, now()));

/** Changes nothing of its own: written as a job's last step, it ends a job that had nothing left to do. */
export const finishJob = mutation("jobs.finish", async () => undefined);

/** Changes nothing of its own: written as a step, it notes how far a job is. */
export const noteStep = mutation("jobs.note-step", async () => undefined);

/** Says that the thread of a job lives whose lease ran out meanwhile: that was no death of the job. */
export const noteAlive = mutation("jobs.note-alive", (tx, { jobId, token }: Lease) => takeBackDeath(tx, jobId, token));

/** Gives back every running job. For the start of a process that is alone on its database: no thread has begun yet. */
export const rescueJobs = mutation("jobs.rescue", async (tx, _: undefined, context) => {
  const times = { beforeMs: Number.MAX_SAFE_INTEGER, leaseMs: leaseNowMs(context), nowMs: context.now() };
  await endRequested(tx, times.nowMs);
  await noteFailures(tx, await rescue(tx, times), context);
});

/** For the start of a process on a database server: another one may have died, and the jobs that wait did not end it. */
export const noteStart = mutation("jobs.note-start", (tx, _: undefined, context) =>
  noteDeath(tx, { leaseMs: leaseNowMs(context), nowMs: context.now(), isExplained: false }),
);

/** Whether that has anything to note. */
export const hasStartToNote = (db: Reader): Promise<boolean> => isAnySetAside(db);
