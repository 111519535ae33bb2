import { expect, test } from "bun:test";
import { newEan } from "../products/given.ts";
import { EVERY, openEvery } from "./every-platform.ts";

const PRODUCTS = 120;
const KINDS = ["push-products", "push-stock", "push-prices"] as const;

test.each(EVERY)("%s: a catalog that has not changed costs no call but the token", async (_, platform) => {
  const { tenant, sync, askedIn } = await openEvery(platform);
  const items = Array.from({ length: PRODUCTS }, (__, place) => ({
    ...{ name: `Lamp ${place}`, reference: `SKU-${place}`, ean: newEan(), price_ttc: 12.5, stock: 3 },
  }));
  await tenant.post("/appsync/products/sync", items);
  for (const kind of KINDS) await sync(kind);
  for (const kind of KINDS) expect(await askedIn(() => sync(kind))).toEqual([]);
  const [first] = (await tenant.get("/products?per_page=1")).body.items;
  await tenant.patch(`/products/${first.id}`, { name: "Other" });
  expect((await askedIn(() => sync("push-products"))).length).toBeGreaterThan(0);
  expect(await askedIn(() => sync("push-products"))).toEqual([]);
});
