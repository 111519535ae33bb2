import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { QueueName } from "../../db/jobs/kinds.ts";
import { findJobState, type Job } from "../../db/jobs/queue.ts";
import { StandBys } from "../../db/local/stand-bys.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs, failJob, rescueJobs, takeJob } from "../../src/jobs/lifecycle.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";
import { startSqld } from "../servers/sqld.ts";
import { openFileDatabase, openServerDatabase } from "./databases.ts";
import { names, put, queue, queueFor, TEST_MUTATIONS, takeBadly } from "./test-mutations.ts";

const LONG_MS = 60_000;

async function given(path = join(temporaryFolder(), "test.db")) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  let rings = 0;
  const ring = () => {
    rings++;
  };
  const database = await openFileDatabase(TEST_MUTATIONS, { now: () => clock.nowMs, newId }, path, ring);
  const { write, standBy, reader } = database;
  return {
    clock,
    write,
    reader,
    rings: () => rings,
    stateOf: (tenant: string, uid: string) => findJobState(reader(tenant), uid),
    /** Resolves once those that stand by have been asked in vain, as what was sent before is done before. */
    settled: () => write(rescueJobs, EVERY_TENANT, undefined),
    stand: ({
      owner = "thread",
      timeoutMs = LONG_MS,
      signal = new AbortController().signal,
      dueAtMs = null as number | null,
    } = {}) =>
      standBy(takeJob, EVERY_TENANT, { queue: "quick", owner, dueAtMs }, { queue: "quick", owner, timeoutMs, signal }),
    standBadly: () =>
      standBy(
        takeBadly,
        EVERY_TENANT,
        { queue: "quick", owner: "bad", dueAtMs: null },
        { queue: "quick", owner: "bad", timeoutMs: LONG_MS, signal: new AbortController().signal },
      ),
  };
}

