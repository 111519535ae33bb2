import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { fnac } from "../doubles/platforms/fnac.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";

const there = (sku: string, more: Partial<PushItem> = {}) => lamp(sku, { externalId: sku, ...more });

test("an offer out of the schema's bounds does not refuse its batch", async () => {
  const { push, shelf } = await openPlatform(fnac);
  const items = [
    there("A", { priceCents: 89 }),
    there("B"),
    there("C", { compareAtPriceCents: 2_000_001 }),
    there("D", { priceCents: 2_000_000 }),
  ];
  const outcomes = await push(items, "prices");
  const refused = { error: "Fnac Darty takes prices from 0.90 to 20,000" };
  expect(outcomes).toMatchObject([refused, { externalId: "B" }, refused, { externalId: "D" }]);
  expect(await push([there("E", { stock: 12_000 })], "stock")).toMatchObject([{ externalId: "E" }]);
  expect(shelf.levels.get("E")).toBe(9_999);
});

test("a batch that is refused whole goes in halves", async () => {
  const { push } = await openPlatform(fnac, {
    when: ({ route, text }) => route.endsWith("/offers_update") && text.includes(">B<"),
    reply: () => ({
      text: '<offers_update_response status="FATAL"><error>no such offer</error></offers_update_response>',
    }),
  });
  const outcomes = await push([there("A"), there("B"), there("C")], "stock");
  expect(outcomes).toMatchObject([
    { externalId: "A" },
    { error: "Fnac Darty took no batch: no such offer" },
    { externalId: "C" },
  ]);
});

test("S31.14 a test reads the offers, and says when they may not be read", async () => {
  const { adapter, api } = await openPlatform(fnac, {
    when: ({ route }) => route.endsWith("/offers_query"),
    reply: () => ({ text: '<offers_query_response status="ERROR"><error>not allowed</error></offers_query_response>' }),
  });
  const refused = adapter.test(api);
  expect(await refused.catch((error) => error)).toMatchObject({ message: "Fnac Darty: not allowed" });
});
