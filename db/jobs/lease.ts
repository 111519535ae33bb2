import type { JobStep, Lease, MutationContext, Tx } from "../ports.ts";
import { textOrNull } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT } from "../table.ts";

export const LEASE_MS = 30_000;
/** What leases are counted by: a clock that does not go back, where there is one. */
export const leaseNowMs = ({ now, leases }: MutationContext): number => leases?.now() ?? now();
const BACKOFF_BASE_MS = 5_000;
const BACKOFF_MAX_MS = 900_000;

/** This run of the job was given up: another has its lease now, and nothing more of this one is stored. */
class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A user cancelled or paused the job, or halted its tenant's: what it was about to commit is not stored. */
class JobStopped extends Error {
  override readonly name = "JobStopped";
}

/** By name, because errors lose their class between threads. */
export const isLeaseLost = (error: unknown) => error instanceof Error && error.name === "LeaseLost";
export const isJobStopped = (error: unknown) => error instanceof Error && error.name === "JobStopped";

const HELD = "id = :jobId and lease_token = :token and state = 'running'";
const HALTED = `exists (select 1 from job_lane
  where job_lane.queue = job.queue and job_lane.tenant_id = job.tenant_id and job_lane.running_max = 0)`;

/**
 * The fence: renews the lease. Throws `LeaseLost` when it is no longer held, `JobStopped` when the job is to be stopped.
 * First statement of everything a job commits. `nowMs` is `leaseNowMs`.
 */
export async function holdLease(tx: Tx, { jobId, token }: Lease, nowMs: number): Promise<void> {
  const held = await tx.first(
    `update job set lease_until_ms = :untilMs where ${HELD}
      returning coalesce(want, iif(${HALTED}, 'halt', null)) as want`,
    { jobId, token, untilMs: nowMs + LEASE_MS },
    (row) => ({ want: textOrNull(row, "want") }),
  );
  if (!held) throw new LeaseLost(`Job ${jobId} is no longer held with token ${token}`);
  if (held.want) throw new JobStopped(`Job ${jobId} was asked to ${held.want}`);
}

/** Notes a step's checkpoint, or ends the job. Call after `holdLease` in the same transaction. */
export async function settleStep(tx: Tx, { lease: { jobId, token }, progress }: JobStep, nowMs: number): Promise<void> {
  if (progress === "none") return;
  if (progress === "done") {
    await tx.send(
      `update job set state = 'done', lease_until_ms = null, lease_owner = null, error = null,
              finished_at_ms = :nowMs where ${HELD}`,
      { jobId, token, nowMs },
    );
  } else {
    const checkpoint = progress === "kept" ? null : JSON.stringify(progress.checkpoint);
    // The lease was renewed by this very transaction, so it shows the time.
    await tx.send(
      `update job set checkpoint = coalesce(:checkpoint, checkpoint), deaths = 0, interruptions = 0,
              interrupted_at_ms = null, apart_ms = 0,
              progressed_at_ms = lease_until_ms - ${LEASE_MS} where ${HELD}`,
      { jobId, token, checkpoint },
    );
  }
}

const FAILED = selection("job", { tenantId: TEXT, kind: TEXT, payload: TEXT, error: TEXT, state: TEXT });
/** A job that will not be tried again, for the family that records the work. */
export type FailedJob = Omit<SelectedBy<typeof FAILED>, "state">;

const onlyFailed = (jobs: SelectedBy<typeof FAILED>[]): FailedJob[] => jobs.filter(({ state }) => state === "failed");

/**
 * Schedules the job again after a backoff that doubles with each attempt; marks it failed when no attempt is left or a
 * retry cannot help (`fatal`). `jitter` is a factor around 1. Returns the job when it failed for good.
 */
export const markFailed = async (
  tx: Tx,
  { jobId, token }: Lease,
  { error, fatal, jitter, nowMs }: { error: string; fatal: boolean; jitter: number; nowMs: number },
) =>
  onlyFailed(
    await tx.all(
      `update job set error = :error, lease_until_ms = null, lease_owner = null, want = null,
              state = iif(:fatal = 1 or attempts >= attempts_max, 'failed', 'scheduled'),
              finished_at_ms = iif(:fatal = 1 or attempts >= attempts_max, cast(:nowMs as integer), null),
              run_at_ms = cast(:nowMs + min(${BACKOFF_MAX_MS}, ${BACKOFF_BASE_MS} << (attempts - 1)) * :jitter as integer)
        where ${HELD}
       returning ${FAILED.selected}`,
      { jobId, token, error, fatal: fatal ? 1 : 0, jitter, nowMs },
      FAILED.read,
    ),
  );

/** Gives a job back at shutdown. The interrupted attempt does not count. */
export const release = (tx: Tx, { jobId, token }: Lease) =>
  tx.run(
    `update job set state = 'ready', lease_until_ms = null, lease_owner = null, attempts = attempts - 1 where ${HELD}`,
    { jobId, token },
  );

/** Gives a job back behind those that wait, or until its time. The attempt does not count. */
export const giveWay = (
  tx: Tx,
  { jobId, token }: Lease,
  { runAtMs, isDelayed }: { runAtMs: number; isDelayed: boolean },
) =>
  tx.run(
    `update job set state = iif(:isDelayed = 1, 'scheduled', 'ready'), lease_until_ms = null, lease_owner = null,
            attempts = attempts - 1, run_at_ms = cast(:runAtMs as integer) where ${HELD}`,
    { jobId, token, runAtMs, isDelayed: isDelayed ? 1 : 0 },
  );

/** Carries out what a running job is to do: cancelled, paused, or given back until its tenant's may go on. */
export const stopAsWanted = (tx: Tx, { jobId, token }: Lease, nowMs: number) =>
  tx.run(
    `update job set state = case want when 'cancel' then 'cancelled' when 'pause' then 'paused' else 'ready' end,
            finished_at_ms = iif(want = 'cancel', cast(:nowMs as integer), null),
            attempts = attempts - 1, lease_until_ms = null, lease_owner = null, want = null
      where ${HELD} and (want is not null or ${HALTED})`,
    { jobId, token, nowMs },
  );
