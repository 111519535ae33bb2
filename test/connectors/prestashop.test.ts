import { expect, test } from "bun:test";
import { addressFor, limits, nameFor } from "../../src/connectors/adapters/prestashop/presta-texts.ts";
import { fitText } from "../../src/connectors/engine/push/text-limits.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { BAD, type Call, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import type { Reply } from "../doubles/shops.ts";

const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();

/** A pull of a shop that has one product, and answers so about its stock and its clock. */
async function pullWith(answers: { stock?: object; clock?: object; status?: number }, sinceMs: number | null = null) {
  const asked: Call[] = [];
  const { adapter, api } = await openPlatform(platform, {
    when: () => true,
    reply: (call) => {
      asked.push(call);
      if (call.route.endsWith("/stock_availables")) return { json: answers.stock ?? [] };
      if (call.route.endsWith("/configurations")) return { status: answers.status ?? 200, json: answers.clock ?? [] };
      return { json: { products: [{ id: 4, reference: "SKU-1", quantity: 0, name: "Lamp" }] } };
    },
  });
  const { products } = (await adapter.pull?.(api, { sinceMs, cursor: null })) ?? expect.unreachable();
  return { products, asked };
}

test("stock is what stock_availables says: the quantity of a product is always 0", async () => {
  const { products, asked } = await pullWith({
    stock: { stock_availables: [{ id: 9, id_product: "4", quantity: "36" }] },
  });
  expect(products).toMatchObject([{ externalId: "4", externalItemId: "9", stock: 36 }]);
  expect(asked.at(-1)?.query.get("filter[id_product]")).toBe("[4]");
  const without = await pullWith({});
  expect(without.products[0]).not.toHaveProperty("stock");
});

test("changes are asked for by the shop's own clock, an hour earlier", async () => {
  const sinceMs = Date.UTC(2026, 6, 1, 12);
  const zone = (value: string) => ({ clock: { configurations: [{ value }] } });
  const sinceOf = async (answers: Parameters<typeof pullWith>[0]) =>
    (await pullWith(answers, sinceMs)).asked.find(({ query }) => query.has("date"))?.query.get("filter[date_upd]");
  expect(await sinceOf(zone("America/Santiago"))).toBe(">[2026-07-01 07:00:00]");
  expect(await sinceOf(zone("Europe/Paris"))).toBe(">[2026-07-01 13:00:00]");
  // No key of a shop need be allowed to read it.
  expect(await sinceOf({ status: 401 })).toBe(">[2026-07-01 00:00:00]");
  expect(await sinceOf(zone("Nowhere"))).toBe(">[2026-07-01 00:00:00]");
});

test("a level of stock is sent alone: place and rules of the shop stay", async () => {
  const { push, shelf, shop } = await openPlatform(platform);
  shelf.make("SKU-1", "4");
  await push([lamp("SKU-1", { externalId: "4", externalItemId: "74", stock: 7 })], "stock");
  expect(shop.asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
    "PATCH /api/stock_availables/74",
  ]);
  expect(shop.asked[0]?.text).toContain(
    "<stock_available><id><![CDATA[74]]></id><quantity><![CDATA[7]]></quantity></stock_available>",
  );
});

test("names are as the shop takes them", () => {
  expect(nameFor("C# <b> {1}; 2 = 2")).toBe("C♯ ‹b› (1), 2 ＝ 2");
  const long = `${"Chaise pliante ".repeat(12)}fin`;
  expect([...nameFor(long)].length).toBeLessThanOrEqual(128);
  expect(nameFor(long)).toMatch(/Chaise pliante…$|Chaise…$/);
  expect(addressFor(long, "S")).toMatch(/^[a-z-]{1,128}$/);
  expect(addressFor("灯", "SKU 1")).toBe("sku-1");
  const makers = "Franz Kafka, Nahum N. Glatzer, John Updike, Willa Muir, Edwin Muir, Tania Stern";
  expect(fitText("brand", makers, limits)).toBe("Franz Kafka, Nahum N. Glatzer, John Updike, Willa Muir, Edwin…");
});

