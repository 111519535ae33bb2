import { expect, test } from "bun:test";
import { readSequence } from "../../db/products/sequence.ts";
import { listChangedPacked } from "../../search/product-sources.ts";
import { catchUp, withoutKnown } from "../../workers/search/follow.ts";
import { newTenant, services } from "../harness.ts";
import { newEan } from "../products/given.ts";

const follow = async () => {
  while ((await catchUp(services, new AbortController().signal)) === 0);
};

/** A followed product, and what can happen to it. */
async function followed() {
  const tenant = await newTenant();
  const ean = newEan();
  const { body } = await tenant.post("/products", { name: "Lamp", ean });
  await follow();
  let stock = 0;
  const steps = {
    stock: () => tenant.post("/appsync/stock/update", [{ ean, stock: ++stock }]),
    name: () => tenant.patch(`/products/${body.id}`, { name: `Desk ${++stock}` }),
    price: () => tenant.patch(`/products/${body.id}`, { price: ++stock }),
    follow,
  };
  return { tenant, steps, seenUs: await readSequence(tenant.db) };
}

test.each([
  { happens: ["stock"], reworded: 0 },
  { happens: ["stock", "stock", "stock"], reworded: 0 },
  { happens: ["name", "stock"], reworded: 1 },
  { happens: ["stock", "name", "stock", "stock"], reworded: 1 },
  { happens: ["stock", "price"], reworded: 1 },
] as const)("of $happens the index takes in $reworded", async ({ happens, reworded }) => {
  const { tenant, steps, seenUs } = await followed();
  for (const each of happens) await steps[each]();

  const changed = await listChangedPacked(tenant.db, seenUs, 10);
  expect(changed).toHaveLength(1);
  expect(await withoutKnown(tenant.db, changed)).toHaveLength(reworded);
});

test.each([
  { happens: ["name", "stock", "follow"] },
  { happens: ["stock", "follow", "name", "stock", "follow"] },
  { happens: ["stock", "name", "follow", "stock", "follow", "stock"] },
] as const)("a product is found by its name after $happens", async ({ happens }) => {
  const { tenant, steps } = await followed();
  for (const each of happens) await steps[each]();
  const totalOf = async (q: string) => (await tenant.get(`/search/products?q=${q}`)).body.meta.total;

  expect([await totalOf("desk"), await totalOf("lamp")]).toEqual([1, 0]);
});
