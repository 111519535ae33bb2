import { jsonOrNullColumn } from "../keyed-table.ts";
import type { MutationContext, Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, text } from "../rows.ts";
import { called, type SelectedBy, selection } from "../selection.ts";
import { type ColumnType, jsonColumn, NUMBER, TEXT } from "../table.ts";
import type { JobKind, JobKinds, QueueName } from "./kinds.ts";
import { LEASE_MS } from "./lease.ts";

const JOB = selection("job", {
  jobId: called("id", NUMBER),
  token: called("lease_token", NUMBER),
  uid: TEXT,
  tenantId: TEXT,
  // As it was claimed.
  queue: TEXT as ColumnType<string> as ColumnType<QueueName>,
  kind: TEXT,
  payload: jsonColumn<unknown>(),
  /** What the last committed step noted; `null` on the first run. */
  checkpoint: jsonOrNullColumn<unknown>(),
});
/** A claimed job. */
export type Job = SelectedBy<typeof JOB>;

export interface EnqueueOptions {
  queue: QueueName;
  /** Its id, where somebody must know it. */
  uid?: string;
  /** Absent: now. */
  runAtMs?: number;
  /** While a job with this key waits or runs in the queue, another one is not added. */
  uniqueKey?: string;
  /** Lower first, inside one tenant. */
  priority?: number;
  attemptsMax?: number;
  /** It is not ready before `runAtMs`, which is half an hour ahead at most. */
  isDelayed?: boolean;
}

/** Adds a job in the caller's transaction, so the work and the change that starts it land together or not at all. */
export async function enqueue<K extends JobKind>(
  tx: Tx,
  kind: K,
  payload: JobKinds[K]["payload"],
  { now, newId }: Pick<MutationContext, "now" | "newId">,
  {
    uid = newId(),
    runAtMs = now(),
    queue,
    uniqueKey,
    priority = 100,
    attemptsMax = 5,
    isDelayed = false,
  }: EnqueueOptions,
): Promise<void> {
  await tx.send(
    `insert into job (uid, tenant_id, queue, kind, state, payload, priority, attempts_max, unique_key, run_at_ms,
                      created_at_ms)
     values (:uid, :tenant, :queue, :kind, :state, :payload, :priority, :attemptsMax, :uniqueKey, :runAtMs, :runAtMs)
     on conflict do nothing`,
    {
      uid,
      queue,
      kind,
      state: isDelayed ? "scheduled" : "ready",
      payload: JSON.stringify(payload),
      priority,
      attemptsMax,
      uniqueKey: uniqueKey ?? null,
      runAtMs,
    },
  );
  tx.wakeJobs();
}

/** No job is made to wait for longer: a later time was stored before the machine's clock was set back. */
const AHEAD_MAX_MS = 1_800_000;

/** Whether a time at which a job is due has come, or lies so far ahead that another clock must have set it. */
export const isDue = (dueAtMs: number, nowMs: number): boolean => dueAtMs <= nowMs || dueAtMs > nowMs + AHEAD_MAX_MS;

/** Makes the jobs ready whose time has come; returns how many. */
export const promoteDue = (tx: Tx, nowMs: number) =>
  tx.run(
    `update job set state = 'ready'
      where id in (select id from job where state = 'scheduled' and (run_at_ms <= :nowMs or run_at_ms > :latestMs)
                    order by run_at_ms limit 500)`,
    { nowMs, latestMs: nowMs + AHEAD_MAX_MS },
  );

/** How many jobs of a queue a tenant may have running: its share before others that wait for theirs, and the most it may have. */
export interface Share {
  share: number;
  most: number;
}

const ANY: Share = { share: 1_000_000, most: 1_000_000 };
/** Whether a tenant's next job of a queue may begin. */
const MAY_BEGIN = "ready > 0 and running < min(running_max, :most)";

/** Takes up to `limit` ready jobs of the tenant whose turn it is: of those that have not their share, if any. */
export const claimReady = (
  tx: Tx,
  {
    queue,
    owner,
    nowMs,
    leaseMs,
    limit,
    share: { share, most } = ANY,
  }: {
    queue: QueueName;
    owner: string;
    nowMs: number;
    /** Now, by the clock of leases. */
    leaseMs: number;
    limit: number;
    share?: Share | undefined;
  },
) =>
  tx.all(
    `update job set state = 'running', attempts = attempts + 1, lease_token = lease_token + 1, lease_owner = :owner,
            lease_until_ms = :untilMs, claimed_at_ms = :leaseMs, progressed_at_ms = null,
            started_at_ms = coalesce(started_at_ms, :nowMs)
      where id in (
        select id from job
         where state = 'ready' and queue = :queue and tenant_id =
               (select tenant_id from job_lane
                 where queue = :queue and ${MAY_BEGIN} order by running >= :share, virtual_time limit 1)
         order by priority, run_at_ms, id limit :limit)
     returning ${JOB.selected}`,
    { queue, owner, nowMs, leaseMs, untilMs: leaseMs + LEASE_MS, limit, share, most },
    JOB.read,
  );

