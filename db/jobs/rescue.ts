import type { Reader, Tx } from "../ports.ts";
import { boolean } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";
import { type FailedJob, LEASE_MS } from "./lease.ts";

/** What is noted of a job whose thread died. */
const DIED = "its thread died";
const DEATHS_MAX = 3;
/** Who ran for as long without coming further is at fault even beside others. */
const LONG_MS = 60_000;
/** Before a job runs a third time without having come further, and longer before each later time. */
const ISOLATED_MS = 30_000;
const ISOLATED_MAX_MS = 600_000;
/** The process must live for this many times as long without a job as it lived with it, at most for 25 minutes. */
const PROOF_TIMES = 2;
const PROOF_MAX_MS = 1_500_000;
/** A thread that lived was seen within this time. */
const BEAT_MS = LEASE_MS / 3;

const BEGUN = `lease_until_ms - ${LEASE_MS}`;
const ORPHAN = selection("job", {
  id: NUMBER,
  tenantId: TEXT,
  kind: TEXT,
  payload: TEXT,
  want: TEXT_OR_NULL,
  deaths: NUMBER,
  interruptions: NUMBER,
  /** Whether it came further in this run. */
  hasProgressed: computed("progressed_at_ms is not null", FLAG),
  /** For how long it ran, as far as is known, since it last came further. */
  stillMs: computed(`${BEGUN} - coalesce(progressed_at_ms, claimed_at_ms, ${BEGUN})`, NUMBER),
  /** For how long it ran, at most. */
  ranMs: computed(`max(0, min(:leaseMs, ${BEGUN} + ${BEAT_MS}) - coalesce(claimed_at_ms, :leaseMs))`, NUMBER),
  /** For how long processes lived before this run without one dying, since one died with it. */
  waitedMs: computed("max(0, coalesce(claimed_at_ms - interrupted_at_ms, 0))", NUMBER),
});
/** A running job whose thread has ended. */
type Orphan = SelectedBy<typeof ORPHAN>;

/** How long such a job waits for another one to end before it is looked at again. */
const TURN_MS = 5_000;
/** After this number of interruptions without progress a job runs only when no other such job does. */
const ISOLATED_FROM = 2;

/**
 * Whether a death counts against the job: when it was alone, when no other running one failed to make progress, when no
 * other was set aside because of earlier deaths, or when it ran for long without progress.
 */
function counts(orphan: Orphan, orphans: readonly Orphan[]): boolean {
  const isOnly = (list: readonly Orphan[]) => list.length === 1 && list[0] === orphan;
  const stuck = orphans.filter(({ hasProgressed }) => !hasProgressed);
  const isolated = stuck.filter(({ interruptions }) => interruptions >= ISOLATED_FROM);
  return orphan.stillMs >= LONG_MS || isOnly(orphans) || isOnly(stuck) || isOnly(isolated);
}

/** What becomes of a job whose thread has ended, in the columns of its row. */
interface Fate {
  id: number;
  state: "cancelled" | "paused" | "failed" | "scheduled" | "ready";
  deaths: number;
  interruptions: number;
  /** How long it waits before it may run. */
  isolatedMs: number;
}

const proofMs = (lifeMs: number) => Math.min(PROOF_MAX_MS, PROOF_TIMES * lifeMs);

function fateOf(orphan: Orphan, orphans: readonly Orphan[]): Fate {
  const { id, want, ranMs, waitedMs } = orphan;
  const deaths = orphan.deaths + (counts(orphan, orphans) ? 1 : 0);
  const interruptions = orphan.interruptions + 1;
  const fate = { id, deaths, interruptions, isolatedMs: 0 };
  if (want !== null) return { ...fate, state: want === "cancel" ? "cancelled" : "paused" };
  // A cause that ends processes again and again would have ended one meanwhile.
  if (deaths >= DEATHS_MAX && waitedMs >= proofMs(ranMs)) return { ...fate, state: "failed" };
  if (interruptions < ISOLATED_FROM) return { ...fate, state: "ready" };
  const isolatedMs = Math.max(Math.min(ISOLATED_MAX_MS, ISOLATED_MS * (interruptions - 1)), proofMs(waitedMs + ranMs));
  return { ...fate, state: "scheduled", isolatedMs };
}

/** The running jobs whose lease ended before `beforeMs`. `leaseMs` is now, by the clock of leases. */
const findOrphans = (tx: Tx, { beforeMs, leaseMs }: { beforeMs: number; leaseMs: number }) =>
  tx.all(
    `select ${ORPHAN.selected}
       from job where state = 'running' and lease_until_ms < :beforeMs order by id`,
    { beforeMs, leaseMs },
    ORPHAN.read,
  );