/** A shop that makes a product with the id 7 and takes pictures of it, or says it has and keeps none. */
async function pushPictured(kept: number) {
  const asked: Call[] = [];
  let pictures = 0;
  const { push } = await openPlatform(platform, {
    when: ({ host, route }) => host === "images.example" || /products/.test(route),
    reply: (call) => {
      asked.push(call);
      if (call.host === "images.example")
        return { headers: { "content-type": "image/png" }, bytes: Buffer.from("PNG") };
      if (call.route.startsWith("POST /api/images")) {
        pictures++;
        return { headers: { "content-type": "image/png" }, bytes: Buffer.from("PNG") };
      }
      if (call.route === "GET /api/products") return { json: [] };
      const images = Array.from({ length: Math.min(kept, pictures) }, (_, place) => ({ id: place + 1 }));
      return { json: { product: { id: 7, associations: { images } } } };
    },
  });
  const images = ["one", "two"].map((name) => picture(`https://images.example/${name}.png`));
  // As the engine says it of a product that was never sent.
  const item = lamp("SKU-1", { ean: null, brand: null, images, hasImages: true, isStockOfShop: true });
  const [outcome] = await push([item]);
  return { outcome, uploads: asked.filter(({ route }) => route === "POST /api/images/products/7") };
}

test("a product that is made gets its pictures at once", async () => {
  const { outcome, uploads } = await pushPictured(2);
  expect(uploads).toHaveLength(2);
  expect(outcome).toMatchObject({
    parts: { images: { "https://images.example/one.png": "1", "https://images.example/two.png": "2" } },
  });
  expect(outcome).not.toHaveProperty("remarks");
});

/** Pushes a product whose one picture is another one now; the shop answers so to the removal of the old one. */
async function replacePicture(removal: Reply) {
  const ids = ["8"];
  const { push } = await openPlatform(platform, {
    when: ({ host, route }) => host === "images.example" || /products/.test(route),
    reply: ({ host, route, method }) => {
      if (host === "images.example") return { bytes: Buffer.from("P"), headers: { "content-type": "image/png" } };
      if (method === "DELETE") return removal;
      if (route === "POST /api/images/products/7") ids.push("9");
      return { json: { product: { id: 7, associations: { images: ids.map((id) => ({ id })) } } } };
    },
  });
  const known = { externalId: "7", externalItemId: "3", parts: { variants: {}, images: { old: "8" } } };
  const images = [picture("https://images.example/new.png")];
  const [outcome] = await push([lamp("SKU-1", { ...known, ean: null, brand: null, images, isStockOfShop: true })]);
  return outcome;
}
const NEW = { "https://images.example/new.png": "9" };

test("a picture that the shop no longer has counts as removed: PrestaShop 9 says so with 400", async () => {
  const errors = [{ code: 57, message: "This image id does not exist" }];
  for (const removal of [{ json: {} }, { status: 400, json: { errors } }]) {
    expect(await replacePicture(removal)).toMatchObject({ externalId: "7", parts: { images: NEW } });
    expect(Object(await replacePicture(removal)).parts.images).toEqual(NEW);
  }
});

test("a picture that cannot be removed is named, and the new one is not sent again for it", async () => {
  const outcome = await replacePicture({ status: 400, json: { errors: [{ code: 1, message: WHY }] } });
  expect(outcome).toMatchObject({
    parts: { images: { ...NEW, old: "8" } },
    remarks: [expect.stringContaining(WHY)],
  });
});

test("pictures that the shop took and does not have are named, and go again", async () => {
  const { outcome } = await pushPictured(1);
  expect(outcome).toMatchObject({
    lacks: "images",
    remarks: ["Of the 2 pictures that were sent, the shop has 1"],
  });
});

test("a price is read with its fractions of a cent; a product that is not for sale has none", async () => {
  const priceOf = async (product: object) => {
    const { adapter, api } = await openPlatform(platform, {
      when: () => true,
      reply: ({ route }) => ({ json: route.endsWith("/products") ? { products: [{ id: 4, ...product }] } : [] }),
    });
    return (await adapter.pull?.(api, { sinceMs: null, cursor: null }))?.products[0]?.priceCents;
  };
  expect(await priceOf({ price: "12.605042" })).toBe(1_260.5042);
  expect(await priceOf({ price: "0.000000", available_for_order: "0" })).toBeUndefined();
  expect(await priceOf({ price: "0.000000", available_for_order: "1" })).toBe(0);
});

