import { expect, test } from "bun:test";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { bodyAs, type Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const platform = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();
const known = lamp("SKU-1", { externalId: "1", externalItemId: "v1 i1", stock: 9 });

interface Sent {
  key: string;
  input: { quantities: { quantity: number; changeFromQuantity: number | null }[] };
}
const setsOf = (asked: { text: string }[]) =>
  asked
    .filter(({ text }) => text.includes("inventorySetQuantities("))
    .map((each) => bodyAs<{ variables: Sent }>(each as Call).variables); // the adapter's own

test("a level is set from what it was read as, each time under a key of its own; a sale between is read again", async () => {
  let stale = 1;
  const error = { field: ["input", "quantities", "0"], message: "stale", code: "CHANGE_FROM_QUANTITY_STALE" };
  const { push, shelf, shop } = await openPlatform(platform, {
    when: ({ text }) => text.includes("inventorySetQuantities(") && stale-- > 0,
    reply: () => ({ json: { data: { inventorySetQuantities: { userErrors: [error] } } } }),
  });
  shelf.make("SKU-1", "1");
  expect(await push([known], "stock")).toMatchObject([{ externalId: "1" }]);
  const sets = setsOf(shop.asked);
  expect(sets.map(({ input }) => input.quantities)).toMatchObject([
    [{ quantity: 9, changeFromQuantity: 4 }],
    [{ quantity: 9, changeFromQuantity: 4 }],
  ]);
  expect(new Set(sets.map(({ key }) => key)).size).toBe(2);
});

test("a level that is sold from all the time is an error of its product", async () => {
  const error = { field: ["input", "quantities", "0"], message: "stale", code: "CHANGE_FROM_QUANTITY_STALE" };
  const { push, shelf, shop } = await openPlatform(platform, {
    when: ({ text }) => text.includes("inventorySetQuantities("),
    reply: () => ({ json: { data: { inventorySetQuantities: { userErrors: [error] } } } }),
  });
  shelf.make("SKU-1", "1");
  expect(await push([known], "stock")).toMatchObject([{ error: "stale" }]);
  expect(setsOf(shop.asked)).toHaveLength(3);
});
