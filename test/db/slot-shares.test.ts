import { describe, expect, test } from "bun:test";
import type { Job } from "../../db/jobs/queue.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs, finishJob, lookForJobs } from "../../src/jobs/lifecycle.ts";
import { shareOfQueue } from "../../src/jobs/worker-slots.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openQueue } from "./job-queue.ts";
import { queue } from "./test-mutations.ts";

/** A queue with this many jobs of each tenant; `claim` takes the next one, as a free slot does. */
async function given(waiting: Record<string, number>, share = { share: 1, most: 2 }) {
  const { write, reader, leaseOf } = await openQueue();
  const tenants = new Map(Object.keys(waiting).map((name) => [name, newId()]));
  const idOf = (name: string) => tenants.get(name) ?? "";
  const nameOf = (id: string) => [...tenants].find(([, each]) => each === id)?.[0];
  const add = (name: string) => write(queue, idOf(name), { uid: newId() });
  for (const [name, count] of Object.entries(waiting)) for (let left = count; left > 0; left--) await add(name);
  const claim = async (): Promise<(Job & { of: string | undefined }) | undefined> => {
    const { jobs } = await write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 1, share });
    const [job] = jobs;
    return job && { ...job, of: nameOf(job.tenantId) };
  };
  const end = (job: Job) =>
    write(finishJob, job.tenantId, undefined, { step: { lease: leaseOf(job), progress: "done" } });
  const isWorthwhile = async () => {
    const times = { nowMs: 0, leaseMs: 0 };
    return (await lookForJobs(reader(EVERY_TENANT), { queue: "quick", share }, times)).isWorthwhile;
  };
  return { add, claim, end, isWorthwhile };
}

describe("slots of jobs", () => {
  test("one tenant has all of them while no one else waits", async () => {
    const { claim, isWorthwhile } = await given({ a: 3 });

    expect([(await claim())?.of, (await claim())?.of]).toEqual(["a", "a"]);
    expect([await claim(), await isWorthwhile()]).toEqual([undefined, false]);
  });

  test("a tenant with its half gets no more while another waits, for any number of earlier turns", async () => {
    const { claim, end, add } = await given({ a: 4, b: 0 }, { share: 2, most: 4 });
    await claim();
    await claim();
    // B has had more turns than A by now.
    for (let turn = 0; turn < 3; turn++) {
      await add("b");
      const job = await claim();
      expect(job?.of).toBe("b");
      if (job) await end(job);
    }
    await add("b");

    expect([(await claim())?.of, (await claim())?.of]).toEqual(["b", "a"]);
  });

  test("of those that wait for servers of others a tenant has half at most, also alone", async () => {
    const { claim, isWorthwhile, add } = await given({ a: 3, b: 0 }, { share: 1, most: 1 });

    expect((await claim())?.of).toBe("a");
    expect([await claim(), await isWorthwhile()]).toEqual([undefined, false]);
    await add("b");
    expect(await isWorthwhile()).toBe(true);
    expect((await claim())?.of).toBe("b");
  });

  test("are counted over the threads there may be", () => {
    expect(shareOfQueue("bulk", 1)).toEqual({ share: 1, most: 1 });
    expect(shareOfQueue("bulk", 2)).toEqual({ share: 1, most: 2 });
    expect(shareOfQueue("outside", 2)).toEqual({ share: 4, most: 4 });
    expect(shareOfQueue("quick", 2)).toEqual({ share: 6, most: 6 });
  });
});
