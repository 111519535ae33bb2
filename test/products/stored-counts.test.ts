import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { countProducts } from "../../db/products/lists/count.ts";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import { listProducts } from "../../db/products/lists/list.ts";
import { storedFilterOf } from "../../db/products/lists/stored-counts.ts";
import { given, references } from "./given.ts";

const ALL = 100;

/** What is counted, after it was found to be what there is to list. */
async function counted(db: Reader, filter: ProductFilter): Promise<number> {
  expect(storedFilterOf(filter)).toBeDefined();
  const terms = [{ sort: "title", order: "asc" } as const];
  const products = await listProducts(db, { filter, terms, after: null, offset: 0, limit: ALL });
  const count = await countProducts(db, filter);
  expect(count).toBe(products.length);
  return count;
}

test("stored counts are as many as the list has, as products come, change and go", async () => {
  const named = { brand: "Acme", category: "Home > Chairs", supplierCode: "SUP" };
  const { tenant, db, ids } = await given(named, named, { brand: "Other", category: "Home" }, {});
  const { brand_id: brand, category_id: category, supplier_id: supplier } = await references(db);
  const { body: chairs } = await tenant.get(`/categories/${category}`);
  const home = chairs.parent_id;

  expect(await counted(db, { brandIds: [brand] })).toBe(2);
  expect(await counted(db, { brandIds: [brand, brand] })).toBe(2);
  expect(await counted(db, { onlyCategoryIds: [home] })).toBe(1);
  expect(await counted(db, { categoryIds: [home, category] })).toBe(3);
  for (const id of ids.slice(0, 3)) await tenant.post(`/products/${id}/suppliers`, { supplier_id: supplier });
  expect(await counted(db, { supplierIds: [supplier] })).toBe(3);

  await tenant.delete(`/products/${ids[0]}`);
  await tenant.put(`/products/${ids[3]}`, { brand_id: brand });
  await tenant.put(`/products/${ids[1]}`, { brand_id: null, category_id: home });

  expect(await counted(db, { brandIds: [brand] })).toBe(1);
  expect(await counted(db, { onlyCategoryIds: [category] })).toBe(0);
  expect(await counted(db, { categoryIds: [home] })).toBe(2);
  expect(await counted(db, { supplierIds: [supplier] })).toBe(2);
});

test("stored counts of a status follow it, as products come, change, hide and go", async () => {
  const { tenant, db, ids } = await given({}, {}, {});
  const count = (...statuses: string[]) => counted(db, { statuses });
  expect([await count("active"), await count("draft"), await count("active", "draft")]).toEqual([3, 0, 3]);
  await tenant.patch(`/products/${ids[0]}`, { status: "draft" });
  await tenant.delete(`/products/${ids[1]}`);
  expect([await count("active"), await count("draft"), await count("active", "active")]).toEqual([1, 1, 1]);
  await tenant.patch(`/products/${ids[1]}`, { is_active: true });
  await tenant.delete(`/products/${ids[0]}?permanent=true`);
  expect([await count("active", "draft")]).toEqual([(await tenant.get("/products?per_page=1")).body.meta.total]);
});

test("an id of something else, of nothing, or of another tenant has no products", async () => {
  const named = { brand: "Acme", category: "Chairs", supplierCode: "SUP" };
  const [one, other] = [await given(named), await given(named)];
  const { brand_id: brand, category_id: category } = await references(one.db);

  expect(await counted(one.db, { brandIds: [category, "nothing"] })).toBe(0);
  expect(await counted(one.db, { categoryIds: [brand] })).toBe(0);
  expect(await counted(one.db, { supplierIds: [brand] })).toBe(0);
  expect(await counted(other.db, { brandIds: [brand] })).toBe(0);
  expect(await counted(other.db, { categoryIds: [category] })).toBe(0);
});

test.each<ProductFilter>([
  {},
  { supplierIds: ["a", "b"] },
  { brandIds: ["a"], includeDeleted: true },
  { brandIds: ["a"], categoryIds: ["b"] },
])("no stored counts make up the length of %j", (filter) => {
  expect(storedFilterOf(filter)).toBeUndefined();
});
