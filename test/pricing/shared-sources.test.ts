import { expect, test } from "bun:test";
import { sharedSources } from "../../src/prices/pricing/routes.ts";
import { clock, newTenant, services } from "../harness.ts";

test("S38.9 prices of sources over all products are read once a minute, for all callers and after any change", async () => {
  const tenant = await newTenant();
  clock.nowMs = Math.ceil(clock.nowMs / 60_000) * 60_000;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let requests = 0;
  const request = async () => {
    requests++;
    await gate;
    return [];
  };
  const ofAll = sharedSources(services);

  const together = [ofAll(tenant.db, 30, request), ofAll(tenant.db, 30, request), ofAll(tenant.db, 30, request)];
  open();
  expect(await Promise.all(together)).toEqual([[], [], []]);
  await tenant.post("/products", { name: "Pen", price: 5 });
  clock.nowMs += 59_000;
  await ofAll(tenant.db, 30, request);
  expect(requests).toBe(1);
  await ofAll(tenant.db, 7, request);
  clock.nowMs += 1_000;
  await ofAll(tenant.db, 30, request);
  expect(requests).toBe(3);
});
