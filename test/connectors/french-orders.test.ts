import { describe, expect, test } from "bun:test";
import { frenchOrders, type OrdersAsked } from "../doubles/platforms/french-orders.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const hourAt = (hour: number) => `2099-01-01T${hour}:00:00Z`;
const ORDERS_AT = { cdiscount: "/seller/v2/orders", manomano: "/orders/v1/orders", wizishop: "/v3/shops/5/orders" };
const CREDENTIALS = {
  cdiscount: { seller_id: "7", client_id: "i", client_secret: "c" },
  manomano: { seller_contract_id: "7", api_key: "k" },
  wizishop: { shop_id: "5", api_key: "k" },
};

/** A catalog with ten lamps, and a platform whose orders are pulled. */
async function given(platform: OrdersAsked["platform"]) {
  let orders: object[] = [];
  const asked: URLSearchParams[] = [];
  const shop = await openShop(({ path }) => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname.endsWith("/token")) return { json: { access_token: "t", expires_in: 7_200 } };
    expect(pathname).toBe(ORDERS_AT[platform]);
    asked.push(searchParams);
    return frenchOrders(platform, searchParams, orders);
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: platform, name: "Market", credentials: CREDENTIALS[platform] },
      sync_options: { stock_owner: "catalog", scheduled_pulls: [{ pull: "orders", interval_minutes: 15 }] },
    }),
  );
  const stockAfter = async (...now: object[]) => {
    orders = now;
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runOutside(there);
    const [job] = (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
    expect([job.status, job.error_message]).toEqual(["completed", null]);
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  return { tenant, connector, stockAfter, asked };
}

describe("Cdiscount", () => {
  const lineOf = (more: object = {}) => ({
    ...{ orderLineId: "1", quantity: 3, offer: { sellerProductId: "SKU-1", supplyMode: "Seller" } },
    ...more,
  });
  const orderOf = (status: string, hour: number, lines = [lineOf()], orderId = "SCID1") => ({
    ...{ orderId, status, createdAt: hourAt(10), purchasedAt: hourAt(10), updatedAt: hourAt(hour), lines },
  });

  test("orders that the seller sends take stock, and give back what is refused or cancelled", async () => {
    const { stockAfter, asked } = await given("cdiscount");
    expect(await stockAfter(orderOf("WaitingAcceptance", 10))).toBe(7);
    expect(await stockAfter(orderOf("InPreparation", 11))).toBe(7);
    const byThem = lineOf({ orderLineId: "2", offer: { sellerProductId: "SKU-1", supplyMode: "Fulfillment" } });
    const two = [lineOf({ status: "Cancelled" }), lineOf({ orderLineId: "3", quantity: 1, status: "Shipped" }), byThem];
    expect(await stockAfter(orderOf("Shipped", 12, two))).toBe(9);
    expect(await stockAfter(orderOf("InPreparation", 11))).toBe(9);
    expect(await stockAfter(orderOf("Cancelled", 13, two), orderOf("Accepted", 13, [byThem], "SCID2"))).toBe(10);
    const many = Array.from({ length: 101 }, (_, at) => orderOf("Refused", 14, [lineOf()], `R${at}`));
    expect(await stockAfter(...many, orderOf("Accepted", 14, [lineOf()], "SCID3"))).toBe(7);
    expect(asked.slice(-2).map((query) => query.get("pageIndex"))).toEqual(["1", "2"]);
  });
});

describe("ManoMano", () => {
  const orderOf = (status: string, hour: number, quantities = [3], order_reference = "M1") => ({
    ...{ order_reference, status, created_at: hourAt(10), status_updated_at: hourAt(hour) },
    products: quantities.map((quantity) => ({ seller_sku: "SKU-1", title: "Lamp", quantity })),
  });

  test("orders of the contract take stock, and give back what is refused; a refund gives nothing back", async () => {
    const { stockAfter, asked } = await given("manomano");
    expect(await stockAfter(orderOf("PENDING", 10, [2, 1]))).toBe(7);
    expect(await stockAfter(orderOf("PREPARATION", 11, [2, 1]))).toBe(7);
    expect(await stockAfter(orderOf("REFUNDED", 12, [2, 1]))).toBe(7);
    expect(await stockAfter(orderOf("PENDING", 10, [2, 1]))).toBe(7);
    const many = Array.from({ length: 50 }, (_, at) => orderOf("REFUSED", 12, [1], `R${at}`));
    expect(await stockAfter(...many, orderOf("PENDING", 12, [4], "M2"))).toBe(3);
    expect(await stockAfter(orderOf("REFUSED", 13, [4], "M2"))).toBe(7);
    expect(await stockAfter(orderOf("PENDING", 13, [2], "M3"))).toBe(5);
    expect(await stockAfter(orderOf("CANCELLED", 14, [2], "M3"))).toBe(7);
    expect(asked.some((query) => query.get("page") === "2")).toBe(true);
    expect(asked[0]?.get("status_updated_at_start")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
});

describe("WiziShop", () => {
  const orderOf = (status_code: number, id = 9, skus: object[] = [{ id: 1, sku: "SKU-1", quantity: 3 }]) => ({
    ...{ id, status_code, status_text: `State ${status_code}`, date: "2099-01-01 10:00:00" },
    shippings: [{ id: 4, skus }],
  });

  test("paid orders take stock, cancelled ones give it back; what is unpaid or abandoned takes none", async () => {
    const { stockAfter, asked, tenant, connector } = await given("wizishop");
    expect(await stockAfter(orderOf(5), orderOf(0, 8))).toBe(10);
    expect(await stockAfter(orderOf(20))).toBe(7);
    expect(await stockAfter(orderOf(30))).toBe(7);
    expect(await stockAfter(orderOf(46))).toBe(7);
    expect(await stockAfter(orderOf(50))).toBe(10);
    expect(await stockAfter(orderOf(20))).toBe(7);
    expect(
      await stockAfter(
        orderOf(20, 9, [
          { id: 1, sku: "SKU-1", quantity: 1 },
          { id: 2, sku: "XX", quantity: 1 },
        ]),
      ),
    ).toBe(9);
    expect((await tenant.get(`/connectors/${connector.id}/unknown-skus`)).body.items).toMatchObject([
      { code: "XX", units: 1 },
    ]);
    expect(await stockAfter()).toBe(9);
    const [first = expect.unreachable()] = asked;
    const days = (Date.now() - Date.parse(`${first.get("start_date")?.replace(" ", "T")}Z`)) / 86_400_000;
    expect(Math.round(days)).toBe(60);
    await stockAfter(...Array.from({ length: 101 }, (_, at) => orderOf(0, 100 + at)));
    expect(asked.at(-1)?.get("page")).toBe("2");
  });
});
