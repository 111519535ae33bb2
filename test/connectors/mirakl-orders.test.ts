import { expect, test } from "bun:test";
import { orders as pullOrders } from "../../src/connectors/adapters/mirakl/mirakl-orders.ts";
import { MIRAKL_ORDER } from "../doubles/platforms/mirakl.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

const [LINE = expect.unreachable()] = MIRAKL_ORDER.order_lines;
const orderIn = (order_state: string, line: object = {}, hour = 10) => ({
  ...MIRAKL_ORDER,
  order_state,
  last_updated_date: `2099-01-01T${hour}:00:00Z`,
  order_lines: [{ ...LINE, order_line_state: order_state, ...line }],
});

test("a pull takes what orders of a marketplace hold, and gives back what is cancelled", async () => {
  let orders: object[] = [];
  const asked: URL[] = [];
  const shop = await openShop(({ path }) => {
    asked.push(new URL(path, "https://receiver.test"));
    return { json: { orders, total_count: orders.length } };
  });
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const credentials = { base_url: shop.url, api_key: "k", shop_id: "5" };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({ platform_id: "mirakl", name: "Market", credentials }),
  );
  const stockAfter = async (...now: object[]) => {
    orders = now;
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runJobs();
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  expect(await stockAfter(orderIn("STAGING"))).toBe(10);
  expect(await stockAfter(orderIn("WAITING_ACCEPTANCE", {}, 11))).toBe(7);
  expect(await stockAfter(orderIn("WAITING_ACCEPTANCE", {}, 11))).toBe(7);
  expect(await stockAfter(orderIn("SHIPPING", { cancelations: [{ id: "c", quantity: 1 }] }, 12))).toBe(8);
  expect(
    await stockAfter(orderIn("SHIPPED", { cancelations: [{ quantity: 1 }], refunds: [{ quantity: 1 }] }, 13)),
  ).toBe(8);
  expect(await stockAfter(orderIn("WAITING_ACCEPTANCE", {}, 11))).toBe(8);
  expect(await stockAfter(orderIn("CANCELED", {}, 14))).toBe(10);
  const [first = expect.unreachable()] = asked;
  expect([first.pathname, first.searchParams.get("shop_id"), first.searchParams.get("max")]).toEqual([
    "/api/orders",
    "5",
    "100",
  ]);
});

test("orders are read page by page, since a time", async () => {
  const asked: string[] = [];
  const page = { orders: [orderIn("SHIPPING")], total_count: 101 };
  const api = {
    credentials: { base_url: "https://market.example", api_key: "k" },
    request: async ({ url }: { url: string }) => {
      asked.push(url);
      return { json: () => page };
    },
  } as never;
  expect((await pullOrders(api, { sinceMs: 0, cursor: null })).next).toBe("100");
  expect((await pullOrders(api, { sinceMs: 0, cursor: "100" })).next).toBeNull();
  expect(asked.map((url) => new URL(url).searchParams.get("offset"))).toEqual(["0", "100"]);
  expect(asked[0]).toContain("start_update_date=1970-01-01T00%3A00%3A00.000Z");
});
