import { expect, test } from "bun:test";
import { fetchBytes, readWorkbook } from "../exports/workbook.ts";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { scrapedTenant, seen } from "./scraper.ts";

/** A pen and ink of two brands, both watched and below their minimum. */
async function given() {
  const tenant = await scrapedTenant();
  const ids: Record<string, string> = {};
  const eans: Record<string, string> = {};
  for (const name of ["Pen", "Ink"]) {
    const ean = newEan();
    const brand = (await tenant.post("/brands", { name: `Of ${name}` })).body.id;
    ids[name] = (
      await tenant.post("/products", { name, barcode: ean, price: 20, brand_id: brand, reference: `${name}1` })
    ).body.id;
    ids[`${name} brand`] = brand;
    eans[name] = ean;
    await tenant.patch(`/prices/map/${ids[name]}`, { map_price: 19 });
    await tenant.observe(seen(ean, 18));
  }
  await tenant.post("/prices/monitored/bulk", { product_ids: [ids["Pen"], ids["Ink"]] });
  const titles = async (path: string) =>
    (await tenant.get(path)).body.items.map(({ title }: { title: string }) => title).toSorted();
  return { tenant, ids, eans, titles };
}

test.each(["/prices/monitored", "/prices/map/violations"])("%s takes the filters of product lists", async (path) => {
  const { tenant, ids, titles } = await given();
  expect(await titles(path)).toEqual(["Ink", "Pen"]);
  expect(await titles(`${path}?search=pen`)).toEqual(["Pen"]);
  expect(await titles(`${path}?brand_id=${ids["Ink brand"]}`)).toEqual(["Ink"]);
  expect(await titles(`${path}?price_min=21`)).toEqual([]);
  const { body } = await tenant.get(`${path}?search=pen`);
  expect(body.total).toBe(1);
  const first = (await tenant.get(`${path}?is_active=true&page_size=1`)).body;
  const next = await tenant.get(`${path}?is_active=true&page_size=1&cursor=${first.next_cursor}`);
  expect(first.total + next.body.items.length).toBe(3);
  expect((await tenant.get(`${path}?price_min=much`)).status).toBe(400);
  expect((await (await newTenant()).get(`${path}?search=pen`)).body.total).toBe(0);
});

test("positions are filtered by what they have of products, which follows these", async () => {
  const { tenant, ids, titles } = await given();
  const same = async (query: string) => {
    const [found, wanted] = [await titles(`/prices/positions?${query}`), await titles(`/products?${query}`)];
    expect([query, found]).toEqual([query, wanted]);
    const { body } = await tenant.get(`/prices/positions?${query}&sort_by=map_gap&page_size=1`);
    expect([query, body.total]).toEqual([query, wanted.length]);
    return found;
  };
  const all = ["is_active=true", "is_active=false", "has_price=true", "price_min=21", "no_brand=false", "search=pen"];
  for (const query of all) await same(query);
  await tenant.patch(`/products/${ids["Pen"]}`, { is_active: false, price: 30, brand_id: null });
  await tenant.patch(`/products/${ids["Ink"]}`, { price: null });
  for (const query of [...all, "without_category=true&is_active=false", "price_max=29", "has_price=false"]) {
    await same(query);
  }
  expect(await same("is_active=false&price_min=21")).toEqual(["Pen"]);
});

test("the file of violations takes the same filters", async () => {
  const { tenant } = await given();
  const { sheets } = await readWorkbook(await fetchBytes(tenant, "/prices/map/export?format=xlsx&search=ink"));
  expect(sheets["MAP violations"]).toHaveLength(2);
});

test("the queue is filtered, and decided in bulk; what cannot be decided leaves the others", async () => {
  const { tenant, eans } = await given();
  await tenant.observe(seen(eans["Pen"] ?? "", 50), seen(eans["Ink"] ?? "", 60), seen("PEN-1", 18.5));
  const queue = async (query = "") => (await tenant.get(`/prices/validation${query}`)).body;
  const [{ competitor_id: shop }] = (await queue()).items;
  expect((await queue()).total).toBe(3);
  expect((await queue("?reason=outlier")).total).toBe(2);
  expect((await queue(`?search=${eans["Ink"]}`)).items).toMatchObject([{ price_ttc: 60 }]);
  expect((await queue(`?competitor_id=${shop}&reason=fuzzy`)).total).toBe(1);
  expect((await tenant.get("/prices/validation?reason=odd")).status).toBe(400);

  const ids = (await queue("?reason=outlier")).items.map(({ id }: { id: string }) => id);
  const [gone] = ids;
  await tenant.post(`/prices/validation/${gone}`, { action: "reject" });
  const unknown = crypto.randomUUID();
  const { status, body } = await tenant.post("/prices/validation/bulk", {
    item_ids: [...ids, unknown],
    action: "confirm",
  });
  expect([status, body.decided]).toEqual([200, 1]);
  expect(body.errors.map(({ id }: { id: string }) => id).toSorted()).toEqual([gone, unknown].toSorted());
  expect((await queue()).items.map(({ reason }: { reason: string }) => reason)).toEqual(["fuzzy"]);
  const other = await newTenant();
  const left = (await queue()).items[0].id;
  const strange = await other.post("/prices/validation/bulk", { item_ids: [left], action: "reject" });
  expect(strange.body).toMatchObject({ decided: 0, errors: [{ id: left }] });
  expect((await tenant.post("/prices/validation/bulk", { item_ids: [], action: "reject" })).status).toBe(422);
});
