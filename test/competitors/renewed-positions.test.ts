import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { number, numberOrNull, text } from "../../db/rows.ts";
import { rescueJobs } from "../../src/jobs/lifecycle.ts";
import { renewPart } from "../../src/prices/competitors/renew-positions.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { addProducts } from "../add-products.ts";
import { claimJobOf, newTenant, runJobs, runJobsInTurns, services } from "../harness.ts";
import { addObservation } from "../pricing-rows.ts";

/** More than are done at once, in three parts. */
const PRODUCTS = 1_200;
const random = (max: number) => 1 + Math.floor(Math.random() * max);

/** A tenant whose products are all sold by one shop, and many by another. */
async function given() {
  const tenant = await newTenant();
  const owns = Array.from({ length: PRODUCTS }, () => (random(8) === 1 ? null : random(50)));
  const ids = await services.write(
    addProducts,
    tenant.id,
    owns.map((priceCents) => ({ priceCents })),
  );
  const known = ids.map((id, at) => ({ id, own: owns[at] ?? null, shops: new Map<string, number>() }));
  for (const { shops } of known) {
    shops.set("Large", random(50));
    if (random(2) === 1) shops.set("Small", random(50));
  }
  const seen = known.flatMap(({ id: productId, shops }) =>
    [...shops].map(([competitor, priceCents]) => ({ id: "", productId, competitor, priceCents, observedAtMs: 1 })),
  );
  await Promise.all(seen.map((each) => services.write(addObservation, tenant.id, each)));
  const { items } = (await tenant.get("/prices/competitors")).body;
  const large: string = items.find(({ name }: { name: string }) => name === "Large").id;
  const positions = () =>
    tenant.db.all(
      "select * from price_position where tenant_id = :tenant order by product_id",
      {},
      (row): Position => [
        ...([text(row, "product_id"), number(row, "competitors"), number(row, "lowest_cents")] as const),
        ...([number(row, "highest_cents"), numberOrNull(row, "own_cents"), number(row, "cheaper")] as const),
      ],
    );
  return { tenant, large, positions, modelOf: (counting: readonly string[]) => modelOf(known, counting) };
}
type Position = [id: string, competitors: number, lowest: number, highest: number, own: number | null, cheaper: number];

function modelOf(
  known: readonly { id: string; own: number | null; shops: ReadonlyMap<string, number> }[],
  counting: readonly string[],
): Position[] {
  const found = known.flatMap(({ id, own, shops }): Position[] => {
    const prices = counting.flatMap((shop) => shops.get(shop) ?? []);
    const cheaper = prices.filter((price) => own !== null && price < own).length;
    return prices.length === 0 ? [] : [[id, prices.length, Math.min(...prices), Math.max(...prices), own, cheaper]];
  });
  return found.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test("the positions of all that a competitor sells follow part by part when it counts no longer, or again", async () => {
  const { tenant, large, positions, modelOf: expected } = await given();
  const turns = async () => (await runJobsInTurns())["competitors.renew-positions"] ?? 0;
  expect(await positions()).toEqual(expected(["Large", "Small"]));

  expect((await tenant.post("/prices/competitors/blacklist", { competitor_id: large })).status).toBe(201);
  expect((await tenant.post("/prices/competitors/blacklist", { competitor_id: large, reason: "Fakes" })).status).toBe(
    200,
  );
  expect(await turns()).toBe(4);
  expect(await positions()).toEqual(expected(["Small"]));

  await tenant.delete(`/prices/competitors/blacklist/${large}`);
  expect(await turns()).toBe(4);
  expect(await positions()).toEqual(expected(["Large", "Small"]));

  await tenant.delete(`/prices/competitors/${large}`);
  expect(await turns()).toBe(4);
  expect(await positions()).toEqual(expected(["Small"]));
});

test("changes one after the other end as the last one says", async () => {
  const { tenant, large, positions, modelOf: expected } = await given();
  await tenant.post("/prices/competitors/blacklist", { competitor_id: large });
  await tenant.delete(`/prices/competitors/blacklist/${large}`);
  await tenant.post("/prices/competitors/blacklist", { competitor_id: large });
  await runJobs();
  expect(await positions()).toEqual(expected(["Small"]));
});

/** Services of a thread that dies at its second part: before the writer has it, or after it is committed. */
function dying(process: { isDead: boolean }, when: "before" | "after"): ThreadServices {
  let parts = 0;
  const dead = new Promise<never>(() => undefined);
  return {
    ...services,
    write: async (mutation, ...rest) => {
      if (process.isDead) return dead;
      if (mutation.name === renewPart.name) parts++;
      if (parts < 2) return services.write(mutation, ...rest);
      if (when === "after") await services.write(mutation, ...rest);
      process.isDead = true;
      return dead;
    },
  };
}

test.each(["before", "after"] as const)("one that dies %s its second part is committed goes on", async (when) => {
  const { tenant, large, positions, modelOf: expected } = await given();
  await tenant.post("/prices/competitors/blacklist", { competitor_id: large });
  const process = { isDead: false };
  void runJob(dying(process, when), await claimJobOf(tenant.id), new AbortController().signal);
  const deadlineMs = performance.now() + 10_000;
  while (!process.isDead && performance.now() < deadlineMs) await Bun.sleep(1);
  expect(await positions()).not.toEqual(expected(["Small"]));

  await services.write(rescueJobs, EVERY_TENANT, undefined);
  await runJobs();

  expect(await positions()).toEqual(expected(["Small"]));
});
