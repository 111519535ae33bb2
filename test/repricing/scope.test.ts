import { expect, test } from "bun:test";
import { withProducts } from "./with-products.ts";

/** Three products, of which only the first has a brand, a category, a supplier and a price of 30. */
async function withOneOther() {
  const { tenant, ids, run, priceOf } = await withProducts(3, {
    name: "Up",
    action: { type: "change_percent", value: 10 },
  });
  const { id: brand } = (await tenant.post("/brands", { name: "Böse & Söhne" })).body;
  const { id: category } = (await tenant.post("/categories", { name: "Pens" })).body;
  const { id: supplier } = (await tenant.post("/suppliers", { name: "Acme", code: "ACM" })).body;
  const fields = { brand_id: brand, category_id: category, supplier_id: supplier, price: 30, reference: "Zed-1" };
  await tenant.patch(`/products/${ids[0]}`, fields);
  await tenant.patch(`/products/${ids[2]}`, { status: "draft" });
  return { tenant, ids, run, priceOf, brand, category, supplier };
}

test("S31.6 a simulation takes every filter of lists by its names, and combines them", async () => {
  const { tenant, ids, brand, category, supplier } = await withOneOther();
  const evaluated = async (filters: object, more: object = {}) => {
    const { status, body } = await tenant.post("/prices/repricing/simulate", { filters, ...more });
    return status === 200 ? body.evaluated : status;
  };

  for (const filters of [
    { brand: "bose & sohne" },
    { brand: [brand, "nobody"] },
    { brand_id: brand },
    { brand_ids: [brand.toUpperCase()] },
    { category: "pens" },
    { category_id: category },
    { category_ids: [category] },
    { supplier_id: supplier },
    { supplier_ids: [supplier] },
    { supplier_code: "acm" },
    { search: "zed" },
    { price_min: 25 },
    { product_ids: [ids[0]] },
    { ids: [ids[0]], is_active: true },
  ]) {
    expect([filters, await evaluated(filters)]).toEqual([filters, 1]);
  }
  expect(await evaluated({})).toBe(3);
  expect(await evaluated({ price_max: 25 })).toBe(2);
  expect(await evaluated({ active: false })).toBe(1);
  expect(await evaluated({ brand: "Nobody" })).toBe(0);
  expect(await evaluated({ brand_id: brand }, { product_ids: [ids[1]] })).toBe(0);
  expect(await evaluated({ ids: [ids[0], ids[1]] }, { product_ids: [ids[1], ids[2]] })).toBe(1);
});

test("S31.6 a run of filters reprices what they leave and nothing else; an unknown one is refused", async () => {
  const { tenant, ids, run, priceOf } = await withOneOther();
  await tenant.post("/prices/repricing/simulate", {});

  for (const [body, field] of [
    [{ filters: { brnd: "x" } }, "filters.brnd"],
    [{ filters: { productids: [ids[0]] } }, "filters.productids"],
    [{ filters: { include_deleted: true } }, "filters.include_deleted"],
    [{ filters: { brand_id: "x" } }, "filters.brand_id"],
    [{ productids: [ids[0]] }, "productids"],
    [{ filter: {} }, "filter"],
  ] as const) {
    for (const path of ["simulate", "run"]) {
      const { status, body: answer } = await tenant.post(`/prices/repricing/${path}`, body);
      expect([status, answer.error?.details[0].field]).toEqual([422, field]);
    }
  }
  expect(await run({ filters: { brand: "Böse & Söhne" } })).toMatchObject({ evaluated: 1, changed: 1 });
  expect([await priceOf(ids[0]), await priceOf(ids[1]), await priceOf(ids[2])]).toEqual([33, 20, 20]);
});
