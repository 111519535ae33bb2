import { expect, test } from "bun:test";
import { app, newTenant, services } from "../harness.ts";
import { addObservation } from "../pricing-rows.ts";
import { newEan } from "../products/given.ts";
import { scrapedTenant, seen } from "./scraper.ts";

interface Item {
  title: string;
  position: string | null;
  own_price: number | null;
  lowest_price: number;
  gap_percent: number | null;
}

/** A tenant with products by name: what it asks, and what each shop does. */
async function given(catalog: Record<string, [own: number | null, shops: Record<string, number>, more?: object]>) {
  const tenant = await scrapedTenant();
  const ids: Record<string, string> = {};
  for (const [name, [price, shops, more = {}]] of Object.entries(catalog)) {
    const ean = newEan();
    const { body } = await tenant.post("/products", { name, barcode: ean, price, ...more });
    ids[name] = body.id;
    // Without a price of its own nothing is too far off.
    const items = Object.entries(shops).map(([shop, asked]) => seen(ean, asked, { competitor_name: shop }));
    await tenant.observe(...items);
  }
  const list = async (query = "") => (await tenant.get(`/prices/positions${query}`)).body;
  const titles = async (query: string) => (await list(query)).items.map(({ title }: Item) => title);
  return { tenant, ids, list, titles };
}

const CATALOG: Parameters<typeof given>[0] = {
  Cheap: [10, { A: 11, B: 13, C: 12 }],
  Tied: [10, { A: 10, B: 12 }],
  Middle: [12, { A: 10, B: 14 }],
  Dear: [15, { A: 10, B: 14 }],
  Free: [null, { A: 10 }],
};

test("where own prices stand is said of each product that a competitor sells, sorted, filtered and counted", async () => {
  const { tenant, ids, list, titles } = await given({ ...CATALOG, Alone: [10, {}] });
  await tenant.patch(`/prices/map/${ids["Dear"]}`, { map_price: 16 });
  const all = await list();
  expect(all.total).toBe(5);
  expect(all.items.map(({ title, position, gap_percent }: Item) => [title, position, gap_percent])).toEqual([
    ["Dear", "dearest", 50],
    ["Middle", "average", 20],
    ["Tied", "cheapest", 0],
    ["Cheap", "cheapest", -9.09],
    ["Free", null, null],
  ]);
  expect(all.items[3]).toMatchObject({
    ...{ own_price: 10, lowest_price: 11, average_price: 12, highest_price: 13, gap: -1, currency: "EUR" },
    ...{ competitors_count: 3, cheaper_count: 0, map_price: null, map_gap: null },
  });
  expect(all.items[0]).toMatchObject({ map_price: 16, map_gap: -1, cheaper_count: 2 });
  expect(await titles("?position=dearest")).toEqual(["Dear"]);
  expect(await titles("?position=cheapest&sort_order=asc")).toEqual(["Cheap", "Tied"]);
  expect(await titles("?min_gap=20")).toEqual(["Dear", "Middle"]);
  expect(await titles("?max_gap=0&min_gap=-5")).toEqual(["Tied"]);
  expect(await titles("?below_map=true")).toEqual(["Dear"]);
  expect(await titles("?search=mid")).toEqual(["Middle"]);
  expect(await titles("?sort_by=competitors&page_size=1")).toEqual(["Cheap"]);
  const c = (await tenant.get("/prices/competitors")).body.items.find(({ name }: { name: string }) => name === "C");
  expect(await titles(`?competitor_id=${c.id}`)).toEqual(["Cheap"]);
});

test("pages follow each other by their cursors, in either order", async () => {
  const { tenant } = await given(CATALOG);
  for (const order of ["asc", "desc"]) {
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await tenant.get(`/prices/positions?page_size=2&sort_order=${order}${more}`);
      found.push(...body.items.map(({ title }: Item) => title));
      cursor = body.next_cursor;
    }
    const sorted = ["Free", "Cheap", "Tied", "Middle", "Dear"];
    expect(found).toEqual(order === "asc" ? sorted : sorted.toReversed());
  }
});

