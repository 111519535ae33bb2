import { expect, test } from "bun:test";
import { sharedSources } from "../../src/pricing/shared-sources.ts";
import { clock, newTenant, services } from "../harness.ts";

test("S38.9 what sources ask over all products is read once a minute, whoever asks and whatever changes", async () => {
  const tenant = await newTenant();
  clock.nowMs = Math.ceil(clock.nowMs / 60_000) * 60_000;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let asked = 0;
  const ask = async () => {
    asked++;
    await gate;
    return [];
  };
  const ofAll = sharedSources(services);

  const together = [ofAll(tenant.db, 30, ask), ofAll(tenant.db, 30, ask), ofAll(tenant.db, 30, ask)];
  open();
  expect(await Promise.all(together)).toEqual([[], [], []]);
  await tenant.post("/products", { name: "Pen", price: 5 });
  clock.nowMs += 59_000;
  await ofAll(tenant.db, 30, ask);
  expect(asked).toBe(1);
  await ofAll(tenant.db, 7, ask);
  clock.nowMs += 1_000;
  await ofAll(tenant.db, 30, ask);
  expect(asked).toBe(3);
});
