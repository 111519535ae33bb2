import { expect, test } from "bun:test";
import { notePulledOrders } from "../../src/connectors/orders/note-orders.ts";
import type { OrderNews } from "../../src/connectors/orders/order-news.ts";
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

test("a level of which a shop gives back more than an order took is set right", async () => {
  const { levels, sync, sku, setStock, stocks, tenant, connector, askedIn } = await pushedShirt();
  await setStock("S", 9);
  await sync("push-stock");
  const newsAt = (minutes: number, status: string, held: number): OrderNews => ({
    ...{ id: "1", status, changedAtMs: services.now() + minutes * 60_000, takenAtMs: null, rank: 0, refundIds: [] },
    lines: [{ id: "1", externalIds: [], sku: sku("S"), quantity: 2, held, isMiscounted: true }],
  });
  const take = (news: OrderNews) =>
    services.write(notePulledOrders, tenant.id, { connectorId: connector.id, jobId: null, news: [news], seenMs: null });
  // One of two was put back; with the cancellation the shop puts both back.
  await take(newsAt(10, "2", 1));
  levels.set(sku("S"), 8);
  await take(newsAt(20, "6", 0));
  levels.set(sku("S"), 10);
  expect(await stocks()).toEqual([9, 5]);
  await sync("push-stock");
  expect([...levels.values()]).toEqual([9, 5]);
  await take(newsAt(20, "6", 0));
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("of several variants only those go whose level is another one there", async () => {
  const { levels, way, sync, setStock, askedIn } = await pushedShirt();
  await setStock("S", 9);
  await setStock("M", 7);
  way.loses = true;
  await sync("push-stock");
  way.loses = false;
  await setStock("M", 8);
  const asked = await askedIn(() => sync("push-stock"));
  expect(asked.at(-1)?.body).toEqual({
    create: [],
    update: [{ id: 12, manage_stock: true, inventory_delta: 1 }],
    delete: [],
  });
  expect([...levels.values()]).toEqual([9, 8]);
});
