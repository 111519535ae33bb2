import { expect, test } from "bun:test";
import * as FAMILIES from "../../src/families.ts";
import type { Expansions } from "../../src/http/input/expand.ts";
import { expandAnswer } from "../../src/http/output/expand-answer.ts";
import { VIEW } from "../../src/products/policies.ts";
import { loadExpansions } from "../../src/runtime/family.ts";
import { newTenant } from "../harness.ts";

/** A tenant with a product of a brand and a supplier, and one of neither. */
async function withProducts() {
  const tenant = await newTenant();
  const { body: brand } = await tenant.post("/brands", { name: "Opinel", website: "https://opinel.example" });
  const { body: supplier } = await tenant.post("/suppliers", { name: "Acme Tools", code: "ACME" });
  const named = { name: "Knife", brand_id: brand.id, supplier_id: supplier.id };
  const { body: knife } = await tenant.post("/products", named);
  const { body: plain } = await tenant.post("/products", { name: "Plain" });
  return { tenant, brand: (await tenant.get(`/brands/${brand.id}`)).body, supplier, knife, plain };
}
const SORTED = "sort_by=created_at&sort_order=asc";

test("a list and a read show what their ids name, as a read of that shows it", async () => {
  const { tenant, brand, knife, plain } = await withProducts();

  const { body } = await tenant.get(`/products?expand=brand,supplier&${SORTED}`);
  expect(body.items.map((item: { id: string }) => item.id)).toEqual([knife.id, plain.id]);
  expect(body.items[0].expanded).toEqual({ brand, supplier: expect.objectContaining({ code: "ACME" }) });
  expect(body.items[0].brand_id).toBe(brand.id);
  expect(body.items[1].expanded).toEqual({ brand: null, supplier: null });
  expect(body.meta.total).toBe(2);

  const one = await tenant.get(`/products/${knife.id}?expand=brand`);
  expect(one.body.expanded).toEqual({ brand });
  expect(one.body.brand).toEqual({ id: brand.id, name: "Opinel" });
});

test("nothing is shown where it was not asked for, and by no change", async () => {
  const { tenant, knife } = await withProducts();
  for (const path of ["/products", "/products?expand=", `/products/${knife.id}`]) {
    const { status, body } = await tenant.get(path);
    expect([path, status, (body.items?.[0] ?? body).expanded]).toEqual([path, 200, undefined]);
  }
  const changed = await tenant.patch(`/products/${knife.id}?expand=brand`, { name: "Blade" });
  expect([changed.status, changed.body.expanded]).toEqual([200, undefined]);
  expect(changed.headers.get("x-unknown-parameters")).toBe("expand");
});

test("fields and expand go together", async () => {
  const { tenant, brand, knife } = await withProducts();
  const list = await tenant.get(`/products?fields=id&expand=brand&${SORTED}`);
  expect(list.body.items[0]).toEqual({ id: knife.id, expanded: { brand } });
  const one = await tenant.get(`/products/${knife.id}?fields=title&expand=brand`);
  expect(one.body).toEqual({ title: "Knife", expanded: { brand } });
});

test("an unknown name is refused, and the error lists the known ones, in both languages", async () => {
  const { tenant, knife } = await withProducts();
  for (const path of ["/products", `/products/${knife.id}`]) {
    const { status, body } = await tenant.get(`${path}?expand=brand,colour`);
    expect([path, status, body.error.error_code]).toEqual([path, 400, "INVALID_PARAMETER"]);
    const [problem] = body.error.details;
    expect(problem.field).toBe("expand");
    expect(problem.message).toContain('"colour"');
    expect(problem.message).toContain("brand, category, supplier");
  }
  const french = await tenant.get("/products?expand=colour", { "accept-language": "fr" });
  expect(french.body.error.details[0].message).toContain("« colour »");
});

test("who may not read what an id names is refused, and reads the rest", async () => {
  const tenant = await newTenant();
  const { body: list } = await tenant.post("/price-lists", { name: "Web", channel: "web" });
  const { body: product } = await tenant.post("/products", { name: "Knife" });
  const path = `/price-lists/${list.id}/entries`;
  await tenant.post(path, { product_id: product.id, price: 5 });

  const limited = await tenant.withScopes("prices:read");
  const refused = await limited.get(`${path}?expand=product`);
  expect([refused.status, refused.body.error.error_code]).toEqual([403, "PERMISSION_DENIED"]);
  expect(JSON.stringify(refused.body.error)).toContain("products:read");
  expect((await limited.get(path)).status).toBe(200);

  const both = await tenant.withScopes("prices:read", "products:read");
  const [entry] = (await both.get(`${path}?expand=product`)).body.items;
  expect(entry.expanded.product.title).toBe("Knife");
});

test("what another tenant has is never shown, nor what is deleted", async () => {
  const { tenant, brand, knife, supplier } = await withProducts();
  const other = await newTenant();
  const ids: Record<string, string> = { brand: brand.id, supplier: supplier.id, product: knife.id };
  for (const [kind, { find }] of Object.entries(await loadExpansions(FAMILIES))) {
    const id = ids[kind] ?? brand.id;
    expect([kind, [...(await find(other.db, [id])).keys()]]).toEqual([kind, []]);
    expect([kind, (await find(tenant.db, [id])).size]).toEqual([kind, kind in ids ? 1 : 0]);
  }
  const { body: list } = await tenant.post("/price-lists", { name: "Web", channel: "web" });
  await tenant.post(`/price-lists/${list.id}/entries`, { product_id: knife.id, price: 5 });
  await tenant.delete(`/products/${knife.id}`);
  const { body } = await tenant.get(`/price-lists/${list.id}/entries?expand=product`);
  expect(body.items.map(({ expanded }: { expanded: object }) => expanded)).toEqual([{ product: null }]);
});

test("the ETag changes with what is shown, and is good for If-Match", async () => {
  const { tenant, brand, knife } = await withProducts();
  for (const path of [`/products/${knife.id}?expand=brand`, "/products?expand=brand"]) {
    const first = await tenant.get(path);
    const tag = { "if-none-match": first.headers.get("etag") ?? "" };
    expect([path, (await tenant.get(path, tag)).status]).toEqual([path, 304]);
    await tenant.patch(`/brands/${brand.id}`, { website: `https://${path.length}.example` });
    expect([path, (await tenant.get(path, tag)).status]).toEqual([path, 200]);
  }
  const { headers } = await tenant.get(`/products/${knife.id}?expand=brand`);
  const match = { "if-match": headers.get("etag") ?? "" };
  expect((await tenant.patch(`/products/${knife.id}`, { name: "Blade" }, match)).status).toBe(200);
  expect((await tenant.patch(`/products/${knife.id}`, { name: "Axe" }, match)).status).toBe(412);
});

test("one read finds what all items name", async () => {
  const { tenant } = await withProducts();
  const reads: (readonly string[])[] = [];
  const expansions: Expansions = {
    brand: {
      rights: VIEW,
      find: async (_, ids) => {
        reads.push(ids);
        return new Map(ids.map((id) => [id, { id }]));
      },
    },
  };
  const items = ["a", "b", "a", null].map((brand_id) => ({ brand_id }));
  const list = { property: "items", names: new Set(["brand_id"]), isOnePage: false };
  const reading = { expansions, db: tenant.db };
  const shown = await expandAnswer({ items }, ["brand"], { kinds: { brand: "brand" }, list }, reading);

  expect(reads).toEqual([["a", "b"]]);
  expect(shown).toEqual({
    items: items.map((item) => ({ ...item, expanded: { brand: item.brand_id && { id: item.brand_id } } })),
  });
});
