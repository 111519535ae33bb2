import { afterAll, describe, expect, test } from "bun:test";
import type { Job } from "../../db/jobs/queue.ts";
import { failJob, noteAlive, releaseJob } from "../../src/jobs/lifecycle.ts";
import { refusal } from "../refusal.ts";
import { sqldOrSkip } from "../servers/sqld.ts";
import { MINUTE_MS, openQueue, SECOND_MS } from "./job-queue.ts";

const sqld = await sqldOrSkip();
afterAll(() => sqld?.stop());
const TWO_DAYS_MS = 2 * 86_400_000;

describe("a lease that ran out", () => {
  test("is still its holder's where no other process has the database: the thread is only slow", async () => {
    const { add, claim, later, renew, finish, stateOf, deathsOf } = await openQueue({ graceMs: 10 * MINUTE_MS });
    const uid = await add();
    const [job] = await claim();
    later(5 * MINUTE_MS);
    expect(await claim()).toEqual([]);

    expect(await renew(job as Job)).toBe("held");
    await finish(job as Job);
    expect([await stateOf(uid), await deathsOf(uid)]).toEqual(["done", 0]);
  });

  test("is taken from a thread that hangs", async () => {
    const { add, claim, later } = await openQueue({ graceMs: 10 * MINUTE_MS });
    const uid = await add();
    await claim();
    later(11 * MINUTE_MS);
    expect((await claim()).map((job) => job.uid)).toEqual([uid]);
  });

  test.each(sqld ? [false, true] : [false])(
    "is taken over, and no death of the job once its thread shows up (server: %p)",
    async (server) => {
      const queue = await openQueue({ serverUrl: server ? (sqld?.url ?? "") : "" });
      const { add, claim, later, renew, deathsOf, write, tenant, leaseOf, finish, stateOf } = queue;
      const uid = await add();
      for (let slow = 0; slow < 4; slow++) {
        const [job] = await claim();
        if (!job) throw new Error("The job was not claimed");
        later(31 * SECOND_MS);
        // Another thread looks for work, and takes it back.
        const [taken] = await claim();
        expect(await deathsOf(uid)).toBe(1);
        expect(await renew(job)).toBe("lost");
        expect(await refusal(finish(job))).toMatchObject({ name: "LeaseLost" });
        await write(noteAlive, tenant, leaseOf(job));
        expect(await deathsOf(uid)).toBe(0);
        if (taken) await write(releaseJob, tenant, leaseOf(taken));
      }
      expect(await stateOf(uid)).toBe("ready");
    },
  );

  test("does not run out when the clock is set ahead, nor last when it is set back", async () => {
    const { add, claim, clock, deathsOf, die } = await openQueue();
    const uid = await add();
    const [job] = await claim();
    clock.nowMs += TWO_DAYS_MS;
    expect(await claim()).toEqual([]);
    expect(await deathsOf(uid)).toBe(0);
    clock.nowMs -= 2 * TWO_DAYS_MS;
    await die();
    expect((await claim()).map(({ jobId }) => jobId)).toEqual([job?.jobId ?? 0]);
  });
});

test("a job that is to be tried again does not wait for a clock that was set back", async () => {
  const { add, claim, clock, write, tenant, leaseOf, stateOf } = await openQueue();
  const uid = await add();
  const [job] = await claim();
  if (!job) throw new Error("The job was not claimed");
  await write(failJob, tenant, { lease: leaseOf(job), error: "no", fatal: false, jitter: 1 });
  expect(await claim()).toEqual([]);
  expect(await stateOf(uid)).toBe("scheduled");

  clock.nowMs -= TWO_DAYS_MS;
  expect((await claim()).map((next) => next.uid)).toEqual([uid]);
});
