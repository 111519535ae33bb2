import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { shopifyStore } from "../doubles/platforms/shopify-store.ts";
import type { StoreOrder } from "../doubles/platforms/shopify-store-orders.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const base = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();
const gid = (kind: string, number: number | string) => `gid://shopify/${kind}/${number}`;

/** An order of this number of lines, of two each. */
const order = (number: number, count: number, more: Partial<StoreOrder> = {}): StoreOrder => ({
  ...{ id: gid("Order", number), createdAt: "2026-11-30T08:00:00Z", updatedAt: "2026-11-30T09:00:00Z" },
  ...{ cancelledAt: null, displayFinancialStatus: "PAID", refunds: [] },
  lines: Array.from({ length: count }, (_, place) => ({
    ...{ id: gid("LineItem", `${number}${place}`), sku: `SKU-${place}`, quantity: 2, currentQuantity: 2 },
    ...{ product: null, variant: null },
  })),
  ...more,
});

async function opened(orders: readonly StoreOrder[]) {
  const store = shopifyStore();
  store.orders.push(...orders);
  const answer = () => (call: Call) => store.reply(call);
  const { adapter, api, shop } = await openPlatform({ ...base, answer });
  const read = (cursor: string | null) => adapter.orders?.(api, { sinceMs: 0, cursor });
  return { read, shop };
}

test("S31.5 orders are read in pages of which none costs more than Shopify allows, each with all its lines", async () => {
  const { read, shop } = await opened([order(1, 300), ...Array.from({ length: 10 }, (_, at) => order(at + 2, 1))]);
  const first = await read(null);
  expect(first?.orders).toHaveLength(10);
  expect(first?.orders[0]?.lines).toHaveLength(300);
  expect(first?.orders[0]?.lines.at(-1)).toMatchObject({ sku: "SKU-299", held: 2 });
  const second = await read(first?.next ?? null);
  expect(second).toMatchObject({ orders: [{ id: "11", lines: [{ held: 2 }] }], next: null });
  // The first page, the other lines of its large order, and the second page.
  expect(shop.asked).toHaveLength(4);
});

test("S31.5 a line that was sent back to the shop holds nothing, and one that was not keeps what it took", async () => {
  const refund = (number: number, lines: [place: number, quantity: number, restockType: string][]) => ({
    id: gid("Refund", number),
    lines: lines.map(([place, quantity, restockType]) => ({
      ...{ quantity, restockType, lineItem: { id: gid("LineItem", `1${place}`) } },
    })),
  });
  const one = order(1, 30, {
    refunds: [
      ...Array.from({ length: 5 }, (_, place) => refund(place, [[place, 1, "RETURN"]])),
      refund(
        9,
        Array.from({ length: 20 }, (_, place) => [place + 5, 2, place === 19 ? "NO_RESTOCK" : "RETURN"]),
      ),
    ],
  });
  for (const { lines } of one.refunds) {
    for (const { quantity, lineItem } of lines) {
      const line = one.lines.find(({ id }) => id === lineItem.id) ?? expect.unreachable();
      line.currentQuantity -= quantity;
    }
  }
  const { read } = await opened([one]);
  const [found] = (await read(null))?.orders ?? [];
  expect(found?.refundIds).toEqual(["0", "1", "2", "3", "4", "9"]);
  const held = found?.lines.map((line) => line.held);
  expect(held?.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
  expect(held?.slice(5, 24)).toEqual(Array.from({ length: 19 }, () => 0));
  expect(held?.slice(24)).toEqual([2, 2, 2, 2, 2, 2]);
});

test("S31.5 a cancelled order holds what was not put back alone", async () => {
  const lines = order(1, 1).lines.map((line) => ({ ...line, currentQuantity: 0 }));
  const { read } = await opened([order(1, 1, { lines, cancelledAt: "2026-11-30T10:00:00Z" })]);
  expect((await read(null))?.orders).toMatchObject([{ status: "cancelled", lines: [{ held: 0 }] }]);
});
