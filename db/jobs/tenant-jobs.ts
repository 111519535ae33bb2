import type { Reader, Tx } from "../ports.ts";
import { jsonOrNull, number, text, textOrNull } from "../rows.ts";
import type { QueueName } from "./kinds.ts";

/** How many of a tenant's long tasks wait or run. */
export const countTasks = (db: Reader): Promise<number> =>
  db.one(
    `select coalesce(sum(ready + running), 0) as tasks from job_lane
      where tenant_id = :tenant and queue in ('bulk', 'short', 'outside')`,
    {},
    (row) => number(row, "tasks"),
  );

/** How far a job is, for its owner. */
export const findJobState = (db: Reader, uid: string) =>
  db.first("select state from job where tenant_id = :tenant and uid = :uid", { uid }, (row) => text(row, "state"));

/** How a job that somebody waits for ended, if it has: its state, what it noted last, and why it failed. */
export const findJobOutcome = (db: Reader, uid: string) =>
  db.first("select state, checkpoint, error from job where tenant_id = :tenant and uid = :uid", { uid }, (row) => ({
    state: text(row, "state"),
    noted: jsonOrNull(row, "checkpoint"),
    error: textOrNull(row, "error"),
  }));

/** The names of the unfinished jobs of a queue whose key begins so. */
export const listJobsOf = (db: Reader, queue: QueueName, keyPrefix: string) =>
  db.all(
    `select uid from job
      where tenant_id = :tenant and queue = :queue and unique_key >= :keyPrefix and unique_key < :keyPrefix || '~'
        and state in ('scheduled', 'ready', 'running', 'paused')`,
    { queue, keyPrefix },
    (row) => text(row, "uid"),
  );

/**
 * Asks for the end of a job: one that is not running ends at once, a running one is refused its next commit. Unknown and
 * finished jobs are left alone.
 */
export const cancelJob = (tx: Tx, uid: string, nowMs: number) =>
  tx.run(
    `update job set want = iif(state = 'running', 'cancel', null),
            finished_at_ms = iif(state = 'running', null, :nowMs),
            state = iif(state = 'running', 'running', 'cancelled')
      where tenant_id = :tenant and uid = :uid and state in ('scheduled', 'ready', 'running', 'paused')`,
    { uid, nowMs },
  );

/** Asks a job to stand still: at once when it is not running, else at its next commit. */
export const pauseJob = (tx: Tx, uid: string) =>
  tx.run(
    `update job set want = iif(state = 'running', 'pause', null), state = iif(state = 'running', 'running', 'paused')
      where tenant_id = :tenant and uid = :uid and state in ('scheduled', 'ready', 'running')`,
    { uid },
  );

/** Lets a paused job go on, or takes back a pause it has not obeyed yet. */
export async function resumeJob(tx: Tx, uid: string): Promise<void> {
  await tx.send(
    `update job set want = null, state = iif(state = 'paused', 'ready', state)
      where tenant_id = :tenant and uid = :uid and (state = 'paused' or want = 'pause')`,
    { uid },
  );
  tx.wakeJobs();
}

/** Takes a job out as if it had never been, in the transaction that added it. */
export const deleteJob = (tx: Tx, uid: string) =>
  tx.run("delete from job where tenant_id = :tenant and uid = :uid", { uid });

/** Sets how many of the tenant's jobs of a queue run at a time, and says how many wait or run. */
export async function limitQueue(tx: Tx, queue: QueueName, runningMax: number): Promise<number> {
  await tx.send("insert into job_queue (queue) values (:queue) on conflict do nothing", { queue });
  return tx.one(
    `insert into job_lane (queue, tenant_id, running_max, virtual_time)
      select :queue, :tenant, :runningMax, virtual_time from job_queue where queue = :queue
      on conflict do update set running_max = excluded.running_max
      returning ready + running as jobs`,
    { queue, runningMax },
    (row) => number(row, "jobs"),
  );
}

const UNLIMITED = 1_000_000;

/** Lets none of the tenant's long jobs begin, and those that run commit nothing more, or lets them go on. */
export async function haltLong(tx: Tx, isHalted: boolean): Promise<void> {
  for (const queue of ["bulk", "short", "outside"] as const) await limitQueue(tx, queue, isHalted ? 0 : UNLIMITED);
  tx.wakeJobs();
}

/** Where jobs wait that carry a new name to products. */
export const TOUCH_QUEUE = "bulk";

/** The unique key of such a job: its tenant's ones are a range. */
export const touchKey = (tenantId: string, uid: string): string => `products.touch ${tenantId} ${uid}`;

/** The range of the keys of a tenant's jobs. */
export const touchKeys = (tenantId: string): { firstKey: string; lastKey: string } => ({
  firstKey: `products.touch ${tenantId} `,
  lastKey: `products.touch ${tenantId}!`,
});
