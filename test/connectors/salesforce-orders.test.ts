import { expect, test } from "bun:test";
import { orders as pullOrders } from "../../src/connectors/adapters/salesforce-commerce/salesforce-orders.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { salesforceOrders, salesforceStrangeIn } from "../doubles/platforms/salesforce-orders.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const platform = MORE_SHOPS.find(({ id }) => id === "salesforce_commerce") ?? expect.unreachable();
const timeAt = (minute: number) => new Date(Date.UTC(2099, 0, 1, 10, minute)).toISOString();
const orderOf = (status: string, minute: number, more: object = {}) => ({
  ...{ orderNo: "00000410", status, creationDate: timeAt(0), lastModified: timeAt(minute), siteId: "RefArch" },
  productItems: [{ itemId: "i1", productId: "SKU-1", quantity: 3, shipmentId: "me", taxRate: 0.2 }],
  ...more,
});

test("a pull takes what orders of the site hold, gives back what is cancelled, and takes it again where that is undone", async () => {
  let orders: object[] = [];
  const scopes: (string | null)[] = [];
  const shop = await openShop(({ path, text }) => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname.endsWith("/oauth2/access_token")) {
      scopes.push(new URLSearchParams(text).get("scope"));
      return { json: { access_token: "t", expires_in: 1_800 } };
    }
    expect(pathname).toBe("/checkout/orders/v1/organizations/f_ecom_zzte_053/orders");
    expect(orders.flatMap(salesforceStrangeIn)).toEqual([]);
    return salesforceOrders(searchParams, orders);
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const credentials = { ...platform.credentials, instance_url: "https://x.api.commercecloud.salesforce.com" };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: "salesforce_commerce", name: "Site", credentials },
    }),
  );
  const stockAfter = async (...now: object[]) => {
    orders = now;
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runOutside(there);
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body[0].status).toBe("completed");
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  expect(await stockAfter(orderOf("created", 1))).toBe(7);
  expect(await stockAfter(orderOf("new", 2))).toBe(7);
  expect(await stockAfter(orderOf("cancelled", 3))).toBe(10);
  expect(await stockAfter(orderOf("new", 2))).toBe(10);
  expect(await stockAfter(orderOf("completed", 4))).toBe(7);
  const parts = [{ itemId: "p1", productId: "SKU-1", quantity: 2, shipmentId: "me", taxRate: 0.2 }];
  const bundle = [
    { itemId: "b", productId: "SET", quantity: 1, shipmentId: "me", taxRate: 0, bundledProductItems: parts },
  ];
  expect(await stockAfter(orderOf("new", 5, { orderNo: "2", productItems: bundle }))).toBe(5);
  expect(await stockAfter(orderOf("failed", 6, { orderNo: "2", productItems: bundle }))).toBe(7);
  expect(await stockAfter(orderOf("new", 7, { orderNo: "3" }))).toBe(4);
  expect(await stockAfter(orderOf("replaced", 8, { orderNo: "3" }))).toBe(7);
  expect(scopes[0]).toBe("SALESFORCE_COMMERCE_API:zzte_053 sfcc.orders");
});

test("each of many orders is read, also those that change meanwhile, and those of one moment", async () => {
  const all = Array.from({ length: 450 }, (_, at) =>
    orderOf("new", at < 250 ? 1 : at, { orderNo: String(at), lastModified: timeAt(at < 250 ? 1 : at) }),
  );
  let asked = 0;
  const api = {
    credentials: platform.credentials,
    once: async () => "t",
    request: async ({ url }: { url: string }) => {
      // Between two pages the first of those that have been read is changed.
      if (asked++ === 1) all[0] = orderOf("cancelled", 900, { orderNo: "0" });
      const reply = salesforceOrders(new URL(url).searchParams, all);
      return { json: () => reply?.json };
    },
  } as never;
  const seen = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pullOrders>> = await pullOrders(api, { sinceMs: 0, cursor });
    for (const { id, status } of page.orders) seen.set(id, status);
    cursor = page.next;
  } while (cursor !== null);
  expect(seen.size).toBe(450);
  expect(seen.get("0")).toBe("cancelled");
  expect(asked).toBeLessThan(8);
});

test("a client without the scope of orders still sends products: a test warns", async () => {
  const { adapter, api } = await openPlatform(platform, {
    when: ({ text, host }) => host === "account.demandware.com" && text.includes("sfcc.orders"),
    reply: () => ({ status: 400, json: { error: "invalid_scope", error_description: "sfcc.orders" } }),
  });
  expect((await adapter.test(api))?.warnings).toEqual([expect.stringContaining("may not read orders")]);
  const whole = await openPlatform(platform);
  expect((await whole.adapter.test(whole.api))?.warnings).toEqual([]);
});
