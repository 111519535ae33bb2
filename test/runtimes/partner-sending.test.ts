import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { runJob } from "../../workers/run-job.ts";
import { givenPlatform } from "../export-platforms/given.ts";
import { clock, runJobs, services } from "../harness.ts";
import { type RelayFault, startRelay } from "../servers/relay.ts";
import { sized } from "../sized.ts";
import { PARTNERS, type Partner, type Reported } from "./partners/platforms.ts";

const LIMIT_MS = 120_000;
/** Products that are sent at a rate of a hundred a second. */
const RATED = sized(200, 1_000);
const AWAY: RelayFault = { afterBytes: 0, how: "cut" };
let lastEan = 3e12;
const someProducts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ean: String(++lastEan), name: `Crème brûlée ${index}` }));

const { pause } = services;
afterEach(() => {
  services.pause = pause;
});
/** Notes how long was waited, and calls `then` with how often before time goes on. */
function watchPauses(then: (count: number) => void = () => undefined): number[] {
  const waited: number[] = [];
  services.pause = (ms, signal) => {
    waited.push(ms);
    then(waited.length);
    return pause(ms, signal);
  };
  return waited;
}

describe.each(PARTNERS)("products are sent to $name", ({ start }) => {
  let partner: Partner;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  beforeAll(async () => {
    partner = await start();
    relay = await startRelay(partner.port);
  }, LIMIT_MS);
  afterEach(() => relay.breakAt(undefined));
  afterAll(async () => {
    await relay.stop();
    await partner.stop();
  });

  /** A platform that sends into a folder of its own, through the relay. */
  async function given(count: number, reported: Reported = {}, fields: Record<string, unknown> = {}) {
    const folder = reported.folder ?? `to-${newId().slice(-8)}`;
    if (!reported.isNowhere) partner.makeFolder(folder);
    const config = partner.config({ port: relay.port, ...reported, folder });
    const more = { platform_type: partner.type, config, ...fields };
    const made = await givenPlatform(relay.port, someProducts(count), more);
    const itemsOf = async (id: string) => (await made.tenant.get(`/exports/jobs/${id}/items?limit=100`)).body.items;
    /** Expects each of these products there once, whole, and nothing beside them. */
    const expectThere = async (wanted = count) => {
      const files = await partner.files(folder);
      expect(files.size).toBe(wanted);
      for (const [name, text] of files) expect(name).toBe(`${JSON.parse(text).ean}.json`);
    };
    return { ...made, folder, itemsOf, expectThere };
  }

  test.each([
    [{ isWrongPassword: true }, "does not accept the user name"],
    [{ isNowhere: true }, "does not exist or may not be written"],
  ])("%j fails the job and says so", async (reported, message) => {
    const { bulk, jobOf, itemsOf } = await given(3, reported, { max_retries: 1 });
    const { id } = await bulk();
    await runJobs();
    expect(await jobOf(id)).toMatchObject({ status: "failed", success_items: 0, failed_items: 3 });
    for (const item of await itemsOf(id)) {
      expect(item).toMatchObject({ status: "failed", retry_count: 1, error_message: expect.stringContaining(message) });
    }
  });

  test("a full disk fails what had no room, and leaves nothing of it; a retry sends that", async () => {
    const { bulk, jobOf, itemsOf, tenant, expectThere } = await given(3, {}, { max_retries: 0 });
    const free = partner.fill();
    const { id } = await bulk();
    await runJobs();
    expect(await jobOf(id)).toMatchObject({ status: "failed", success_items: 0, failed_items: 3 });
    expect((await itemsOf(id))[0].error_message).toMatch(/no room|refused the file/);
    await free();
    await expectThere(0);
    await tenant.post(`/exports/jobs/${id}/retry`);
    await runJobs();
    expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 3, failed_items: 0 });
    await expectThere();
  });

  test.each(sized([300, 2_500], [300, 1_500, 2_500, 4_000]))(
    "a connection that is cut after %j bytes is made again",
    async (afterBytes) => {
      const { bulk, jobOf, expectThere } = await given(20);
      relay.breakAt({ afterBytes, how: "cut once" });
      const { id } = await bulk();
      await runJobs();
      expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 20, failed_items: 0 });
      await expectThere();
    },
    LIMIT_MS,
  );

  test(
    "a slow server gets all",
    async () => {
      const { bulk, jobOf, expectThere } = await given(3);
      relay.breakAt({ afterBytes: 0, how: "slow" });
      const { id } = await bulk();
      await runJobs();
      expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 3 });
      await expectThere();
    },
    LIMIT_MS,
  );

  test("a server that is away for two tries is tried again after 1 and 2 seconds", async () => {
    const { bulk, jobOf, itemsOf, expectThere } = await given(3);
    relay.breakAt(AWAY);
    const waited = watchPauses((count) => {
      if (count === 2) relay.breakAt(undefined);
    });
    const { id } = await bulk();
    await runJobs();
    expect(waited.slice(0, 2)).toEqual([1_000, 2_000]);
    expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 3, failed_items: 0 });
    const items: { retry_count: number }[] = await itemsOf(id);
    expect(items.map((item) => item.retry_count)).toEqual([2, 0, 0]);
    await expectThere();
  });

  test(
    `${RATED} products of two jobs keep the rate of the platform`,
    async () => {
      const { bulk, ids, jobOf, expectThere } = await given(RATED, { port: partner.port });
      const jobs = [await bulk(ids.slice(0, RATED / 2)), await bulk(ids.slice(RATED / 2))];
      const beforeMs = clock.nowMs;
      await runJobs();
      expect(clock.nowMs - beforeMs).toBe((RATED - 1) * 10);
      for (const { id } of jobs)
        expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: RATED / 2 });
      await expectThere();
    },
    LIMIT_MS,
  );

  test("a folder with accents", async () => {
    const { bulk, jobOf, expectThere, folder, itemsOf } = await given(2, { folder: `Où ça ${newId().slice(-4)} Été` });
    const { id } = await bulk();
    await runJobs();
    expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 2 });
    await expectThere();
    expect((await itemsOf(id))[0].external_id).toStartWith(`${folder}/`);
  });

  test("two jobs at once send the same products and do not disturb each other", async () => {
    const { bulk, jobOf, expectThere } = await given(20);
    const sent = [await bulk(), await bulk()];
    const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 10 });
    await Promise.all(jobs.map((job) => runJob(services, job, new AbortController().signal)));
    await runJobs();
    for (const { id } of sent) expect(await jobOf(id)).toMatchObject({ status: "completed", success_items: 20 });
    await expectThere();
  });
});