/**
 * Takes back the running jobs whose lease ended before `beforeMs` of the lease's clock, which shows `leaseMs`. A process that
 * dies takes all its jobs with it, most of them innocent: the first time each runs again at once, later one at a time and
 * after a pause, so that a process that goes on dying does so without them. A job at whose fault it has died three times,
 * while processes lived on for long before the last of them without the job, has failed, so that one poisonous file cannot
 * end the process for ever; those are returned. `nowMs` is Unix milliseconds.
 */
export async function rescue(
  tx: Tx,
  { beforeMs, leaseMs, nowMs }: { beforeMs: number; leaseMs: number; nowMs: number },
): Promise<FailedJob[]> {
  const orphans = await findOrphans(tx, { beforeMs, leaseMs });
  const fates = orphans.map((orphan) => fateOf(orphan, orphans));
  const isExplained = fates.some(({ deaths }, index) => deaths > (orphans[index]?.deaths ?? 0));
  await noteDeath(tx, { leaseMs, nowMs, isExplained });
  if (orphans.length === 0) return [];
  await tx.runMany(
    `update job set state = :state, deaths = :deaths, interruptions = :interruptions, error = '${DIED}', want = null,
            attempts = attempts - 1, lease_until_ms = null, lease_owner = null, interrupted_at_ms = :leaseMs,
            apart_ms = :isolatedMs, run_at_ms = iif(:isolatedMs > 0, cast(:nowMs + :isolatedMs as integer), run_at_ms),
            finished_at_ms = iif(:state in ('failed', 'cancelled'), cast(:nowMs as integer), null)
      where id = :id and state = 'running'`,
    fates.map((fate) => ({ ...fate, leaseMs, nowMs })),
  );
  const failed = new Set(fates.filter(({ state }) => state === "failed").map(({ id }) => id));
  return orphans
    .filter(({ id }) => failed.has(id))
    .map(({ tenantId, kind, payload }) => ({ tenantId, kind, payload, error: DIED }));
}

const SET_ASIDE = "state in ('scheduled', 'ready') and interruptions > 0";
/**
 * Notes for the jobs that waited when a process died that it did so without them: that clears them, unless another job is
 * the reason, and then their wait starts again.
 */
export const noteDeath = (
  tx: Tx,
  { leaseMs, nowMs, isExplained }: { leaseMs: number; nowMs: number; isExplained: boolean },
) =>
  tx.run(
    `update job set interrupted_at_ms = :leaseMs, deaths = iif(:explained = 1, deaths, 0),
            run_at_ms = iif(:explained = 1 and state = 'scheduled', max(run_at_ms, cast(:nowMs + apart_ms as integer)), run_at_ms)
      where ${SET_ASIDE}`,
    { leaseMs, nowMs, explained: isExplained ? 1 : 0 },
  );

/** Whether any job waits that ran when a process died. */
export const isAnySetAside = (db: Reader): Promise<boolean> =>
  db.one(`select exists (select 1 from job where ${SET_ASIDE}) as found`, {}, (row) => boolean(row, "found"));

/**
 * Of the jobs that are set aside lets one at a time become due, and none while such a job runs. One that is ready holds up
 * no other: its tenant's jobs may be halted.
 */
export const releaseIsolated = (tx: Tx, nowMs: number) =>
  tx.run(
    `update job set run_at_ms = cast(:nowMs + ${TURN_MS} as integer)
      where state = 'scheduled' and interruptions >= ${ISOLATED_FROM} and run_at_ms <= :nowMs
        and (exists (select 1 from job as other
                      where other.state = 'running' and other.interruptions >= ${ISOLATED_FROM})
          or id <> (select min(other.id) from job as other
                     where other.state = 'scheduled' and other.interruptions >= ${ISOLATED_FROM}
                       and other.run_at_ms <= :nowMs))`,
    { nowMs },
  );

/** Ends the jobs whose requests ended with the process. For the start of one that is alone on its database. */
export const endRequested = (tx: Tx, nowMs: number) =>
  tx.run(
    `update job set state = 'cancelled', finished_at_ms = :nowMs, lease_until_ms = null, lease_owner = null
      where queue = 'asked' and state in ('scheduled', 'ready', 'running', 'paused')`,
    { nowMs },
  );

/** Takes back the death of a job whose thread turns out to be alive: it was only slow, and another goes on with the job. */
export const takeBackDeath = (tx: Tx, jobId: number, token: number) =>
  tx.run(
    `update job set deaths = max(0, deaths - 1), interruptions = max(0, interruptions - 1)
      where tenant_id = :tenant and id = :jobId
        and ((lease_token = :token and state in ('ready', 'scheduled')) or (lease_token = :token + 1 and state = 'running'))`,
    { jobId, token },
  );
