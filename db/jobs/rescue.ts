import type { Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";
import { type FailedJob, LEASE_MS } from "./lease.ts";

/** What is noted of a job whose thread died. */
const DIED = "its thread died";
const DEATHS_MAX = 3;
/** Who ran for as long without coming further is at fault even beside others. */
const LONG_MS = 60_000;
/** Before a job runs a third time without having come further, and longer before each later time. */
const APART_MS = 30_000;
const APART_MAX_MS = 600_000;

/** A running job whose thread is gone. */
interface Orphan extends Omit<FailedJob, "error"> {
  id: number;
  want: string | null;
  deaths: number;
  interruptions: number;
  /** Whether it came further in this run. */
  hasProgressed: boolean;
  /** For how long it ran, as far as is known, since it last came further. */
  stillMs: number;
}

const readOrphan = (row: Row): Orphan => ({
  id: number(row, "id"),
  tenantId: text(row, "tenant_id"),
  kind: text(row, "kind"),
  payload: text(row, "payload"),
  want: textOrNull(row, "want"),
  deaths: number(row, "deaths"),
  interruptions: number(row, "interruptions"),
  hasProgressed: number(row, "has_progressed") === 1,
  stillMs: number(row, "still_ms"),
});

/** How long such a job waits for another one to end before it is looked at again. */
const TURN_MS = 5_000;
/** After so many interruptions without coming further a job runs only when no other such job does. */
const APART_FROM = 2;

/**
 * Whether a death counts against the job: when it was alone, when no other that was in hand failed to come further, when no
 * other was set apart because of earlier deaths, or when it ran for long without coming further.
 */
function counts(orphan: Orphan, orphans: readonly Orphan[]): boolean {
  const isOnly = (list: readonly Orphan[]) => list.length === 1 && list[0] === orphan;
  const stuck = orphans.filter(({ hasProgressed }) => !hasProgressed);
  const apart = stuck.filter(({ interruptions }) => interruptions >= APART_FROM);
  return orphan.stillMs >= LONG_MS || isOnly(orphans) || isOnly(stuck) || isOnly(apart);
}

/** What becomes of a job whose thread is gone, in the columns of its row. */
interface Fate {
  id: number;
  state: "cancelled" | "paused" | "failed" | "scheduled" | "ready";
  deaths: number;
  interruptions: number;
  /** How long it waits before it may run. */
  delayMs: number;
}

function fateOf(orphan: Orphan, orphans: readonly Orphan[]): Fate {
  const { id, want } = orphan;
  const deaths = orphan.deaths + (counts(orphan, orphans) ? 1 : 0);
  const interruptions = orphan.interruptions + 1;
  const fate = { id, deaths, interruptions, delayMs: 0 };
  if (want !== null) return { ...fate, state: want === "cancel" ? "cancelled" : "paused" };
  if (deaths >= DEATHS_MAX) return { ...fate, state: "failed" };
  if (interruptions < APART_FROM) return { ...fate, state: "ready" };
  const delayMs = Math.min(APART_MAX_MS, APART_MS * (interruptions - 1));
  return { ...fate, state: "scheduled", delayMs };
}

/**
 * Takes back the running jobs whose lease ended before `beforeMs` of the lease's clock. A process that dies takes all its
 * jobs with it, most of them innocent: the first time each runs again at once, later one at a time and after a pause, so
 * that a process that goes on dying does so without them. A job at whose fault it has died three times has failed, so that
 * one poisonous file cannot end the process for ever; those are returned. `nowMs` is Unix milliseconds.
 */
export async function rescue(tx: Tx, { beforeMs, nowMs }: { beforeMs: number; nowMs: number }): Promise<FailedJob[]> {
  const orphans = await tx.all(
    `select id, tenant_id, kind, payload, want, deaths, interruptions, progressed_at_ms is not null as has_progressed,
            lease_until_ms - ${LEASE_MS} - coalesce(progressed_at_ms, claimed_at_ms, lease_until_ms - ${LEASE_MS}) as still_ms
       from job where state = 'running' and lease_until_ms < :beforeMs order by id`,
    { beforeMs },
    readOrphan,
  );
  if (orphans.length === 0) return [];
  const fates = orphans.map((orphan) => fateOf(orphan, orphans));
  await tx.runMany(
    `update job set state = :state, deaths = :deaths, interruptions = :interruptions, error = '${DIED}', want = null,
            attempts = attempts - 1, lease_until_ms = null, lease_owner = null,
            run_at_ms = iif(:delayMs > 0, cast(:nowMs + :delayMs as integer), run_at_ms),
            finished_at_ms = iif(:state in ('failed', 'cancelled'), cast(:nowMs as integer), null)
      where id = :id and state = 'running'`,
    fates.map((fate) => ({ ...fate, nowMs })),
  );
  const failed = new Set(fates.filter(({ state }) => state === "failed").map(({ id }) => id));
  return orphans
    .filter(({ id }) => failed.has(id))
    .map(({ tenantId, kind, payload }) => ({ tenantId, kind, payload, error: DIED }));
}

/**
 * Of the jobs that are set apart lets one at a time become due, and none while such a job runs. One that is ready is in
 * nobody's way: its tenant's jobs may be halted.
 */
export const holdApart = (tx: Tx, nowMs: number) =>
  tx.run(
    `update job set run_at_ms = cast(:nowMs + ${TURN_MS} as integer)
      where state = 'scheduled' and interruptions >= ${APART_FROM} and run_at_ms <= :nowMs
        and (exists (select 1 from job as other
                      where other.state = 'running' and other.interruptions >= ${APART_FROM})
          or id <> (select min(other.id) from job as other
                     where other.state = 'scheduled' and other.interruptions >= ${APART_FROM}
                       and other.run_at_ms <= :nowMs))`,
    { nowMs },
  );

/**
 * Clears the jobs that waited when a process died: it did so without them. For the start of a process that is alone on its
 * database.
 */
export const clearWaiting = (tx: Tx, nowMs: number) =>
  tx.run("update job set deaths = 0 where state = 'scheduled' and run_at_ms > :nowMs and interruptions > 0", { nowMs });

/** Takes back the death of a job whose thread turns out to be alive: it was only slow, and another goes on with the job. */
export const takeBackDeath = (tx: Tx, jobId: number, token: number) =>
  tx.run(
    `update job set deaths = max(0, deaths - 1), interruptions = max(0, interruptions - 1)
      where tenant_id = :tenant and id = :jobId
        and ((lease_token = :token and state in ('ready', 'scheduled')) or (lease_token = :token + 1 and state = 'running'))`,
    { jobId, token },
  );
