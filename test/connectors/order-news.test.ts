import { describe, expect, test } from "bun:test";
import { oversold } from "../../db/connectors/shop-orders.ts";
import { shopifyOrder } from "../../src/connectors/adapters/shopify/shopify-orders.ts";
import { wooCommerceOrder } from "../../src/connectors/adapters/woocommerce/woo-orders.ts";
import { notePulledOrders } from "../../src/connectors/orders/note-orders.ts";
import {
  inWholeUnits,
  isRefund,
  type News,
  type OrderNews,
  stockAfter,
} from "../../src/connectors/orders/order-news.ts";
import { newTenant, services } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** Random numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = randomFrom(31);
const below = (limit: number) => Math.floor(random() * limit);
function shuffled<T>(all: readonly T[]): T[] {
  const list = [...all];
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}

const HISTORIES = 10_000;
const AT_ONCE = 100;
const START = 20;

/** What a shop reports of one order while it lives, and what it holds at the end. */
function historyOf(id: string, sku: string): { news: News[]; held: number } {
  let atMs = Date.UTC(2026, 10, 1) + below(1_000_000);
  let quantity = 1 + below(6);
  let status = "pending";
  let back = 0;
  const refunds: string[] = [];
  const news: News[] = [];
  const heldNow = () => (status === "paid" || status === "held" ? Math.max(0, quantity - back) : 0);
  const report = () => {
    // Shops write seconds, or report several changes with one time.
    atMs += 1_000 + below(60_000);
    const line = { id: "1", externalIds: [], sku, quantity, held: heldNow() };
    const reported: OrderNews = {
      id,
      status,
      changedAtMs: atMs,
      takenAtMs: null,
      rank: 0,
      lines: [line],
      refundIds: [...refunds],
    };
    news.push(reported);
  };
  report();
  for (let step = below(6); step > 0; step--) {
    const what = below(5);
    if (what === 0) quantity = 1 + below(6);
    else if (what < 3) status = ["paid", "held", "failed", "cancelled"][below(4)] ?? "paid";
    else if (back < quantity) {
      const refund = `${id}-r${refunds.length}`;
      refunds.push(refund);
      back++;
      // Reported by itself, and by the order: either may come first, or alone.
      news.push({ id: refund, refundOf: id, lines: [{ id: "1", quantity: 1 }] });
    }
    report();
  }
  return { news, held: heldNow() };
}

test("10,000 random histories of orders end at the same stock, in any order and however often they are reported", async () => {
  const tenant = await newTenant();
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      sync_options: { stock_owner: "catalog" },
    }),
  );
  const skus = Array.from({ length: AT_ONCE }, (_, index) => `ORDERED-${index}`);
  const items = skus.map((reference) => ({ name: reference, reference, stock: START }));
  await tenant.post("/appsync/products/sync", items);
  const products = (await tenant.get("/products?per_page=100")).body.items;
  expect(products).toHaveLength(AT_ONCE);
  const expected = new Map(
    products.map(({ reference }: { reference: string }) => [reference, { stock: START, owed: 0 }]),
  );
  const owed = new Map<string, number>(skus.map((sku) => [sku, 0]));
  let order = 0;
  for (let done = 0; done < HISTORIES; done += AT_ONCE) {
    const histories = skus.map((sku) => ({ sku, ...historyOf(String(order++), sku) }));
    const twice = histories.flatMap(({ news }) => [...news, ...news.filter(() => random() < 0.3)]);
    const reported = shuffled(twice);
    const middle = below(reported.length);
    for (const part of [reported.slice(0, middle), reported.slice(middle)]) {
      const input = { connectorId: connector.id, jobId: connector.id, news: part, seenMs: null };
      await services.write(notePulledOrders, tenant.id, input);
    }
    for (const { sku, held } of histories) owed.set(sku, (owed.get(sku) ?? 0) + held);
  }
  for (const sku of skus) expected.set(sku, stockAfter({ stock: START, owed: 0 }, owed.get(sku) ?? 0));
  const after = (await tenant.get("/products?per_page=100")).body.items;
  const missing = new Map(
    (
      await oversold.list(services.reader(tenant.id), {
        where: { productId: after.map(({ id }: { id: string }) => id) },
      })
    ).map(({ productId, units }) => [productId, units]),
  );
  const real = after.map(({ id, reference, stock }: { id: string; reference: string; stock: number }) => [
    reference,
    { stock, owed: missing.get(id) ?? 0 },
  ]);
  expect(new Map(real)).toEqual(expected);
}, 120_000);

