import { expect, test } from "bun:test";
import { member } from "../../src/connectors/engine/platform-values.ts";
import { type KnownParts, NO_PARTS } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { levelsThere, magentoShop, orderThere, productThere } from "./magento.ts";
import { openTested } from "./shop.ts";

const { open } = openTested(magentoShop, "magento-stock");

test("magento: orders hold stock until they are shipped, cancelled or refunded", async () => {
  const { adapter, api, push, ask, sku, done } = await open("orders");
  await push([lamp(sku(1), { ean: null, stock: 20 })]);
  const sinceMs = Date.now() - 60_000;
  const ids: string[] = [];
  for (const quantity of [1, 2, 4]) ids.push(await orderThere(ask, sku(1), quantity));
  const [cancelled, shipped, refunded] = ids;
  expect(await levelsThere(ask, sku(1))).toEqual({ source: 20, salable: 13 });
  await ask("POST", `/all/V1/orders/${cancelled}/cancel`);
  for (const id of [shipped, refunded]) await ask("POST", `/all/V1/order/${id}/invoice`, { capture: true });
  await ask("POST", `/all/V1/order/${shipped}/ship`, {});
  await ask("POST", `/all/V1/order/${refunded}/refund`, {});
  // What is refunded leaves the source as if it had been shipped, unless the owner puts it back.
  expect(await levelsThere(ask, sku(1))).toEqual({ source: 14, salable: 14 });
  const page = await adapter.orders?.(api, { sinceMs, cursor: null });
  const own = page?.orders.filter(({ id }) => ids.includes(id)) ?? [];
  const held = own.map(({ id, lines }) => [ids.indexOf(id), lines.map((line) => [line.sku, line.held])]);
  expect(held.toSorted()).toEqual([
    [0, [[sku(1), 0]]],
    [1, [[sku(1), 2]]],
    [2, [[sku(1), 4]]],
  ]);
  const gone = await adapter.reservations?.gone(api, ids.map(String));
  expect([...(gone?.values() ?? [])].toSorted((one, other) => one - other)).toEqual([0, 2, 4]);
  await done();
});

test("magento: a SKU that the shop has is linked; one that is gone is made again, and unlinked by its stock", async () => {
  const { push, ask, sku, done } = await open("links");
  const theirs = { sku: sku(1), name: sku(1), type_id: "simple", attribute_set_id: 4, price: 1, status: 2 };
  await ask("POST", "/all/V1/products", { product: theirs });
  await ask("POST", "/all/V1/products", { product: { ...theirs, sku: sku(2), name: sku(2), type_id: "configurable" } });
  const linked = await push([lamp(sku(1), { ean: null }), lamp(sku(2), { ean: null })]);
  expect(linked.find(({ productId }) => productId === `product-${sku(1)}`)).toMatchObject({ linkedBy: "sku" });
  expect(linked.find(({ productId }) => productId === `product-${sku(2)}`)).toHaveProperty("error");
  expect((await productThere(ask, sku(1))).product).toMatchObject({ status: 2, price: 12.5 });
  await push([lamp(sku(3), { ean: null })]);
  const known = lamp(sku(3), { ean: null, externalId: sku(3) });
  await ask("DELETE", `/all/V1/products/${sku(3)}`);
  expect(await push([known], "stock")).toMatchObject([{ isMissing: true }]);
  expect(await push([known])).toMatchObject([{ externalId: sku(3) }]);
  await done();
});

test("magento: what is no longer sold here is disabled in every store view, and shown again", async () => {
  const { adapter, api, push, ask, sku, done } = await open("removed");
  await push([lamp(sku(1), { ean: null }), lamp(sku(2), { ean: null })]);
  const known = [1, 2].map((number) => lamp(sku(number), { ean: null, externalId: sku(number) }));
  await ask("DELETE", `/all/V1/products/${sku(2)}`);
  const statusOf = async (view: string) => member((await productThere(ask, sku(1), view)).product, "status");
  for (const [isShown, status] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const outcomes = await adapter.show?.(api, known, isShown);
    expect(outcomes).toMatchObject([{ externalId: sku(1) }, { isMissing: true }]);
    expect([await statusOf("all"), await statusOf("default")]).toEqual([status, status]);
  }
  await done();
});

test("magento: many products go as one bulk request, which the shop's queue carries out", async () => {
  const { push, ask, sku, done } = await open("bulk");
  const items = Array.from({ length: 102 }, (_, place) => lamp(sku(place), { ean: null }));
  items[50] = lamp(sku(50).padEnd(65, "x"), { ean: null });
  items[51] = lamp(sku(51), { ean: null, title: items[52]?.title ?? "" });
  const outcomes = await push(items);
  expect(outcomes.filter((each) => "error" in each)).toMatchObject([{ error: expect.stringContaining("64") }]);
  expect(outcomes).toHaveLength(102);
  expect((await productThere(ask, sku(101))).product).toMatchObject({ price: 12.5, weight: 1 });
  await done();
});

test("magento: pictures are made, kept, put in order and taken away", async () => {
  const { push, ask, sku, done } = await open("pictures");
  const stored = (key: string) => ({
    ...{ key, url: null, alt: key },
    file: { key, name: `${key}.png`, contentType: "image/png", sizeBytes: 3 },
  });
  const there = async () => {
    const { product } = await productThere(ask, sku(1));
    const entries = member(product, "media_gallery_entries") as { label: string; types: string[] }[];
    return entries.map(({ label, types }) => [label, types.length]);
  };
  const partsIn = (outcome: unknown) => member(outcome, "parts") as KnownParts;
  const item = lamp(sku(1), { ean: null, images: [stored("a"), stored("b")] });
  const [made] = await push([item]);
  expect(await there()).toEqual([
    ["a", 3],
    ["b", 0],
  ]);
  const known = { ...item, externalId: sku(1) };
  const [turned] = await push([{ ...known, parts: partsIn(made), images: [stored("b"), stored("a")] }]);
  expect(await there()).toEqual([
    ["b", 3],
    ["a", 0],
  ]);
  const [other] = await push([{ ...known, parts: partsIn(turned), images: [stored("c")] }]);
  expect(await there()).toEqual([["c", 3]]);
  // Those that went in bulk have no ids here.
  const [again] = await push([{ ...known, parts: NO_PARTS, images: [stored("d"), stored("e")] }]);
  expect(await there()).toEqual([
    ["d", 3],
    ["e", 0],
  ]);
  expect(partsIn(other).images).not.toEqual(partsIn(again).images);
  await push([{ ...known, parts: partsIn(again), images: [] }]);
  expect(await there()).toEqual([]);
  await done();
});
