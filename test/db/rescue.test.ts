import { describe, expect, test } from "bun:test";
import type { Job } from "../../db/jobs/queue.ts";
import { MINUTE_MS, openQueue, SECOND_MS } from "./job-queue.ts";

describe("S31.8 a death of the process", () => {
  test("counts against a job that was alone: the third fails it, and it holds up no other before", async () => {
    const { add, claim, die, stateOf, later } = await openQueue();
    const uid = await add();
    const states: (string | undefined)[] = [];
    for (let death = 0; death < 3; death++) {
      expect((await claim()).map((job) => job.uid)).toEqual([uid]);
      await die();
      states.push(await stateOf(uid));
      // The longer the process had lived, the longer it must live without the job before that is tried again.
      later((1 + 3 * death) * MINUTE_MS);
    }
    expect(states).toEqual(["ready", "scheduled", "failed"]);
    expect(await claim()).toEqual([]);
  });

  test("does not count against a job that came further since the last one", async () => {
    const { add, claim, die, stateOf, progress, later } = await openQueue();
    const uid = await add();
    for (let death = 0; death < 10; death++) {
      for (const job of await claim()) await progress(job);
      await die();
      expect(await stateOf(uid)).toBe("ready");
      later(SECOND_MS);
    }
  });

  test("fails no job of several in progress; the next time they run one by one, and the one at fault is found out", async () => {
    const { add, claim, die, stateOf, finish, later } = await openQueue();
    const [poison, ...others] = [await add(), await add(), await add(), await add()];
    let deaths = 0;
    for (let turn = 0; turn < 200 && (await stateOf(poison ?? "")) !== "failed"; turn++) {
      const jobs = await claim();
      if (jobs.some(({ uid }) => uid === poison)) {
        // It takes the process with it at once, with any other jobs in progress.
        await die();
        deaths++;
        continue;
      }
      for (const job of jobs) await finish(job);
      later(5 * SECOND_MS);
    }

    expect(await stateOf(poison ?? "")).toBe("failed");
    expect(await Promise.all(others.map(stateOf))).toEqual(["done", "done", "done"]);
    expect(deaths).toBeLessThan(10);
  });

  test("is put down to the one of several that did not come further", async () => {
    const { add, claim, die, stateOf, progress, renew, later } = await openQueue();
    let inProgress: Job[] = [];
    const [poison, valid] = [await add(), await add()];
    for (let turn = 0; turn < 300 && (await stateOf(poison)) !== "failed"; turn++) {
      const jobs = await claim();
      const healthyJob = jobs.find(({ uid }) => uid === valid);
      if (healthyJob) await progress(healthyJob);
      inProgress.push(...jobs);
      if (jobs.some(({ uid }) => uid === poison)) {
        await die();
        inProgress = [];
      }
      later(20 * SECOND_MS);
      for (const job of inProgress) await renew(job);
    }
    expect(await stateOf(poison)).toBe("failed");
    expect(await stateOf(valid)).not.toBe("failed");
  });

  test("is put down to the one that was isolated, with any number of new jobs beside it", async () => {
    const { add, claim, die, stateOf, finish, later } = await openQueue();
    const poison = await add();
    let deaths = 0;
    for (let turn = 0; turn < 500 && (await stateOf(poison)) !== "failed"; turn++) {
      await add();
      const jobs = await claim();
      if (jobs.some(({ uid }) => uid === poison)) {
        await die();
        deaths++;
        continue;
      }
      for (const job of jobs) await finish(job);
      later(5 * SECOND_MS);
    }
    expect(await stateOf(poison)).toBe("failed");
    expect(deaths).toBeLessThan(10);
  });

  test("lets a job wait for others that were isolated and run, not for those without a worker", async () => {
    const { add, claim, die, stateOf, later, look } = await openQueue();
    const uids = [await add(), await add()];
    for (let death = 0; death < 2; death++) {
      await claim();
      await die();
    }
    // Threads that take other jobs make these ready.
    for (let turn = 0; turn < 3; turn++) {
      later(MINUTE_MS);
      await look();
    }
    expect(await Promise.all(uids.map(stateOf))).toEqual(["ready", "ready"]);
  });

  test("counts against a job that ran for long without coming further, also beside others", async () => {
    const { add, claim, die, deathsOf, renew, later } = await openQueue();
    const old = await add();
    const running = await claim();
    for (let beat = 0; beat < 10; beat++) {
      later(10 * SECOND_MS);
      for (const job of running) await renew(job);
    }
    const [young, other] = [await add(), await add()];
    await claim();
    await die();
    expect(await Promise.all([old, young, other].map(deathsOf))).toEqual([1, 0, 0]);
  });

  const loops = ["1 s", "29 s", "35 s", "42 s", "60 s", "130 s", "700 s", "10 to 300 s"];
  test.each(loops.flatMap((every) => [1, 2].map((count) => [every, count] as const)))(
    "of another cause every %s, again and again, fails none of %d jobs",
    async (every, count) => {
      const queue = await openQueue();
      const uids = await Promise.all(Array.from({ length: count }, queue.add));
      const states = () => Promise.all(uids.map(queue.stateOf));
      const lifetimes = lifetimesOf(every);
      for (let death = 0; death < 30; death++) {
        await queue.live(lifetimes());
        await queue.die(0);
        expect(await states()).not.toContain("failed");
      }
      // Once it is over they are done.
      for (let turn = 0; turn < 200; turn++) {
        queue.later(20 * SECOND_MS);
        for (const job of await queue.claim()) await queue.finish(job);
      }
      expect(new Set(await states())).toEqual(new Set(["done"]));
    },
  );

  test.each([0, 15, 100, 1_000])(
    "%d s after it began, whenever it is taken, fails the job at last",
    async (seconds) => {
      const { add, claim, live, die, stateOf, later } = await openQueue();
      const uid = await add();
      let deaths = 0;
      for (let turn = 0; turn < 5_000 && (await stateOf(uid)) !== "failed"; turn++) {
        later(10 * SECOND_MS);
        const [job] = await claim();
        if (!job) continue;
        await live(seconds, [job]);
        await die();
        deaths++;
      }
      expect([await stateOf(uid), deaths]).toEqual(["failed", 3]);
    },
  );

  test("is put down to two jobs in turn that both end it", async () => {
    const { add, claim, die, stateOf, later } = await openQueue();
    const uids = [await add(), await add()];
    for (let turn = 0; turn < 1_000 && (await stateOf(uids[1] ?? "")) !== "failed"; turn++) {
      if ((await claim()).length > 0) await die();
      later(10 * SECOND_MS);
    }
    expect(await Promise.all(uids.map(stateOf))).toEqual(["failed", "failed"]);
  });
});

/** How long each process lives, in seconds: always as long, or at random between two bounds, the same in every run. */
function lifetimesOf(every: string): () => number {
  const [from = 0, to = from] = every.match(/\d+/g)?.map(Number) ?? [];
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return from + (state % (to - from + 1));
  };
}