/** What is to be done for jobs that are not ready, in Unix milliseconds; `null` when there are none of the kind. */
export interface Outlook {
  /** When the next scheduled one is due. */
  nextDueAtMs: number | null;
  /** When the first lease of those that run ends. */
  leaseEndsAtMs: number | null;
}

export const readOutlook = (db: Reader): Promise<Outlook> =>
  db.one(
    `select (select min(run_at_ms) from job where state = 'scheduled') as due,
            (select min(lease_until_ms) from job where state = 'running') as lease_ends`,
    {},
    (row) => ({ nextDueAtMs: numberOrNull(row, "due"), leaseEndsAtMs: numberOrNull(row, "lease_ends") }),
  );

/** Whether a job of the queue could be taken now. */
export const isWaiting = (db: Reader, queue: QueueName, { most }: Share): Promise<boolean> =>
  db.one(
    `select exists (select 1 from job_lane where queue = :queue and ${MAY_BEGIN}) as is_waiting`,
    { queue, most },
    (row) => boolean(row, "is_waiting"),
  );

/**
 * Whether a running job holds up others: all slots are taken, its tenant has more than its share of them, or the job has
 * had its turn, and another tenant waits for its own. Of a tenant's jobs only the newest does.
 */
export const isInTheWay = (
  db: Reader,
  { jobId, tenantId, queue, isTurnOver }: Pick<Job, "jobId" | "tenantId" | "queue"> & { isTurnOver: boolean },
  { share, most }: Share,
): Promise<boolean> =>
  db.one(
    `select (select sum(running) from job_lane where queue = :queue) >= :most
        and (:isTurnOver = 1
          or exists (select 1 from job_lane where queue = :queue and tenant_id = :tenantId and running > :share))
        and exists (select 1 from job_lane where queue = :queue and tenant_id <> :tenantId
                       and ready > 0 and running < min(running_max, :share))
        and :jobId = (select max(id) from job
                       where state = 'running' and queue = :queue and tenant_id = :tenantId) as is_in_the_way`,
    { jobId, tenantId, queue, share, most, isTurnOver: isTurnOver ? 1 : 0 },
    (row) => boolean(row, "is_in_the_way"),
  );

/** Whether a job of the queue could be taken now, and what is to be done for those that are not ready. */
export const readOutlookOf = (
  db: Reader,
  queue: QueueName,
  { most }: Share = ANY,
): Promise<Outlook & { isWaiting: boolean }> =>
  db.one(
    `select (select min(run_at_ms) from job where state = 'scheduled') as due,
            (select min(lease_until_ms) from job where state = 'running') as lease_ends,
            exists (select 1 from job_lane where queue = :queue and ${MAY_BEGIN}) as is_waiting`,
    { queue, most },
    (row) => ({
      nextDueAtMs: numberOrNull(row, "due"),
      leaseEndsAtMs: numberOrNull(row, "lease_ends"),
      isWaiting: boolean(row, "is_waiting"),
    }),
  );

/** How many jobs wait and run, over all tenants. */
export const countJobs = (db: Reader) =>
  db.all("select queue, sum(ready) as ready, sum(running) as running from job_lane group by queue", {}, (row) => ({
    queue: text(row, "queue"),
    ready: number(row, "ready"),
    running: number(row, "running"),
  }));

/** Deletes jobs that ended before `beforeMs`, failed ones before `failedBeforeMs`; at most `limit`. Returns how many. */
export const deleteFinished = (
  tx: Tx,
  { beforeMs, failedBeforeMs, limit }: { beforeMs: number; failedBeforeMs: number; limit: number },
) =>
  tx.run(
    `delete from job where id in
       (select id from job
         where finished_at_ms < :beforeMs and (state <> 'failed' or finished_at_ms < :failedBeforeMs)
         order by finished_at_ms limit :limit)`,
    { beforeMs, failedBeforeMs, limit },
  );