test("a position follows the own price, what is seen, the blacklist, and what is deleted", async () => {
  const { tenant, ids, list } = await given({ Pen: [12, { A: 10, B: 14 }] });
  const [pen, shops] = [ids["Pen"], (await tenant.get("/prices/competitors")).body.items];
  const a = shops.find(({ name }: { name: string }) => name === "A").id;
  const now = async () =>
    (await list()).items.map(({ own_price, lowest_price, position }: Item) => [own_price, lowest_price, position]);
  expect(await now()).toEqual([[12, 10, "average"]]);
  await tenant.patch(`/products/${pen}`, { price: 14 });
  expect(await now()).toEqual([[14, 10, "dearest"]]);
  await tenant.post("/prices/competitors/blacklist", { competitor_id: a });
  expect(await now()).toEqual([[14, 14, "cheapest"]]);
  await tenant.delete(`/prices/competitors/blacklist/${a}`);
  expect(await now()).toEqual([[14, 10, "dearest"]]);
  await tenant.delete(`/prices/competitors/${a}`);
  expect(await now()).toEqual([[14, 14, "cheapest"]]);
  await tenant.delete(`/products/${pen}`);
  expect(await now()).toEqual([]);
  await tenant.post(`/products/${pen}/restore`);
  expect(await now()).toEqual([[14, 14, "cheapest"]]);
});

test("what a product is part of, its tax class and its minimum follow after it was seen", async () => {
  const { tenant, ids, list } = await given({ Pen: [12, { A: 13, B: 15 }] });
  const pen = ids["Pen"];
  const brand = (await tenant.post("/brands", { name: "Bic" })).body.id;
  await tenant.patch(`/products/${pen}`, { brand_id: brand, tax_class: "books" });
  await tenant.patch(`/prices/map/${pen}`, { map_price: 14 });
  expect((await list()).items[0]).toMatchObject({ brand_id: brand, map_price: 14, map_gap: -2 });
  expect((await list("/summary?by=brand")).items).toMatchObject([{ id: brand, products: 1, below_map: 1 }]);
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  await tenant.admin.post("/settings/tax/rates", { tax_class: "books", country: "FR", rate: 10 });
  expect((await list()).items[0]).toMatchObject({ own_price: 13.2, position: "average" });
  await tenant.patch(`/products/${pen}`, { tax_rate: 20 });
  await tenant.patch(`/prices/map/${pen}`, { map_price: null });
  expect((await list("?sort_by=own_price")).items[0]).toMatchObject({ own_price: 14.4, map_price: null });
  expect((await list("?page=2")).total).toBe(1);
});

test("own prices without tax are compared with it; one whose rate is not known has no position", async () => {
  const { tenant, list, titles } = await given({
    Ten: [10, { A: 11, B: 13 }, { tax_rate: 10 }],
    Twenty: [10, { A: 11, B: 13 }],
    Book: [10, { A: 11, B: 10.5 }, { tax_class: "books" }],
    Odd: [10, { A: 11 }, { tax_class: "odd" }],
  });
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  for (const [tax_class, rate] of [
    ["standard", 20],
    ["books", 5.5],
  ]) {
    await tenant.admin.post("/settings/tax/rates", { tax_class, country: "FR", rate });
  }
  const { items } = await list();
  expect(items.map(({ title, own_price, position }: Item) => [title, own_price, position])).toEqual([
    ["Twenty", 12, "average"],
    ["Book", 10.55, "average"],
    ["Ten", 11, "cheapest"],
    ["Odd", null, null],
  ]);
  expect(await titles("?position=cheapest")).toEqual(["Ten"]);
  expect(await titles("?min_gap=5")).toEqual(["Twenty"]);
});

