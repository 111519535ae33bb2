import { expect, test } from "bun:test";
import { newTenant } from "../../harness.ts";

/** Three products, two of them in a German shop. */
async function given() {
  const tenant = await newTenant();
  await tenant.put("/settings/languages", { pivot: "fr", enabled: ["fr", "de"] });
  const { body: brand } = await tenant.post("/brands", { name: "Staub" });
  const { body: category } = await tenant.post("/categories", { name: "Cuisine" });
  const whole = {
    brand_id: brand.id,
    category_id: category.id,
    price: 12,
    weight: 1,
    description: "Une cocotte.",
    short_description: "Fonte.",
  };
  const ids: string[] = [];
  for (const body of [
    { name: "Cocotte", ean: "3245678905515", ...whole },
    { name: "Poêle", ...whole, brand_id: null },
    { name: "Moule" },
  ])
    ids.push((await tenant.post("/products", body)).body.id);
  const { body: shop } = await tenant.post("/entities", { code: "de", name: "Web shop DE", default_language: "de" });
  for (const id of ids.slice(0, 2)) await tenant.post(`/products/${id}/entities/${shop.id}`, {});
  const stats = async () => (await tenant.get("/products/stats/channels")).body;
  return { tenant, ids, shop, stats };
}

test("counts the products that are ready for each channel in its language, and what they lack most", async () => {
  const { tenant, ids, shop, stats } = await given();
  const { min_score: least, items } = await stats();
  expect(least).toBe(70);
  const [catalog, channel] = items;
  expect(catalog).toMatchObject({ entity: null, language: "fr", products: 3, ready: 1 });
  expect(catalog.missing[0]).toEqual({ field: "images", count: 3 });
  expect(catalog.missing.find(({ field }: { field: string }) => field === "description")).toEqual(undefined);
  expect(channel).toMatchObject({
    entity: { id: shop.id, name: "Web shop DE" },
    language: "de",
    products: 2,
    ready: 0,
  });
  expect(channel.missing).toContainEqual({ field: "title", count: 2 });

  await tenant.put(`/products/${ids[0]}/content-variants/de`, { title: "Bräter", description: "Ein Bräter." });
  const after = (await stats()).items;
  expect(after.map(({ language, ready }: { language: string; ready: number }) => [language, ready])).toEqual([
    ["fr", 1],
    ["de", 1],
    ["de", 1],
  ]);
  expect(after[2]).toMatchObject({ percent: 50 });
});

test("an empty catalog has one channel without products, and another tenant sees its own", async () => {
  await given();
  const { body } = await (await newTenant()).get("/products/stats/channels");
  expect(body.items).toEqual([
    { entity: null, language: "fr", products: 0, ready: 0, percent: 0, average: 0, missing: [] },
  ]);
});
