import { afterAll, describe, expect, test } from "bun:test";
import type { Job } from "../../db/jobs/queue.ts";
import { findJobState } from "../../db/jobs/tenant-jobs.ts";
import { type Database, EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs, failJob, releaseJob, renewLease, rescueJobs, stopJob } from "../../src/jobs/lifecycle.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { refusal } from "../refusal.ts";
import { sqldOrSkip } from "../servers/sqld.ts";
import { openFileDatabase, openServerDatabase } from "./databases.ts";
import { cancel, half, names, pause, put, putMany, queue, resume, TEST_MUTATIONS } from "./test-mutations.ts";

const clock = { nowMs: Date.UTC(2026, 0, 1) };
const context = { now: () => clock.nowMs, newId };

const sqld = await sqldOrSkip();
afterAll(() => sqld?.stop());
const databases: [string, Database][] = [
  ["a file behind the writer", await openFileDatabase(TEST_MUTATIONS, context)],
  ...(sqld ? [["a libSQL server", await openServerDatabase(sqld.url, context)] as [string, Database]] : []),
];

describe.each(databases)("on %s", (_, { reader, write, snapshot }) => {
  const newTenant = () => crypto.randomUUID() as string;
  const claimAll = async (limit = 1_000): Promise<Job[]> => {
    const all: Job[] = [];
    for (;;) {
      const { jobs } = await write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit });
      if (jobs.length === 0) return all;
      all.push(...jobs);
    }
  };
  /** Queues a job and claims it; other tests' jobs that were left are claimed with it. */
  async function givenJob() {
    const tenant = newTenant();
    const uid = newId();
    await write(queue, tenant, { uid });
    const job = (await claimAll()).find((each) => each.uid === uid);
    if (!job) throw new Error("The job was not claimed");
    return { tenant, uid, lease: { jobId: job.jobId, token: job.token } };
  }
  const stateOf = (tenant: string, uid: string) => findJobState(reader(tenant), uid);

  test("a tenant sees its own rows only", async () => {
    const [ours, theirs] = [newTenant(), newTenant()];
    await write(put, ours, { name: "a", value: "1" });
    expect(await names(reader(ours))).toEqual(["a"]);
    expect(await names(reader(theirs))).toEqual([]);
  });

  test("a mutation that throws leaves nothing behind", async () => {
    const tenant = newTenant();
    expect(await refusal(write(half, tenant, undefined))).toMatchObject({ message: "enough" });
    expect(await names(reader(tenant))).toEqual([]);
  });

  test("one write runs for each set of arguments", async () => {
    const tenant = newTenant();
    await write(putMany, tenant, ["a", "b", "c"]);
    expect(await names(reader(tenant))).toEqual(["a", "b", "c"]);
  });

  test("64 writes at once all land", async () => {
    const tenant = newTenant();
    await Promise.all(Array.from({ length: 64 }, (_, n) => write(put, tenant, { name: String(n), value: "" })));
    expect(await names(reader(tenant))).toHaveLength(64);
  });

  test("a reader refuses to write", async () => {
    const tenant = newTenant();
    const attempt = reader(tenant).all("delete from setting where tenant_id = :tenant", {}, () => undefined);
    expect(await refusal(attempt)).toBeInstanceOf(Error);
  });

  test("a repeated request is given the first result and changes nothing", async () => {
    const tenant = newTenant();
    const once = { scope: "key-1", key: "k", fingerprint: "f" };
    const first = await write(put, tenant, { name: "a", value: "1" }, { once });
    const second = await write(put, tenant, { name: "b", value: "2" }, { once });
    expect(second).toEqual(first);
    expect(await names(reader(tenant))).toEqual(["a"]);
    const other = write(put, tenant, { name: "c", value: "3" }, { once: { ...once, fingerprint: "g" } });
    expect(await refusal(other)).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("each job goes to one claimer", async () => {
    const tenant = newTenant();
    const uids = Array.from({ length: 10 }, newId);
    await Promise.all(uids.map((uid) => write(queue, tenant, { uid })));
    const claims = await Promise.all(
      Array.from({ length: 30 }, () => write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 1 })),
    );
    const claimed = claims.flatMap(({ jobs }) => jobs.filter((job) => job.tenantId === tenant).map(({ uid }) => uid));
    expect(claimed.toSorted()).toEqual(uids.toSorted());
  });

  test("a tenant with few jobs does not wait behind one with many", async () => {
    await claimAll();
    const [many, few] = [newTenant(), newTenant()];
    for (let n = 0; n < 20; n++) await write(queue, many, { uid: newId() });
    for (let n = 0; n < 3; n++) await write(queue, few, { uid: newId() });
    const order: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { jobs } = await write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 1 });
      order.push(...jobs.map(({ tenantId }) => (tenantId === few ? "few" : "many")));
    }
    expect(order.filter((who) => who === "few")).toHaveLength(3);
    expect(order.slice(0, 7).filter((who) => who === "few").length).toBeGreaterThanOrEqual(3);
  });

  test("a second job with the same key is not added while the first waits or runs", async () => {
    const tenant = newTenant();
    await write(queue, tenant, { uid: newId(), key: `only-${tenant}` });
    await write(queue, tenant, { uid: newId(), key: `only-${tenant}` });
    expect((await claimAll()).filter((job) => job.tenantId === tenant)).toHaveLength(1);
  });

  test("nothing is stored of a job whose lease is lost", async () => {
    const { tenant, uid, lease } = await givenJob();
    const step = { lease, progress: { checkpoint: { record: 1 } } };
    await write(put, tenant, { name: "a", value: "1" }, { step });
    await write(rescueJobs, EVERY_TENANT, undefined);
    const again = (await claimAll()).find((job) => job.uid === uid);

    const late = write(put, tenant, { name: "b", value: "2" }, { step: { lease, progress: "done" } });

    expect(await refusal(late)).toMatchObject({ name: "LeaseLost" });
    expect(await names(reader(tenant))).toEqual(["a"]);
    expect(again).toMatchObject({ checkpoint: { record: 1 } });
  });

  test("a job ends together with its last change", async () => {
    const { tenant, uid, lease } = await givenJob();
    await write(put, tenant, { name: "a", value: "1" }, { step: { lease, progress: "done" } });
    expect(await stateOf(tenant, uid)).toBe("done");
    const late = write(put, tenant, { name: "b", value: "1" }, { step: { lease, progress: "done" } });
    expect(await refusal(late)).toMatchObject({ name: "LeaseLost" });
  });

  test("a running job that is cancelled keeps what it committed and nothing more", async () => {
    const { tenant, uid, lease } = await givenJob();
    await write(cancel, tenant, uid);
    const late = write(put, tenant, { name: "a", value: "1" }, { step: { lease, progress: "done" } });
    expect(await refusal(late)).toMatchObject({ name: "JobStopped" });
    await write(stopJob, tenant, lease);
    expect(await stateOf(tenant, uid)).toBe("cancelled");
    expect(await names(reader(tenant))).toEqual([]);
  });

  test("a paused job goes on when it is resumed", async () => {
    const { tenant, uid, lease } = await givenJob();
    await write(pause, tenant, uid);
    expect(await write(renewLease, tenant, lease)).toBe("stopped");
    await write(stopJob, tenant, lease);
    expect(await stateOf(tenant, uid)).toBe("paused");
    await write(resume, tenant, uid);
    expect((await claimAll()).some((job) => job.uid === uid)).toBe(true);
  });

  test("a job that fails is tried again later, and fails for good when its attempts are used up", async () => {
    const { tenant, uid, lease } = await givenJob();
    const states: (string | undefined)[] = [];
    for (let held: typeof lease | undefined = lease; held; ) {
      await write(failJob, tenant, { lease: held, error: "no", fatal: false, jitter: 1 });
      states.push(await stateOf(tenant, uid));
      clock.nowMs += 1_000_000;
      const next = (await claimAll()).find((job) => job.uid === uid);
      held = next && { jobId: next.jobId, token: next.token };
    }
    expect(states).toEqual(["scheduled", "scheduled", "scheduled", "scheduled", "failed"]);
  });

  test("a job given back at shutdown has used no attempt", async () => {
    const { tenant, uid, lease } = await givenJob();
    await write(releaseJob, tenant, lease);
    expect(await stateOf(tenant, uid)).toBe("ready");
    expect((await claimAll()).some((job) => job.uid === uid)).toBe(true);
  });

  test("queues count what is ready and running, after any change of the jobs", async () => {
    await claimAll();
    const rows = await reader(EVERY_TENANT).all(
      `select l.queue, l.tenant_id, l.ready, l.running,
              (select count(*) from job j where j.queue = l.queue and j.tenant_id = l.tenant_id and j.state = 'ready') as r,
              (select count(*) from job j where j.queue = l.queue and j.tenant_id = l.tenant_id and j.state = 'running') as u
         from job_lane l`,
      {},
      (row) => row,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => row["ready"] !== row["r"] || row["running"] !== row["u"])).toEqual([]);
  });

  test("a snapshot answers", async () => {
    const tenant = newTenant();
    await write(put, tenant, { name: "a", value: "1" });
    const frozen = await snapshot(tenant);
    expect(await names(frozen)).toEqual(["a"]);
    frozen.close();
  });
});