test("positions are counted by brand, category and supplier, page by page", async () => {
  const { tenant, ids } = await given(CATALOG);
  const brand = (await tenant.post("/brands", { name: "Acme" })).body.id;
  for (const name of ["Cheap", "Dear"]) await tenant.patch(`/products/${ids[name]}`, { brand_id: brand });
  const { body } = await tenant.get("/prices/positions/summary?by=brand");
  expect(body).toMatchObject({
    next_cursor: null,
    items: [
      { id: null, name: null, products: 3, cheapest: 1, average: 1, dearest: 0, without_price: 1 },
      { id: brand, name: "Acme", products: 2, cheapest: 1, dearest: 1, average_gap_percent: 20.46 },
    ],
  });
  const first = (await tenant.get("/prices/positions/summary?by=brand&limit=1")).body;
  expect(
    (await tenant.get(`/prices/positions/summary?by=brand&limit=1&cursor=${first.next_cursor}`)).body.items,
  ).toEqual([body.items[1]]);
  expect((await tenant.get("/prices/positions/summary?by=supplier&position=dearest")).body.items).toMatchObject([
    { id: null, products: 1, dearest: 1 },
  ]);
});

test("positions go out as a file, in the order of the list", async () => {
  const { tenant } = await given(CATALOG);
  const answer = async (format: string) => {
    const path = `http://localhost/api/v1/prices/positions/export?format=${format}&position=cheapest`;
    return app.handle(new Request(path, { headers: { "x-api-key": tenant.apiKey } }));
  };
  const csv = await (await answer("csv")).text();
  const [head = "", ...rows] = csv.trim().split(/\r?\n/);
  expect(head).toContain("product_id,title");
  expect(rows.map((row) => row.split(",")[1])).toEqual(["Tied", "Cheap"]);
  expect((await answer("xlsx")).headers.get("content-type")).toContain("spreadsheetml");
});

test("bad values are refused by name, and another tenant sees nothing", async () => {
  const { tenant } = await given({ Pen: [12, { A: 10 }] });
  for (const query of ["position=best", "sort_by=title", "min_gap=x", "brand_id=1"]) {
    expect((await tenant.get(`/prices/positions?${query}`)).status).toBe(400);
  }
  expect((await tenant.get("/prices/positions/summary?by=shop")).status).toBe(400);
  expect((await tenant.get("/prices/positions/summary?by=brand&cursor=abc")).status).toBe(400);
  const other = await newTenant();
  expect((await other.get("/prices/positions")).body).toMatchObject({ total: 0, items: [] });
  expect((await other.get("/prices/positions/summary?by=brand")).body.items).toEqual([]);
});

test("positions are those that a plain model works out of random prices and changes", async () => {
  const tenant = await newTenant();
  const random = (max: number) => 1 + Math.floor(Math.random() * max);
  const known = new Map<string, { own: number | null; shops: Map<string, number> }>();
  const made = Array.from({ length: 20 }, (_, index) => ({ name: `P${index}`, price: random(50) }));
  for (const product of made) {
    const { body } = await tenant.post("/products", product);
    known.set(body.id, { own: product.price, shops: new Map() });
  }
  for (let step = 0; step < 120; step++) {
    const [productId = "", product] = [...known][random(20) - 1] ?? [];
    if (!product) continue;
    if (random(5) === 1) {
      product.own = random(8) === 1 ? null : random(50);
      await tenant.patch(`/products/${productId}`, { price: product.own });
    } else {
      const [competitor, price] = [`shop-${random(5)}`, random(50)];
      product.shops.set(competitor, price);
      await services.write(addObservation, tenant.id, {
        ...{ id: services.newId(), productId, competitor, priceCents: price * 100, observedAtMs: step + 1 },
      });
    }
  }
  const { items } = (await tenant.get("/prices/positions?page_size=100")).body;
  const expected = [...known].flatMap(([id, { own, shops }]) => {
    const prices = [...shops.values()];
    if (prices.length === 0) return [];
    const cheaper = prices.filter((price) => own !== null && price < own).length;
    const isDearest = own !== null && own >= Math.max(...prices);
    const position = own === null ? null : cheaper === 0 ? "cheapest" : isDearest ? "dearest" : "average";
    return [[id, own, Math.min(...prices), Math.max(...prices), prices.length, position]];
  });
  const read = items.map((each: Record<string, unknown>) =>
    ["product_id", "own_price", "lowest_price", "highest_price", "competitors_count", "position"].map(
      (name) => each[name],
    ),
  );
  expect(read.toSorted()).toEqual(expected.toSorted());
});
