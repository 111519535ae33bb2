import type { JobKind } from "../../db/jobs/kinds.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { cancelJob, pauseJob, resumeJob } from "../../db/jobs/tenant-jobs.ts";
import { type AnyMutation, mutation, type Reader } from "../../db/ports.ts";
import { text } from "../../db/rows.ts";
import {
  claimJobs,
  failJob,
  finishJob,
  noteAlive,
  noteStep,
  releaseJob,
  renewLease,
  rescueJobs,
  stopJob,
} from "../../src/jobs/lifecycle.ts";

export const put = mutation("test.put", async (tx, { name, value }: { name: string; value: string }, { now }) => {
  await tx.run(
    `insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, json_quote(:value), :nowMs)
     on conflict do update set value = excluded.value`,
    { name, value, nowMs: now() },
  );
  return { name, value };
});
export const putMany = mutation("test.put-many", async (tx, names: string[], { now }) => {
  await tx.runMany(
    `insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, '1', :nowMs)`,
    names.map((name) => ({ name, nowMs: now() })),
  );
});
export const half = mutation("test.half", async (tx, _: undefined, context) => {
  await put.run(tx, { name: "half", value: "x" }, context);
  throw new Error("enough");
});
export const queue = mutation("test.queue", async (tx, { uid, key }: { uid: string; key?: string }, context) => {
  const options = { uid, queue: "quick" as const, ...(key !== undefined && { uniqueKey: key }) };
  await enqueue(tx, "exports.write" satisfies JobKind, { taskId: uid }, context, options);
});
export const cancel = mutation("test.cancel", (tx, uid: string, { now }) => cancelJob(tx, uid, now()));
export const pause = mutation("test.pause", (tx, uid: string) => pauseJob(tx, uid));
export const resume = mutation("test.resume", (tx, uid: string) => resumeJob(tx, uid));
const OURS: AnyMutation[] = [put, putMany, half, queue, cancel, pause, resume];
const LIFECYCLE: AnyMutation[] = [
  claimJobs,
  failJob,
  finishJob,
  noteAlive,
  noteStep,
  releaseJob,
  renewLease,
  rescueJobs,
  stopJob,
];
/** What the database tests change: rows of the settings table, and jobs. */
export const TEST_MUTATIONS = new Map([...OURS, ...LIFECYCLE].map((each) => [each.name, each]));

/** The names a tenant has put. */
export const names = (db: Reader) =>
  db.all("select name from setting where tenant_id = :tenant order by name", {}, (row) => text(row, "name"));
