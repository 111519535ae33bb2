import { expect, test } from "bun:test";
import { callsOfAll, rowsToRenew } from "../../bench/shop-calls.ts";

test("a thousand products take the calls that docs/connectors.md says; npm run bench:shops holds those of all platforms", async () => {
  const all = await callsOfAll(["ebay", "woocommerce", "mirakl"]);
  expect(all).toHaveLength(3);
  expect(await rowsToRenew(all)).toEqual([]);
  expect(await rowsToRenew([{ name: "eBay", made: 164, changed: 1080, stock: 40, prices: 40 }])).toHaveLength(1);
});