describe("what WooCommerce says that an order holds", () => {
  const line = (meta: Record<string, string> = {}) => ({
    id: 7,
    sku: "A",
    quantity: 3,
    product_id: 5,
    variation_id: 0,
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  });
  const heldOf = (order: object) => {
    const news = wooCommerceOrder({ id: 1, date_modified_gmt: "2026-11-25T01:15:46", ...order });
    return news?.lines.map(({ held }) => held);
  };

  // As a WooCommerce 11.0.1 answered on 2026-11-25.
  test.each([
    ["processing", { _reduced_stock: "3" }, 3],
    ["processing", { _reduced_stock: "2", _restock_refunded_items: "1" }, 2],
    ["cancelled", { _restock_refunded_items: "1" }, 0],
    ["refunded", { _reduced_stock: "3" }, 3],
    ["pending", {}, 0],
    ["failed", {}, 0],
    ["on-hold", {}, 3],
    ["completed", {}, 3],
  ] as const)("%s %p: %d", (status, meta, held) => {
    expect(heldOf({ status, line_items: [line(meta)] })).toEqual([held]);
  });
});

describe("what Shopify says that an order holds", () => {
  const heldOf = (order: object) => {
    const news = shopifyOrder({ id: 1, updated_at: "2026-11-25T01:15:46+01:00", ...order });
    return news && !isRefund(news) ? news.lines.map(({ held }) => held) : undefined;
  };
  const lines = [{ id: 9, sku: "A", quantity: 3, product_id: 5, variant_id: 6 }];
  const refund = (restock_type: string, quantity: number) => ({
    id: 4,
    refund_line_items: [{ line_item_id: 9, quantity, restock_type }],
  });

  test.each([
    ["one that is not paid", { financial_status: "pending", line_items: lines }, 3],
    ["a refund with restock", { line_items: lines, refunds: [refund("return", 2)] }, 1],
    ["a refund without", { line_items: lines, refunds: [refund("no_restock", 2)] }, 3],
    ["cancelled", { cancelled_at: "2026-11-25", line_items: lines, refunds: [refund("cancel", 3)] }, 0],
    [
      "cancelled without restock",
      { cancelled_at: "2026-11-25", line_items: lines, refunds: [refund("no_restock", 3)] },
      3,
    ],
    ["edited", { line_items: [{ ...lines[0], current_quantity: 2 }] }, 2],
  ])("%s", (_, order, held) => {
    expect(heldOf(order)).toEqual([held]);
  });

  test("a refund is reported by itself, too", () => {
    expect(shopifyOrder({ ...refund("return", 2), order_id: 1 })).toEqual({
      id: "4",
      refundOf: "1",
      lines: [{ id: "9", quantity: 2 }],
    });
  });
});

test("an order has whole units and a whole rank, as they are stored", () => {
  const line = { id: "1", externalIds: [], sku: "A", quantity: 1.5, held: 0.5 };
  const order = { id: "9", status: "", changedAtMs: null, takenAtMs: null, rank: 0.5, refundIds: [], lines: [line] };
  expect(inWholeUnits(order)).toMatchObject({ rank: 1, lines: [{ quantity: 2, held: 1 }] });
  const refund = { id: "3", refundOf: "9", lines: [{ id: "1", quantity: 1e300 }] };
  expect(inWholeUnits(refund)).toMatchObject({ lines: [{ quantity: 1_000_000_000 }] });
});