/** What a pull of orders reads of a shop whose order 5 is old and was refunded lately. */
async function pullRefunded(slips: Reply) {
  const row = { id: "7", product_id: "10", product_reference: "SKU-1", product_quantity: "3" };
  const order = { id: 5, current_state: "2", date_upd: "2024-06-12 15:59:47", associations: { order_rows: [row] } };
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /api/orders": ({ query }) => ({ json: query.get("filter[id]") === "[5]" ? { orders: [order] } : [] }),
    "GET /api/order_slip": () => slips,
    "GET /api/order_details": () => ({ json: { order_details: [{ id: 7, product_quantity_reinjected: "1" }] } }),
  };
  const { adapter, api } = await openPlatform(platform, {
    when: ({ route }) => route in answers || route.endsWith("/configurations"),
    reply: (call) => answers[call.route]?.(call) ?? { json: [] },
  });
  const read = (cursor: string | null) => adapter.orders?.(api, { sinceMs: Date.UTC(2026, 10, 30), cursor });
  const first = await read(null);
  return { first, second: await read(first?.next ?? null) };
}

test("an order that was refunded is read by its credit slip: its own time stays as it was", async () => {
  const { first, second } = await pullRefunded({ json: { order_slips: [1, 2].map((id) => ({ id, id_order: 5 })) } });
  expect(first).toEqual({ orders: [], next: "refunds 0" });
  expect(second).toMatchObject({ orders: [{ id: "5", lines: [{ sku: "SKU-1", quantity: 3, held: 2 }] }], next: null });
  // No key of a shop need be allowed to read credit slips.
  const without = await pullRefunded({ status: 401, json: { errors: [{ code: 26, message: "not allowed" }] } });
  expect(without.second).toEqual({ orders: [], next: null });
});

const routesOf = (asked: readonly { method: string; path: string }[]) =>
  Object.entries(
    Object.groupBy(asked, ({ method, path }) => `${method} ${path.split("?")[0]?.replace(/\d+$/, "N")}`),
  ).map(([route, all = []]) => `${all.length} ${route}`);

test("a hundred products are made in five requests, changed in five, and their stock and prices in one", async () => {
  const { push, shelf, shop } = await openPlatform(platform);
  const items = Array.from({ length: 100 }, (_, place) => lamp(`SKU-${place}`, { brand: null, ean: null }));
  const took = async (work: () => Promise<unknown>) => {
    const before = shop.asked.length;
    await work();
    return routesOf(shop.asked.slice(before));
  };
  expect(await took(() => push(items))).toEqual([
    "6 GET /api/products",
    "1 GET /api/languages",
    "5 POST /api/products",
    "1 GET /api/stock_availables",
    "1 PATCH /api/stock_availables",
  ]);
  expect(shelf.made).toEqual(items.map(({ sku }) => sku));
  const known = items.map((item) => {
    const externalId = shelf.idOf(item.sku) ?? null;
    return { ...item, externalId, externalItemId: `7${externalId}` };
  });
  expect(await took(() => push(known))).toContain("5 PATCH /api/products");
  expect(await took(() => push(known, "stock"))).toEqual(["1 PATCH /api/stock_availables"]);
  expect(await took(() => push(known, "prices"))).toEqual(["1 PATCH /api/products"]);
});

test("of a refused request those that were stored are found, and the others go alone: none is made twice", async () => {
  const { push, shelf } = await openPlatform(platform);
  const skus = ["SKU-1", "SKU-2", BAD, "SKU-3", "a|b"];
  const outcomes = await push(skus.map((sku) => lamp(sku, { brand: null, ean: null })));
  expect(outcomes.map((each) => ("error" in each ? each.error : each.externalId))).toEqual([
    ...["1", "2", expect.stringContaining(WHY), "4", "3"],
  ]);
  expect(shelf.made).toEqual(["SKU-1", "SKU-2", "a|b", "SKU-3"]);
  const changed = skus.map((sku) => lamp(sku, { brand: null, ean: null, externalId: shelf.idOf(sku) ?? "99" }));
  const again = (await push(changed, "prices")).map((each) => ("error" in each ? each.isMissing : each.externalId));
  expect(again).toEqual(["1", "2", true, "4", "3"]);
});
