import { expect, test } from "bun:test";
import { ordersOf } from "../../src/connectors/adapters/fnac-darty/fnac-orders.ts";
import { type FnacOrder, fnacOrders, fnacStrangeIn } from "../doubles/platforms/fnac-orders.ts";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

const lineOf = (state: string, more: object = {}) => ({ id: "1", state, sku: "SKU-1", quantity: 3, ...more });
const orderOf = (state: string, lines = [lineOf(state)], id = "4711000000001"): FnacOrder => ({ id, state, lines });

test("a pull takes what orders of the marketplace hold, and gives back what is refused or cancelled", async () => {
  let orders: FnacOrder[] = [];
  const shop = await openShop(({ path, text }) => {
    if (path.endsWith("/auth")) return { text: '<auth_response status="OK"><token>t</token></auth_response>' };
    const reply = fnacOrders(text, orders, 1);
    expect(fnacStrangeIn(reply?.text ?? "")).toBeUndefined();
    return reply;
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: "fnac_darty", name: "Market" },
      credentials: { partner_id: "p", shop_id: "s", api_key: "k" },
    }),
  );
  const stockAfter = async (...now: FnacOrder[]) => {
    orders = now;
    await tenant.post(`/connectors/${connector.id}/sync/pull-orders`, {});
    await runOutside(there);
    expect((await tenant.get(`/connectors/${connector.id}/jobs`)).body[0].status).toBe("completed");
    return (await tenant.get(`/products/${product.id}`)).body.stock;
  };
  expect(await stockAfter(orderOf("Error", [lineOf("ToAccept")]))).toBe(10);
  expect(await stockAfter(orderOf("Created", [lineOf("ToAccept")]))).toBe(7);
  expect(await stockAfter(orderOf("Created", [lineOf("ToAccept")]))).toBe(7);
  const two = (first: string, second: string) => [lineOf(first), lineOf(second, { id: "2", quantity: 1 })];
  expect(await stockAfter(orderOf("Accepted", two("Refused", "Accepted")))).toBe(9);
  expect(await stockAfter(orderOf("Shipped", two("Refused", "Shipped")))).toBe(9);
  expect(await stockAfter(orderOf("Refunded", two("Refused", "Refunded")))).toBe(9);
  // News of before comes again.
  expect(await stockAfter(orderOf("Created", two("ToAccept", "ToAccept")))).toBe(9);
  const cancelled = orderOf("Cancelled", two("Cancelled", "Cancelled"));
  expect(await stockAfter(cancelled, orderOf("ToShip", [lineOf("ToShip", { quantity: 2 })], "4711000000002"))).toBe(8);
  const asked = shop.asked.filter(({ path }) => path.endsWith("/orders_query"));
  expect(asked.slice(-2).map(({ text }) => /<paging>(\d)/.exec(text)?.[1])).toEqual(["1", "2"]);
  expect(asked[0]?.text).toMatch(/<date type="UpdatedAt"><min>\d{4}-[\d-]+T[\d:.]+Z<\/min><\/date>/);
});

test("an order is read from its own elements, not from those of its address; a refusal is said", async () => {
  const answer = (question: string) => {
    const { text = "" } =
      fnacOrders(`<orders_query partner_id="p" shop_id="s">${question}</orders_query>`, [orderOf("ToShip")]) ?? {};
    return { status: /status="(\w+)"/.exec(text)?.[1] ?? "", errors: [], xml: text };
  };
  const { orders, next } = await ordersOf(async (inner) => answer(inner), { sinceMs: 0, cursor: null });
  expect(next).toBeNull();
  expect(orders).toMatchObject([
    {
      id: "4711000000001",
      status: "ToShip",
      takenAtMs: Date.UTC(2099, 0, 1, 10),
      lines: [{ id: "1", sku: "SKU-1", held: 3 }],
    },
  ]);
  const refused = ordersOf(async () => answer("<colour>red</colour>"), { sinceMs: 0, cursor: null });
  expect(await refused.catch((error) => error)).toMatchObject({ reason: "refused" });
});
