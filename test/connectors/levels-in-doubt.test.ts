import { expect, test } from "bun:test";
import { services } from "../harness.ts";
import { pushedShirt } from "./woo-shirt.ts";

test.each([
  ["was stored", false],
  ["was not stored", true],
])(
  "a sale beside a lost answer stays sold where the change %s: orders are taken before the level is judged",
  async (_, drops) => {
    const { levels, way, sync, sku, setStock, stocks, orderOf, askedIn } = await pushedShirt();
    await setStock("S", 9);
    await setStock("M", 7);
    Object.assign(way, { loses: true, drops });
    expect(await sync("push-stock")).toMatchObject({ status: "failed" });
    Object.assign(way, { loses: false, drops: false });
    // Sold in the same second, and not reported by a webhook.
    levels.set(sku("S"), (levels.get(sku("S")) ?? 0) - 1);
    way.orders = [orderOf("S")];
    expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0, status: "completed" });
    expect([await stocks(), [...levels.values()]]).toEqual([
      [8, 7],
      [8, 7],
    ]);
    expect(await askedIn(() => sync("push-stock"))).toEqual([]);
  },
);

test("a sale that a shop has lost because both came at once is made up for when its order is known", async () => {
  const { levels, way, sync, sku, setStock, stocks, orderOf, askedIn } = await pushedShirt();
  await setStock("S", 9);
  await sync("push-stock");
  // The shop has read its level, sold one, and written the change over it.
  expect([...levels.values()]).toEqual([9, 5]);
  way.orders = [orderOf("S")];
  await sync("pull-orders");
  expect([await stocks(), levels.get(sku("S"))]).toEqual([[8, 5], 9]);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([8, 5]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("an order of another time than the last change of its level costs no look", async () => {
  const { levels, way, sync, sku, setStock, stocks, orderOf, askedIn } = await pushedShirt();
  await setStock("S", 9);
  await sync("push-stock");
  levels.set(sku("S"), 8);
  way.orders = [orderOf("S", services.now() + 600_000)];
  await sync("pull-orders");
  expect(await stocks()).toEqual([8, 5]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("a product counts once in its job, also where its level goes again after a lost answer", async () => {
  const { way, sync, setStock, tenant, path } = await pushedShirt();
  await tenant.patch(path, { name: "Other shirt" });
  await setStock("S", 9);
  way.loses = "once";
  expect(await sync("push-products")).toMatchObject({ status: "completed", pushed: 1, skipped: 0, errors: 0 });
});
