import { afterAll, expect, test } from "bun:test";
import { findState } from "../../search/follower-state.ts";
import { INDEX_LEASE_MS } from "../../search/index-leases.ts";
import { moveRemote, openState } from "../../src/search/follower-steps.ts";
import { ALONE, openIndexHolder } from "../../workers/search/index-holder.ts";
import { openServerDatabase } from "../db/databases.ts";
import { newTenant, services } from "../harness.ts";
import { sqldOrSkip } from "../servers/sqld.ts";

const sqld = await sqldOrSkip();
afterAll(() => sqld?.stop());

/** Two processes on a server, on one clock that the test moves. */
async function openTwo(url: string) {
  const clock = { nowMs: 1_000 };
  const steadyNow = () => clock.nowMs;
  const context = { now: services.now, newId: services.newId, leases: { now: steadyNow, graceMs: 0 } };
  const open = async () => {
    const database = await openServerDatabase(url, context);
    return { database, holder: openIndexHolder({ ...services, ...database, steadyNow }, "remote") };
  };
  return { clock, one: await open(), other: await open() };
}

test.skipIf(!sqld)(
  "an index has one holder at a time; the next follows when its lease ends, or at once when it stops",
  async () => {
    const { clock, one, other } = await openTwo(sqld?.url ?? "");
    const [tenant, second] = [services.newId(), services.newId()];
    const step = ({ holder }: typeof one, of = tenant) => holder.step(of, async () => "ran");
    expect([await step(one), await step(other), await step(one)]).toEqual(["ran", undefined, "ran"]);
    // Each tenant has its own.
    expect([await step(other, second), await step(one, second)]).toEqual(["ran", undefined]);
    // Who goes on keeps it.
    clock.nowMs += INDEX_LEASE_MS - 1;
    expect([await step(one), await step(other)]).toEqual(["ran", undefined]);
    // Who has died does not.
    clock.nowMs += INDEX_LEASE_MS;
    expect([await step(other), await step(one)]).toEqual(["ran", undefined]);

    await other.holder.close();
    clock.nowMs += INDEX_LEASE_MS;
    expect([await step(one), await step(other)]).toEqual(["ran", undefined]);
    await one.holder.close();
    const { holder: third } = {
      holder: openIndexHolder({ ...services, ...one.database, steadyNow: () => clock.nowMs }, "remote"),
    };
    expect(await third.step(tenant, async () => "ran")).toBe("ran");
    for (const { database } of [one, other]) database.close();
  },
);

test("on a file there are no leases", () => {
  expect(openIndexHolder(services, "libsql")).toBe(ALONE);
});

test("what two have sent at once is sent again from where they began", async () => {
  const { id } = await newTenant();
  const position = async () => (await findState(services.reader(id)))?.remoteToUs;
  await services.write(openState, id, undefined);
  await services.write(moveRemote, id, { fromUs: 0, toUs: 100 });
  await services.write(moveRemote, id, { fromUs: 100, toUs: 300 });
  expect(await position()).toBe(300);
  // The other began at the same place, and is done later, perhaps with older documents.
  await services.write(moveRemote, id, { fromUs: 100, toUs: 200 });
  expect(await position()).toBe(100);
});
