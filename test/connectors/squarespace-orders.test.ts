import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const platform = MORE_SHOPS.find(({ id }) => id === "squarespace") ?? expect.unreachable();
const orderOf = (fulfillmentStatus: string, hour: number, more: object = {}) => ({
  ...{ id: "o1", orderNumber: "3", fulfillmentStatus, paymentState: "PAID", testmode: false, channel: "web" },
  ...{
    createdOn: "2099-01-01T10:00:00.000Z",
    modifiedOn: `2099-01-01T${hour}:00:00.000Z`,
    externalOrderReference: null,
  },
  lineItems: [
    { id: "l1", lineItemType: "PHYSICAL_PRODUCT", variantId: "v1", productId: "1", sku: "CH-1", quantity: 3 },
    { id: "l2", lineItemType: "GIFT_CARD", variantId: "v2", productId: "2", sku: null, quantity: 1 },
  ],
  ...more,
});

test("a pull takes what orders of the shop hold, page by page, and gives back what is cancelled", async () => {
  const pages: object[][] = [];
  const asked: URLSearchParams[] = [];
  const shop = await openShop(({ path }) => {
    const { searchParams } = new URL(path, "https://receiver.test");
    asked.push(searchParams);
    const at = Number(searchParams.get("cursor") ?? 0);
    const hasNextPage = at + 1 < pages.length;
    const pagination = { hasNextPage, nextPageCursor: hasNextPage ? String(at + 1) : null };
    return { json: { result: pages[at] ?? [], pagination } };
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Chair", reference: "CH-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "squarespace",
      name: "Shop",
      credentials: { api_key: "k" },
    }),
  );
  const stockAfter = async (...now: object[][]) => {
    pages.splice(0, pages.length, ...now);
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runOutside(there);
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  expect(await stockAfter([orderOf("PENDING", 10)], [orderOf("PENDING", 10, { id: "o2" })])).toBe(4);
  expect(asked.map((query) => [...query.keys()])).toEqual([["modifiedAfter", "modifiedBefore"], ["cursor"]]);
  expect(await stockAfter([orderOf("FULFILLED", 11), orderOf("CANCELED", 11, { id: "o2" })])).toBe(7);
  expect(await stockAfter([orderOf("FULFILLED", 12, { paymentState: "REFUNDED" })])).toBe(7);
  const others = [{ testmode: true }, { externalOrderReference: "SHOP-9" }];
  expect(await stockAfter(others.map((more, index) => orderOf("PENDING", 13, { ...more, id: `x${index}` })))).toBe(7);
  expect(shop.asked.every(({ path }) => path.startsWith("/1.0/commerce/orders?"))).toBe(true);
});

test("a key that may not read orders is a warning", async () => {
  const ok = await openPlatform(platform);
  expect(await ok.adapter.test(ok.api)).toEqual({ choices: {}, warnings: [] });
  const { adapter, api } = await openPlatform(platform, {
    when: ({ route }) => route === "GET /1.0/commerce/orders",
    reply: () => ({ status: 403, json: { type: "AUTHORIZATION_ERROR" } }),
  });
  expect((await adapter.test(api))?.warnings).toEqual([expect.stringContaining("may not read orders")]);
});
