import { expect, test } from "bun:test";
import { NO_PARTS, type PushItem, type PushVariant } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { bodyFault, operationOf } from "../doubles/platforms/magento-bodies.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MAGENTO, MAGENTO_ORDER_ITEM } from "./published/magento.ts";

const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();
const FOUND =
  /^searchCriteria\[(?:filterGroups\]\[\d+\]\[filters\]\[\d+\]\[(?:field|value|conditionType)|sortOrders\]\[0\]\[(?:field|direction)|pageSize|currentPage)\]$/;
const wordsOf = (text = "") => text.split(/\s+/);
/** Its pages write names with underscores, its description without: it takes both. */
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Everything that is sent and asked of products with all that a product has. */
async function everything() {
  const answered: [operation: string, answer: object][] = [];
  const { adapter, api, shop } = await openPlatform(platform, {
    when: () => true,
    reply: ({ method, path }, real) => {
      const reply = real();
      const { operation, isBulk } = operationOf(method, path.split("?")[0] ?? "");
      if (reply?.json && (reply.status ?? 200) === 200 && !isBulk) answered.push([operation, reply.json as object]);
      return reply;
    },
  });
  const whole: Partial<PushItem> = {
    ...{ shortDescription: "<p>A</p>", seoTitle: "S", seoDescription: "D", taxClass: "2", categoryIds: ["9"] },
    attributes: [{ name: "custom_attributes.perfume", value: "Rose" }],
    parts: { variants: {}, images: { known: "7" } },
    images: [{ key: "known", url: null, alt: "Front", file: null }],
  };
  const all = Array.from({ length: 101 }, (_, place) => lamp(`SKU-${place}`, whole));
  await adapter.test(api);
  await adapter.languages?.(api);
  await adapter.categories?.list(api);
  await adapter.categories?.make(api, { name: "Lamps", parentId: "2" });
  await adapter.find?.(api, all.slice(0, 1));
  await adapter.push(api, "products", all);
  await adapter.push(api, "products", all.slice(0, 1));
  const there = all.slice(0, 2).map((item) => ({ ...item, externalId: item.sku }));
  for (const kind of ["products", "stock", "prices"] as const) await adapter.push(api, kind, there);
  const reduced = there.map((item) => ({ ...item, compareAtPriceCents: 2_000 }));
  const restored = there.map((item) => ({ ...item, wasReduced: true }));
  for (const items of [reduced, restored])
    for (const kind of ["products", "prices"] as const) await adapter.push(api, kind, items);
  const variant = (size: string): PushVariant => ({
    ...{
      variantId: `v-${size}`,
      externalId: null,
      sku: `SHIRT-${size}`,
      ean: "4006381333931",
      options: { Size: size },
    },
    ...{ priceCents: 1_200, compareAtPriceCents: null, stock: 2, weight: 1, image: null },
  });
  const options = [{ name: "Size", values: ["S", "XL"] }];
  const shirt = lamp("SHIRT", { ...whole, options, variants: [variant("S"), variant("XL")] });
  const [made] = await adapter.push(api, "products", [shirt]);
  const parts = made && "parts" in made ? (made.parts ?? NO_PARTS) : NO_PARTS;
  expect(parts.variants).toEqual({ "v-S": "SHIRT-S", "v-XL": "SHIRT-XL" });
  const less = { ...shirt, externalId: "SHIRT", parts, variants: [{ ...variant("XL"), externalId: "SHIRT-XL" }] };
  for (const kind of ["products", "stock", "prices"] as const) await adapter.push(api, kind, [less]);
  await adapter.show?.(api, there, false);
  await adapter.levels?.(api, there);
  await adapter.read(api, ["SKU-1"], "en");
  await adapter.pull?.(api, { sinceMs: Date.UTC(2026, 10, 1), cursor: null });
  await adapter.orders?.(api, { sinceMs: Date.UTC(2026, 10, 1), cursor: null });
  await adapter.reservations?.gone(api, ["9"]);
  const old = await openPlatform(platform, {
    when: ({ path }) => path.includes("/inventory/"),
    reply: () => ({ status: 404, json: { message: "Request does not match any route." } }),
  });
  await old.adapter.push(old.api, "products", there);
  await old.adapter.levels?.(old.api, there);
  await old.adapter.push(old.api, "stock", there);
  const asked = [...shop.asked, ...old.shop.asked.filter(({ path }) => path.includes("stockItems"))];
  return { asked, answered };
}

test("each request to Magento has the names of its published description", async () => {
  const { asked } = await everything();
  const operations = new Set<string>();
  // By a body of nothing a test proves that it may write.
  for (const { method, path, text } of asked.filter((each) => each.text !== "{}")) {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    const { operation, isBulk } = operationOf(method, pathname);
    const { searches, body } = MAGENTO[operation] ?? expect.unreachable();
    operations.add(isBulk ? `bulk ${operation}` : operation);
    const names = [...searchParams.keys()].map(camel).filter((name) => name !== "fields");
    expect([operation, searches ? names.filter((name) => !FOUND.test(name)) : names]).toEqual([operation, []]);
    const bodies = body === undefined ? [] : [JSON.parse(text)].flat();
    expect([operation, isBulk || bodies.length < 2]).toEqual([operation, true]);
    for (const each of bodies) expect([operation, bodyFault(operation, each)]).toEqual([operation, undefined]);
  }
  const all = Object.keys(MAGENTO).map((each) => (each === "POST /V1/products" ? `bulk ${each}` : each));
  expect([...operations].toSorted()).toEqual(all.toSorted());
});

test("what the double answers has them, too", async () => {
  const { answered } = await everything();
  for (const [operation, answer] of answered) {
    const { members, each, body, list } = MAGENTO[operation] ?? expect.unreachable();
    if (body !== undefined || typeof answer !== "object") continue;
    if (list !== undefined) {
      const own = [answer].flat().flatMap((one) => Object.keys(one));
      expect([operation, own.filter((name) => !wordsOf(list).includes(name))]).toEqual([operation, []]);
      continue;
    }
    expect([operation, Object.keys(answer).filter((name) => !wordsOf(members).includes(name))]).toEqual([
      operation,
      [],
    ]);
    const lists = Object.values(answer).filter((value) => Array.isArray(value));
    const names = lists.flat().flatMap((one) => Object.keys(one));
    expect([operation, names.filter((name) => !wordsOf(each).includes(name))]).toEqual([operation, []]);
    if (operation !== "GET /V1/orders") continue;
    const ofItems = lists.flat().flatMap(({ items }) => items.flatMap((item: object) => Object.keys(item)));
    expect(ofItems.filter((name: string) => !wordsOf(MAGENTO_ORDER_ITEM).includes(name))).toEqual([]);
  }
});

test("a member that it has not, or lacks, is found", () => {
  const of = (product: object) => bodyFault("PUT /V1/products/{sku}", { product });
  expect(of({ sku: "A" })).toBeUndefined();
  expect(of({ sku: "A", barcode: "1" })).toContain("barcode");
  expect(of({ name: "A" })).toContain("sku");
  expect(of({ sku: "A", media_gallery_entries: [{ media_type: "image" }] })).toContain("label");
  expect(of({ sku: "A", extension_attributes: { stock_item: { quantity: 1 } } })).toContain("quantity");
});
