import { describe, expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { bodyOf, DAY_MS, given, newDelivery, shopify } from "./deliveries.ts";

describe("orders that a shop reports", () => {
  test("an order lowers the stock here, once", async () => {
    const { secret, ean, read } = await given();
    const order = JSON.stringify({ id: 9, line_items: [{ sku: `R-${ean}`, quantity: 3, product_id: 5 }] });
    const delivery = newDelivery();
    await shopify(secret, order, "orders/create", delivery);
    await shopify(secret, order, "orders/create", delivery);
    expect((await read()).stock).toBe(7);
    // The same order again when it is paid, as another delivery, and another order.
    clock.nowMs += 10 * DAY_MS;
    expect((await shopify(secret, order, "orders/paid")).body.status).toBe("ignored");
    expect((await read()).stock).toBe(7);
    await shopify(secret, order.replace('"id":9', '"id":10'), "orders/paid");
    expect((await read()).stock).toBe(4);
  });

  test("parts of a unit take a whole one, and no number or time of a shop breaks the list of its orders", async () => {
    const { tenant, secret, connector, ean, read } = await given();
    const order = (fields: object, line: object) =>
      JSON.stringify({ id: 71, line_items: [{ id: 1, sku: `R-${ean}`, ...line }], ...fields });
    const tell = (text: string) => shopify(secret, text, "orders/updated");
    const times = { created_at: "2026-11-30T08:00:00Z", updated_at: "2026-11-30T08:00:00Z" };
    expect(await tell(order(times, { quantity: 1.5 }))).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ stock: 8 });
    const odd = ["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z"];
    for (const [place, updated_at] of odd.entries())
      expect(await tell(order({ id: 80 + place, updated_at }, { quantity: 1e300 }))).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ stock: 0 });
    const { status, body } = await tenant.get(`/connectors/${connector.id}/orders`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(3);
    const lines = body.items.map((each: { lines: { quantity: number }[] }) => each.lines[0]?.quantity);
    expect(lines.toSorted((one: number, other: number) => one - other)).toEqual([2, 1_000_000_000, 1_000_000_000]);
  });

  test("an order without an id counts once by its content, under any delivery name", async () => {
    const { secret, ean, read } = await given();
    const order = JSON.stringify({ line_items: [{ sku: `R-${ean}`, quantity: 3 }] });
    expect((await shopify(secret, order, "orders/create")).body.status).toBe("accepted");
    expect((await shopify(secret, order, "orders/create")).body.status).toBe("ignored");
    expect((await read()).stock).toBe(7);
  });

  test("what is cancelled, or not taken by the shop, comes back; older news never wins", async () => {
    const { secret, ean, read } = await given();
    const at = (second: number) => `2026-11-25T10:00:${String(second).padStart(2, "0")}Z`;
    const line = { id: 3, sku: `R-${ean}`, quantity: 3 };
    const order = (second: number, more: object = {}) =>
      JSON.stringify({ id: 21, created_at: at(1), updated_at: at(second), line_items: [line], ...more });
    await shopify(secret, order(5, { cancelled_at: at(5) }), "orders/cancelled");
    expect((await shopify(secret, order(1), "orders/create")).body.status).toBe("ignored");
    expect((await read()).stock).toBe(10);
    await shopify(secret, order(6), "orders/updated");
    expect((await read()).stock).toBe(7);
    const refund = {
      id: 5,
      order_id: 21,
      refund_line_items: [{ line_item_id: 3, quantity: 1, restock_type: "return" }],
    };
    await shopify(secret, JSON.stringify(refund), "refunds/create");
    expect((await read()).stock).toBe(8);
    await shopify(secret, order(7, { refunds: [refund] }), "orders/updated");
    expect((await read()).stock).toBe(8);
  });

  test("a level that the shop reported with a sale in it is not lowered by the sale again", async () => {
    const { secret, ean, read } = await given();
    const level = (stock: number, updated_at: string) =>
      bodyOf(ean, { updated_at, variants: [{ sku: `R-${ean}`, inventory_quantity: stock }] });
    await shopify(secret, level(7, "2026-11-25T10:00:02Z"));
    expect((await read()).stock).toBe(7);
    await shopify(secret, level(10, "2026-11-25T10:00:01Z"));
    expect((await read()).stock).toBe(7);
    const order = { id: 22, created_at: "2026-11-25T10:00:02Z", line_items: [{ sku: `R-${ean}`, quantity: 3 }] };
    await shopify(secret, JSON.stringify(order), "orders/create");
    expect((await read()).stock).toBe(7);
    // From now on the orders say what the shop sells.
    await shopify(secret, level(5, "2026-11-25T10:01:00Z"));
    expect((await read()).stock).toBe(7);
    const next = { id: 23, created_at: "2026-11-25T10:01:00Z", line_items: [{ sku: `R-${ean}`, quantity: 2 }] };
    await shopify(secret, JSON.stringify(next), "orders/create");
    expect((await read()).stock).toBe(5);
  });

  test("the stock has one owner: a shop's levels are taken and its orders take nothing, or the other way round", async () => {
    const ofShop = await given({ sync_options: { stock_owner: "shop" } });
    const order = (ean: string) => JSON.stringify({ id: 9, line_items: [{ sku: `R-${ean}`, quantity: 3 }] });
    await shopify(ofShop.secret, order(ofShop.ean), "orders/create");
    expect((await ofShop.read()).stock).toBe(10);
    await shopify(ofShop.secret, bodyOf(ofShop.ean));
    expect((await ofShop.read()).stock).toBe(4);
    const ofCatalog = await given({ sync_options: { stock_owner: "catalog" } });
    await shopify(ofCatalog.secret, bodyOf(ofCatalog.ean));
    expect(await ofCatalog.read()).toMatchObject({ title: "Reported", stock: 10 });
    await shopify(ofCatalog.secret, order(ofCatalog.ean), "orders/create");
    expect((await ofCatalog.read()).stock).toBe(7);
  });

  test("an order of a variant's SKU takes the variant's stock", async () => {
    const { tenant, product, secret, read } = await given();
    const sku = `V-${tenant.id}`;
    const { body: variant } = await tenant.post(`/products/${product.id}/variants`, { sku, stock: 9 });
    const before = (await read()).updated_at;
    const order = JSON.stringify({ id: 31, line_items: [{ sku, quantity: 2, product_id: 77 }] });
    expect((await shopify(secret, order, "orders/create")).body.status).toBe("accepted");
    expect((await tenant.get(`/products/${product.id}/variants/${variant.id}`)).body.stock).toBe(7);
    expect((await read()).stock).toBe(10);
    expect((await read()).updated_at > before).toBe(true);
  });

  test("an order of what is not known yet counts when it is sent again, once", async () => {
    const { tenant, secret } = await given();
    const reference = `LATER-${tenant.id}`;
    const order = JSON.stringify({ id: 11, line_items: [{ sku: reference, quantity: 3 }] });
    const reported = async (topic: string) => (await shopify(secret, order, topic)).body.status;
    expect(await reported("orders/create")).toBe("accepted");
    const { body } = await tenant.post("/products", { name: "Later", reference });
    await tenant.put(`/products/${body.id}/stock`, { quantity: 10 });
    expect(await reported("orders/paid")).toBe("accepted");
    expect(await reported("orders/paid")).toBe("ignored");
    expect((await tenant.get(`/products/${body.id}`)).body.stock).toBe(7);
  });
});
