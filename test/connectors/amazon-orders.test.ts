import { expect, test } from "bun:test";
import { ordersOf } from "../../src/connectors/adapters/amazon/amazon-orders.ts";
import { amazonOrders, strangeIn } from "../doubles/platforms/amazon-orders.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const platform = MARKETPLACES.find(({ id }) => id === "amazon") ?? expect.unreachable();
const MARKETPLACE = "A13V1IB3VIYZZH";
const item = (more: object = {}) => ({
  orderItemId: "1",
  quantityOrdered: 3,
  product: { sellerSku: "SKU-1" },
  ...more,
});
const orderOf = (fulfillmentStatus: string, hour: number, more: object = {}) => ({
  ...{ orderId: "403-1", createdTime: "2099-01-01T10:00:00Z", lastUpdatedTime: `2099-01-01T${hour}:00:00Z` },
  salesChannel: { channelName: "AMAZON", marketplaceId: MARKETPLACE },
  fulfillment: { fulfillmentStatus, fulfilledBy: "MERCHANT" },
  orderItems: [item()],
  ...more,
});

test("a pull takes what the seller's own orders hold, and gives back what is cancelled", async () => {
  let orders: object[] = [];
  const asked: string[] = [];
  const shop = await openShop(({ path }) => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname === "/auth/o2/token") return { json: { access_token: "t", expires_in: 3600 } };
    asked.push(path);
    expect(strangeIn({ orders })).toBeUndefined();
    return amazonOrders(searchParams, orders);
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: "amazon", name: "Market" },
      credentials: {
        seller_id: "s",
        marketplace_id: MARKETPLACE,
        client_id: "i",
        client_secret: "c",
        refresh_token: "r",
      },
      sync_options: { scheduled_pulls: [{ pull: "orders", interval_minutes: 15 }] },
    }),
  );
  const stockAfter = async (...now: object[]) => {
    orders = now;
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runOutside(there);
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  // Amazon keeps goods back for what is not paid yet.
  expect(await stockAfter(orderOf("PENDING", 10))).toBe(7);
  expect(await stockAfter(orderOf("UNSHIPPED", 11))).toBe(7);
  const byAmazon = { orderId: "403-2", fulfillment: { fulfillmentStatus: "SHIPPED", fulfilledBy: "AMAZON" } };
  expect(await stockAfter(orderOf("SHIPPED", 12, byAmazon))).toBe(7);
  const part = item({ fulfillment: { quantityFulfilled: 1, quantityUnfulfilled: 1 } });
  expect(await stockAfter(orderOf("PARTIALLY_SHIPPED", 12, { orderItems: [part] }))).toBe(8);
  const cancelled = item({ cancellation: { cancellationExecution: { cancelledBy: "MERCHANT" } } });
  const two = [cancelled, item({ orderItemId: "2", quantityOrdered: 1 })];
  expect(await stockAfter(orderOf("UNSHIPPED", 13, { orderItems: two }))).toBe(9);
  expect(await stockAfter(orderOf("UNSHIPPED", 11))).toBe(9);
  expect(await stockAfter(orderOf("CANCELLED", 14, { orderItems: two }))).toBe(10);
  expect(
    await stockAfter(...Array.from({ length: 101 }, (_, at) => orderOf("UNSHIPPED", 15, { orderId: `404-${at}` }))),
  ).toBe(0);
  expect(asked.at(-1)).toContain("paginationToken=100");
  expect((await tenant.get(`/connectors/${connector.id}/orders?per_page=1`)).body.items[0].status).toBe("UNSHIPPED");
});

test("an order of Amazon's own warehouses is left out; a name that its model does not have is found", async () => {
  const own = orderOf("SHIPPED", 10, { fulfillment: { fulfillmentStatus: "SHIPPED", fulfilledBy: "AMAZON" } });
  const page = await ordersOf(async () => ({ orders: [own] }), { marketplace: MARKETPLACE, sinceMs: 0, cursor: null });
  expect(page).toEqual({ orders: [], next: null });
  expect(strangeIn({ orders: [orderOf("SHIPPED", 10, { orderItems: [item({ sku: "A" })] })] })).toBe(
    "orders.orderItems.sku",
  );
  expect(amazonOrders(new URLSearchParams({ lastUpdatedAfter: "2026-01-01", NextToken: "1" }))?.status).toBe(400);
});

test("a rate that is used up is waited out: briefly at once, longer by a later turn", async () => {
  const busy = (rate: string, times: number) =>
    openPlatform(platform, {
      times,
      when: ({ route }) => route === "GET /orders/2026-01-01/orders",
      reply: () => ({ status: 429, headers: { "x-amzn-ratelimit-limit": rate }, json: {} }),
    });
  const brief = await busy("0.5", 1);
  expect(await brief.adapter.orders?.(brief.api, { sinceMs: 0, cursor: null })).toEqual({ orders: [], next: null });
  expect(brief.waits).toEqual([2_000]);
  const long = await busy("0.0056", 1);
  const ended = await Promise.resolve(long.adapter.orders?.(long.api, { sinceMs: 0, cursor: null })).catch(
    (error) => error,
  );
  expect(ended).toMatchObject({ reason: "unreachable", waitMs: 1_000 / 0.0056 });
});

test("an app that may not read orders is a warning, and one that is asked too often may", async () => {
  const answered = async (status: number) => {
    const { adapter, api } = await openPlatform(platform, {
      when: ({ route }) => route === "GET /orders/2026-01-01/orders",
      reply: () => ({ status, json: { errors: [{ code: "Unauthorized" }] } }),
    });
    return (await adapter.test(api))?.warnings.filter((text) => text.includes("may not read orders")).length;
  };
  expect([await answered(403), await answered(429)]).toEqual([1, 0]);
});
