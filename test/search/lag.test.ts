import { expect, test } from "bun:test";
import { findLag } from "../../src/runtime/part-health.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { clock, newTenant, services } from "../harness.ts";

test("health says how long the search index and the deliveries have been behind", async () => {
  // What other tests have left is indexed a part at a time.
  for (let round = 0; round < 100 && (await findLag(services)).searchSeconds > 0; round++) {
    await catchUp(services, new AbortController().signal);
  }
  const { deliveriesSeconds: before } = await findLag(services);
  const tenant = await newTenant();
  await tenant.post("/webhooks", { name: "A", url: "https://shop.example.com/a", events: ["product.created"] });
  await tenant.post("/products", { name: "Fineliner" });
  expect(await findLag(services)).toEqual({ searchSeconds: 0, deliveriesSeconds: before });

  clock.nowMs += 7_000;
  await tenant.post("/products", { name: "Ruler" });

  expect(await findLag(services)).toEqual({ searchSeconds: 7, deliveriesSeconds: before + 7 });
  while ((await catchUp(services, new AbortController().signal)) === 0);
  expect((await findLag(services)).searchSeconds).toBe(0);
});