describe("who stands by for a job", () => {
  test("is given it by the commit that stores it, under the same fence as who claims one", async () => {
    const { write, stand, stateOf, settled, reader, rings } = await given();
    const standing = stand();
    await settled();
    const uid = newId();

    await write(queue, "t", { uid });
    expect(await stateOf("t", uid)).toBe("running");
    const job = (await standing)?.job;
    expect(job).toMatchObject({ uid, tenantId: "t", token: 1 });
    expect(rings()).toBe(0);

    // Another takes it over, as after the death of this one.
    await write(rescueJobs, EVERY_TENANT, undefined);
    const again = (await stand())?.job;
    expect(again).toMatchObject({ uid, token: 2 });
    const lease = { jobId: job?.jobId ?? 0, token: job?.token ?? 0 };
    const late = write(put, "t", { name: "a", value: "1" }, { step: { lease, progress: "done" } });
    expect(await refusal(late)).toMatchObject({ name: "LeaseLost" });
    expect(await names(reader("t"))).toEqual([]);
  });

  test("shares with others what one transaction queues: each job once, and tenants take turns", async () => {
    const { write, stand, settled } = await given();
    const standing = [stand(), stand(), stand(), stand()];
    await settled();

    await write(queueFor, EVERY_TENANT, ["many", "many", "many", "many", "many", "few", "few"]);

    const jobs = (await Promise.all(standing)).map((taken) => taken?.job);
    expect(new Set(jobs.map((job) => job?.uid)).size).toBe(4);
    expect(jobs.filter((job) => job?.tenantId === "few")).toHaveLength(2);
  });

  test("leaves to the bell what it has no hand for", async () => {
    const { write, stand, settled, rings } = await given();
    const standing = stand();
    await settled();
    await write(queueFor, EVERY_TENANT, ["t", "t"]);
    await standing;
    expect(rings()).toBe(1);
    expect((await stand())?.job).toBeDefined();
  });

  test("is answered with nothing when its time is over or it is called back, and nothing is taken for it then", async () => {
    const { write, stand, settled, stateOf } = await given();
    const stopping = new AbortController();
    const stopped = stand({ signal: stopping.signal });
    const impatient = stand({ timeoutMs: 1 });
    await settled();
    stopping.abort();
    expect(await Promise.all([stopped, impatient])).toEqual([undefined, undefined]);
    expect(await stand({ signal: stopping.signal })).toBeUndefined();

    const uid = newId();
    await write(queue, "t", { uid });
    expect(await stateOf("t", uid)).toBe("ready");
  });

  test("is called back while it is asked for the first time as well", async () => {
    const { stand } = await given();
    const stopping = new AbortController();
    const standing = stand({ signal: stopping.signal });
    stopping.abort();
    expect(await standing).toBeUndefined();
  });

  test("is told when the next job is due, once, and is given it then", async () => {
    const { write, stand, clock } = await given();
    await write(queue, "t", { uid: newId() });
    const job = (await stand())?.job;
    const lease = { jobId: job?.jobId ?? 0, token: job?.token ?? 0 };
    await write(failJob, "t", { lease, error: "no", fatal: false, jitter: 1 });

    const told = await stand();
    expect(told).toEqual({ job: undefined, nextDueAtMs: clock.nowMs + 5_000 });
    const dueAtMs = told?.nextDueAtMs ?? null;
    expect(await stand({ dueAtMs, timeoutMs: 1 })).toBeUndefined();
    clock.nowMs += 5_000;
    expect((await stand({ dueAtMs }))?.job?.uid).toBe(job?.uid ?? "");
  });

  test("does not take back the change that wanted the job when it fails to take it", async () => {
    const { write, standBadly, settled, stateOf, rings } = await given();
    const standing = refusal(standBadly());
    await settled();
    const uid = newId();
    await write(queue, "t", { uid });

    expect(await standing).toMatchObject({ message: "cannot take" });
    expect(await stateOf("t", uid)).toBe("ready");
    expect(rings()).toBe(1);
  });

  test("a process that is killed with a job handed over leaves it to the next one", async () => {
    const path = join(temporaryFolder(), "killed.db");
    const child = Bun.spawn([process.execPath, new URL("./hand-over-and-wait.ts", import.meta.url).pathname, path], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const { value } = await child.stdout.getReader().read();
    child.kill("SIGKILL");
    await child.exited;
    const { job: handed }: { job: Job } = JSON.parse(new TextDecoder().decode(value));

    const { write, stateOf } = await given(path);
    expect(await stateOf("t", handed.uid)).toBe("running");
    await write(rescueJobs, EVERY_TENANT, undefined);
    const { jobs } = await write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "next", limit: 10 });
    expect(jobs.map(({ uid, token }) => ({ uid, token }))).toEqual([{ uid: handed.uid, token: handed.token + 1 }]);
  });
});

test("who stands by on a libSQL server is called by the bell, and gets the job when it asks again", async () => {
  const sqld = await startSqld();
  const { write, standBy } = await openServerDatabase(sqld.url, { now: Date.now, newId });
  const signal = new AbortController().signal;
  const ask = { queue: "quick" as const, owner: "thread" };
  const stand = () => standBy(takeJob, EVERY_TENANT, { ...ask, dueAtMs: null }, { ...ask, timeoutMs: LONG_MS, signal });
  const uid = newId();

  const standing = stand();
  await write(queue, "t", { uid });

  expect(((await standing) ?? (await stand()))?.job).toMatchObject({ uid, tenantId: "t" });
  await sqld.stop();
});

test("a job goes to the thread with most hands free, of several to the one heard of last", () => {
  const standBys = new StandBys();
  const add = (owner: string, name: QueueName) =>
    standBys.add({
      request: { name: "take", tenantId: "*", input: owner, options: {}, standBy: { queue: name, owner } },
      order: 0,
      resolve: () => undefined,
      reject: () => undefined,
    });
  add("idle", "bulk");
  for (const owner of ["idle", "early", "early", "busy"]) add(owner, "quick");

  const order: unknown[] = [];
  for (let next = standBys.take(["quick"]); next; next = standBys.take(["quick"])) order.push(next.request.input);

  expect(order).toEqual(["early", "idle", "busy", "early"]);
  expect(standBys.take(["bulk"])?.request.input).toBe("idle");
});
