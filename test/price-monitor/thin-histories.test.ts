import { expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { sweepOldRows } from "../../src/maintenance/sweep-old-rows.ts";
import { clock, services } from "../harness.ts";
import { withProduct } from "./given.ts";
import { seen } from "./scraper.ts";

const DAY_MS = 86_400_000;

test("histories are whole for 90 days, by day for two years, and deleted then", async () => {
  // A sweep ends at the first row that stays: it begins after all that other files of this process have stored.
  clock.nowMs += 1_000 * DAY_MS;
  const { tenant, id, ean } = await withProduct();
  // From the first hour of a day, so that the three lie in one.
  clock.nowMs = (Math.floor(clock.nowMs / DAY_MS) + 1) * DAY_MS;
  for (const price of [19, 18, 17]) {
    clock.nowMs += 3_600_000;
    await tenant.observe(seen(ean, price));
    await tenant.patch(`/products/${id}`, { price });
  }
  const sweep = async () => {
    while ((await services.write(sweepOldRows, EVERY_TENANT, undefined)).more);
  };
  const observed = async () =>
    (await tenant.get(`/prices/history/${id}?days=730`)).body.map((each: { price_ttc: number }) => each.price_ttc);
  const own = async () =>
    (await tenant.get(`/products/${id}/prices/history?source=internal&days=730`)).body.map(
      (each: { price: number }) => each.price,
    );

  await sweep();
  expect([await observed(), await own()]).toEqual([
    [17, 18, 19],
    [20, 19, 18, 17],
  ]);
  clock.nowMs += 91 * DAY_MS;
  await sweep();
  // The first price stays, because the one before it is stored nowhere else.
  expect([await observed(), await own()]).toEqual([[17], [20, 19, 17]]);
  clock.nowMs += 641 * DAY_MS;
  await sweep();
  expect(await observed()).toEqual([]);
});
