import { describe, expect, test } from "bun:test";
import { text } from "../../../db/rows.ts";
import { rescore } from "../../../src/products/stats/rescore.ts";
import type { StatedProduct } from "../../add-products.ts";
import { newTenant, services } from "../../harness.ts";
import { given } from "../given.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;
const total = async (tenant: Tenant, query: string) => (await tenant.get(`/products?${query}`)).body.meta.total;

/** Products as the API makes them, so that their scores are right. */
async function catalog() {
  const { tenant, db } = await given(
    { title: "Seed", brand: "Acme", category: "Home > Chairs", supplierCode: "S1", completenessScore: 40 },
    { title: "Seed 2", brand: "Bolt", category: "Garden", completenessScore: 35 },
  );
  const id = (table: string, name: string) =>
    db.one(`select id from ${table} where tenant_id = :tenant and name = :name`, { name }, (row) => text(row, "id"));
  const acme = await id("brand", "Acme");
  const chairs = await id("category", "Chairs");
  const full = {
    brand_id: acme,
    category_id: chairs,
    description: "<b>long</b>",
    short_description: "short",
    price: 5,
  };
  const bodies = [
    { name: "a", ...full, barcode: "4006381333931", weight: 1, supplier_code: "S1" },
    { name: "b", ...full, short_description: "<p>&nbsp;</p>" },
    { name: "c", description: "<p></p>", is_active: false },
    { name: "d", status: "draft", price: 0 },
    { name: "e", short_description: "short" },
  ];
  const ids: string[] = [];
  for (const body of bodies) ids.push((await tenant.post("/products", body)).body.id);
  await tenant.delete(`/products/${ids[4]}`);
  return { tenant, db, ids, acme, chairs };
}

describe("GET /products/stats/overview", () => {
  test("D2-110 S15.5 counts as the filters of the list do", async () => {
    const { tenant } = await catalog();
    const { status, body } = await tenant.get("/products/stats/overview");
    expect(status).toBe(200);
    const filters = {
      total: "",
      active: "status=active",
      inactive: "status=inactive",
      archived: "status=archived",
      draft: "status=draft",
      with_images: "has_images=true",
      with_price: "has_price=true",
      in_stock: "in_stock=true",
      no_brand: "no_brand=true",
      no_supplier: "no_supplier=true",
      without_category: "without_category=true",
      without_description: "without_description=true",
      not_enriched: "not_enriched=true",
    };
    for (const [name, query] of Object.entries(filters))
      expect([name, body[name]]).toEqual([name, await total(tenant, query)]);
    for (const grade of ["A", "B", "C", "D"]) {
      expect([grade, body.by_grade[grade]]).toEqual([grade, await total(tenant, `completeness_grade=${grade}`)]);
    }
    expect(body).toMatchObject({
      total: 6,
      deleted: 1,
      created_last_30_days: 6,
      updated_last_30_days: 6,
      by_workflow_status: { draft: 6, review: 0, approved: 0, published: 0, archived: 0 },
    });
    const { items } = (await tenant.get("/products")).body;
    const sum = items.reduce((all: number, each: { completeness_score: number }) => all + each.completeness_score, 0);
    expect(body.average_completeness).toBe(Math.round((sum * 10) / 6) / 10);
  });

  test("follows every change", async () => {
    const { tenant, ids } = await catalog();
    await tenant.get("/products/stats/overview");
    await tenant.put(`/products/${ids[0]}`, { is_active: false });
    expect((await tenant.get("/products/stats/overview")).body.inactive).toBe(2);
  });

  test("an empty catalog has nothing, another tenant's products are not counted, and a key needs its scope", async () => {
    const tenant = await newTenant();
    expect((await tenant.get("/products/stats/overview")).body).toMatchObject({ total: 0, average_completeness: 0 });
    expect((await (await tenant.withScopes("prices:read")).get("/products/stats/overview")).status).toBe(403);
    expect((await (await tenant.as("viewer")).get("/products/stats/overview")).status).toBe(200);
  });
});

