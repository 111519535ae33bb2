import { expect, test } from "bun:test";
import { orders as pullOrders } from "../../src/connectors/adapters/magento/magento-orders.ts";
import { openMagento } from "../doubles/magento-msi.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** Random numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const START = 1_000;

/** A catalog and a Magento that has its products. */
async function given(kind: "sources" | "legacy", skus: readonly string[]) {
  const magento = openMagento(kind, clock.nowMs + 60_000);
  let lost = 0;
  const shop = await openShop((call) => {
    const answer = magento.reply(call);
    const isSet = call.path.includes("source-items") && call.method === "POST" && call.text !== "{}";
    // It keeps the level, and the answer is lost.
    return isSet && lost-- > 0 ? null : answer;
  });
  const tenant = await newTenant();
  await tenant.post(
    "/appsync/products/sync",
    skus.map((reference) => ({ name: reference, reference, stock: START })),
  );
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "magento",
      name: "Shop",
      credentials: { base_url: shop.url, access_token: "t" },
      sync_options: { stock_owner: "catalog" },
    }),
  );
  const run = async (what: string) => {
    expect((await tenant.post(`/connectors/${connector.id}/sync/${what}`, {})).status).toBe(202);
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/jobs`)).body[0];
  };
  const products = async () => (await tenant.get("/products?per_page=100")).body.items;
  const sets = () =>
    shop.asked.filter(
      ({ path, method, text }) => text !== "{}" && method !== "GET" && /source-items|stockItems/.test(path),
    );
  const loses = (answers: number) => {
    lost = answers;
  };
  return { magento, shop, tenant, connector, run, products, sets, loses };
}

type Given = Awaited<ReturnType<typeof given>>;

async function setStock({ tenant, products }: Given, sku: string, by: number) {
  const { id, stock } = (await products()).find(({ reference }: { reference: string }) => reference === sku);
  await tenant.put(`/products/${id}/stock`, { quantity: stock + by });
}

/** An event of a product, there or here. */
async function happen(all: Given, sku: string, below: (limit: number) => number): Promise<void> {
  const { magento } = all;
  const own = magento.orders.filter(({ items }) => items[0]?.sku === sku);
  const open = own.filter(({ state }) => state === "new" || state === "processing");
  const order = open[below(open.length)];
  if (!order) {
    magento.order(sku, 1 + below(5));
    return;
  }
  const things = [
    () => magento.order(sku, 1 + below(5)),
    () => magento.order(sku, 1 + below(5)),
    () => magento.ship(order, 1 + below(5)),
    () => magento.ship(order, 1 + below(5)),
    () => magento.cancel(order),
    () => magento.refund(order, 1 + below(3)),
    () => setStock(all, sku, below(9) - 3),
  ];
  await things[below(things.length)]?.();
}

/** Orders come here, stocks go to the shop, whose answer may be lost: then orders are read first. */
async function tell({ run, loses }: Given, what: "orders" | "stock" | "in vain"): Promise<void> {
  if (what === "orders") await run("pull-orders");
  if (what === "stock") await run("push-stock");
  if (what !== "in vain") return;
  loses(9);
  await run("push-stock");
  loses(0);
  await run("pull-orders");
}
const TELLS = ["orders", "orders", "stock", "stock", "in vain"] as const;

test.each(["sources", "legacy"] as const)(
  "%s: after random histories of orders a Magento can sell what is in stock here, whenever either side reports",
  async (kind) => {
    const skus = Array.from({ length: 20 }, (_, index) => `MAGE-${index}`);
    const all = await given(kind, skus);
    const { magento, run, products } = all;
    const random = randomFrom(kind === "sources" ? 7 : 8);
    const below = (limit: number) => Math.floor(random() * limit);
    await run("push-products");
    for (let round = 0; round < 25; round++) {
      for (const sku of skus) await happen(all, sku, below);
      const what = TELLS[below(kind === "sources" ? 5 : 4)];
      if (what) await tell(all, what);
    }
    for (let turn = 0; turn < 2; turn++) {
      await run("pull-orders");
      await run("push-stock");
    }
    const ours = (await products()).map((each: { reference: string; stock: number }) => [each.reference, each.stock]);
    expect(ours.map(([sku]: [string]) => [sku, magento.salableOf(sku)])).toEqual(ours);
    expect(magento.orders.length).toBeGreaterThan(100);
  },
  120_000,
);

test("a shipment lowers the source by itself, and nothing is sent for it", async () => {
  const { magento, run, products, sets } = await given("sources", ["LAMP"]);
  await run("push-products");
  const order = magento.order("LAMP", 5);
  await run("pull-orders");
  await run("push-stock");
  expect([(await products())[0].stock, magento.quantityOf("LAMP"), magento.salableOf("LAMP")]).toEqual([
    995, 1_000, 995,
  ]);
  magento.ship(order, 3);
  await run("pull-orders");
  await run("push-stock");
  expect([(await products())[0].stock, magento.quantityOf("LAMP")]).toEqual([995, 997]);
  expect(sets()).toEqual([]);
});

test("a level that replaces the shop's own leaves there what is ordered and has not been shipped, by now", async () => {
  const all = await given("sources", ["LAMP"]);
  const { magento, run, loses } = all;
  await run("push-products");
  const order = magento.order("LAMP", 5);
  await run("pull-orders");
  // Set, and the answer lost: what the shop has then says nothing.
  await setStock(all, "LAMP", 10);
  loses(9);
  expect(await run("push-stock")).toMatchObject({ status: "failed" });
  loses(0);
  expect(magento.quantityOf("LAMP")).toBe(1_010);
  magento.ship(order, 2);
  await run("push-stock");
  expect([magento.quantityOf("LAMP"), magento.salableOf("LAMP")]).toEqual([1_008, 1_005]);
});

test("a product that is no longer sold keeps in its source what was ordered", async () => {
  const { magento, tenant, connector, run, products } = await given("sources", ["LAMP"]);
  await run("push-products");
  magento.order("LAMP", 5);
  await run("pull-orders");
  await tenant.patch(`/connectors/${connector.id}`, { sync_options: { when_removed: "no_stock" } });
  await tenant.patch(`/products/${(await products())[0].id}`, { status: "archived" });
  await run("push-products");
  expect([magento.quantityOf("LAMP"), magento.salableOf("LAMP")]).toEqual([5, 0]);
});

test("products of several are held by their parts, and what is refunded stays with the customer", async () => {
  const item = (item_id: number, sku: string, more: object = {}) => ({
    ...{ item_id, sku, qty_ordered: 2, qty_invoiced: 0, qty_shipped: 0, qty_refunded: 0, qty_canceled: 0 },
    ...more,
  });
  const items = [
    // As Magento writes it: the whole has the SKU of its part and what became of it, the part has neither.
    item(1, "SHIRT-S", { product_type: "configurable", qty_canceled: 1 }),
    item(2, "SHIRT-S", { parent_item_id: 1 }),
    item(3, "SET", { product_type: "bundle", qty_refunded: 1 }),
    item(4, "CUP", { parent_item_id: 3, qty_ordered: 8 }),
    item(5, "E-BOOK", { is_virtual: 1, qty_invoiced: 2, qty_refunded: 1 }),
    item(6, "TRAY", { qty_shipped: 2, qty_refunded: 2 }),
    item(7, "JUG", { qty_shipped: 1, qty_refunded: 2 }),
  ];
  const order = {
    entity_id: 9,
    state: "processing",
    created_at: "2026-11-30 10:00:00",
    updated_at: "2026-11-30 11:00:00",
    items,
  };
  const api = {
    credentials: { base_url: "https://shop.example", access_token: "t" },
    request: async () => ({ json: () => ({ items: [order], total_count: 1 }) }),
  } as never;
  const [news = expect.unreachable()] = (await pullOrders(api, { sinceMs: 0, cursor: null })).orders;
  expect(news.lines.map(({ id, sku, held }) => [id, sku, held])).toEqual([
    ["2", "SHIRT-S", 1],
    ["4", "CUP", 8],
    ["5", "E-BOOK", 2],
    ["6", "TRAY", 2],
    ["7", "JUG", 2],
  ]);
  expect(news).toMatchObject({ id: "9", status: "processing", changedAtMs: Date.UTC(2026, 10, 30, 11) });
});

test("an integration that may not read orders is a warning", async () => {
  const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();
  const { adapter, api } = await openPlatform(platform, {
    when: ({ path }) => path.includes("/V1/orders"),
    reply: () => ({
      status: 401,
      json: { message: "The consumer isn't authorized to access Magento_Sales::actions_view." },
    }),
  });
  expect((await adapter.test(api))?.warnings).toEqual([expect.stringContaining("may not read orders")]);
});