describe("GET /products/stats/completeness", () => {
  test("S15.6 says how complete the catalog is, and what it lacks", async () => {
    const { tenant } = await catalog();
    const { status, body } = await tenant.get("/products/stats/completeness");
    expect(status).toBe(200);
    const { items } = (await tenant.get("/products?sort_by=completeness_score&sort_order=asc")).body;
    const scores: number[] = items.map((each: { completeness_score: number }) => each.completeness_score);
    expect(body).toMatchObject({
      total: 6,
      median: ((scores[2] ?? 0) + (scores[3] ?? 0)) / 2,
      publishable: scores.filter((score) => score >= 70).length,
    });
    expect(body.distribution).toHaveLength(10);
    expect(body.distribution[9]).toMatchObject({ min: 90, max: 100 });
    for (const { min, max, count } of body.distribution) {
      expect(count).toBe(scores.filter((score) => score >= min && score <= max).length);
    }
    const missing: string[] = [];
    for (const { id } of items) missing.push(...(await tenant.get(`/products/${id}/completeness`)).body.missing);
    for (const { field, count, percent } of body.missing_fields) {
      expect([field, count]).toEqual([field, missing.filter((each) => each === field).length]);
      expect(percent).toBe(Math.round((count * 1000) / 6) / 10);
    }
  });

  test("takes the filters of the list, and refuses wrong ones", async () => {
    const { tenant, acme } = await catalog();
    const { body } = await tenant.get(`/products/stats/completeness?brand_id=${acme}`);
    expect(body.total).toBe(3);
    expect((await tenant.get("/products/stats/completeness?has_price=maybe")).status).toBe(400);
  });

  test.each(["brand", "category", "supplier"])("S15.6 by %s", async (by) => {
    const { tenant } = await catalog();
    const { status, body } = await tenant.get(`/products/stats/completeness/by-${by}`);
    expect(status).toBe(200);
    const names = body.items.map(({ name, total: count }: { name: string | null; total: number }) => [name, count]);
    expect(Object.fromEntries(names)).toEqual(
      {
        brand: { Acme: 3, Bolt: 1, null: 2 },
        category: { Chairs: 3, Garden: 1, null: 2 },
        supplier: { S1: 1, null: 5 },
      }[by] ?? {},
    );
    expect(body.total).toBe(names.length);
    for (const { total: count, by_grade } of body.items) {
      expect(by_grade.A + by_grade.B + by_grade.C + by_grade.D).toBe(count);
    }
    const inactive = (await tenant.get(`/products/stats/completeness/by-${by}?is_active=false`)).body;
    expect(inactive.items.map(({ total: count }: { total: number }) => count)).toEqual([2]);
    expect((await (await tenant.withScopes("prices:read")).get(`/products/stats/completeness/by-${by}`)).status).toBe(
      403,
    );
  });
});

describe("POST /products/stats/completeness/recalculate", () => {
  test("D2-111 mends wrong scores, and moves neither versions nor the history", async () => {
    const wrong = (more: StatedProduct): StatedProduct => ({ completenessScore: 77, ...more });
    const { tenant, ids } = await given(wrong({ title: "a", priceCents: 5 }), wrong({ description: "x".repeat(900) }), {
      title: "c",
      completenessScore: 15,
    });
    const before = (await tenant.get(`/products/${ids[0]}`)).body;
    expect((await tenant.get("/products?min_completeness=70")).body.meta.total).toBe(2);

    const { status, body } = await tenant.post("/products/stats/completeness/recalculate");

    expect([status, body]).toEqual([
      200,
      { status: "completed", processed: 3, changed: 2, average: 23.3, duration_ms: expect.any(Number) },
    ]);
    const after = (await tenant.get(`/products/${ids[0]}`)).body;
    expect(after).toEqual({ ...before, completeness_score: 25, completeness_grade: "D" });
    expect((await tenant.get("/products?min_completeness=70")).body.meta.total).toBe(0);
    expect((await tenant.get("/products/stats/completeness")).body.average).toBe(23.3);
    expect((await tenant.get(`/products/${ids[0]}/history`)).body.items).toEqual([]);
    expect((await tenant.post("/products/stats/completeness/recalculate")).body.changed).toBe(0);
  });

  test("leaves other tenants and deleted products alone, and refuses who may not write", async () => {
    const other = await given({ completenessScore: 1 });
    const { tenant, id } = await given({ completenessScore: 1 });
    await tenant.delete(`/products/${id}`);
    expect((await tenant.post("/products/stats/completeness/recalculate")).body).toMatchObject({
      processed: 0,
      average: 0,
    });
    expect(await services.write(rescore, tenant.id, { ids: [id, other.id] })).toEqual({ changed: 0 });
    expect((await other.tenant.get(`/products/${other.id}`)).body.completeness_score).toBe(1);
    expect((await (await tenant.as("viewer")).post("/products/stats/completeness/recalculate")).status).toBe(403);
  });
});

describe("brands and categories of products", () => {
  test("D2-109 S20.10 GET /products/brands/list", async () => {
    const { tenant, acme } = await catalog();
    const { status, body } = await tenant.get("/products/brands/list");
    expect([status, body[0]]).toEqual([200, { id: acme, name: "Acme", slug: "acme", product_count: 3 }]);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["Acme", "Bolt"]);
    expect((await (await newTenant()).get("/products/brands/list")).body).toEqual([]);
  });

  test("D2-109 S20.10 GET /products/categories and its flat list", async () => {
    const { tenant, chairs } = await catalog();
    const tree = (await tenant.get("/products/categories")).body;
    expect(tree).toMatchObject([
      { name: "Garden", level: 0, product_count: 1, children: [] },
      {
        name: "Home",
        level: 0,
        product_count: 0,
        children: [{ id: chairs, name: "Chairs", level: 1, product_count: 3 }],
      },
    ]);
    const { status, body } = await tenant.get("/products/categories/list");
    expect(status).toBe(200);
    expect(body.map((each: { name: string; path: string; level: number }) => [each.level, each.path])).toEqual([
      [0, "Garden"],
      [0, "Home"],
      [1, "Home > Chairs"],
    ]);
    expect(body[2]).toMatchObject({ parent_id: body[1].id, sort_order: 0, product_count: 3 });
  });

  test("want a credential that may read", async () => {
    const key = await (await newTenant()).withScopes("prices:read");
    for (const path of ["brands/list", "categories", "categories/list"]) {
      expect((await key.get(`/products/${path}`)).status).toBe(403);
    }
  });
});
