import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { faults, givenSynced, refusal, stockOf } from "./given.ts";

const PATCHED = {
  asin: "B00ABC",
  upc: "012345678905",
  gtin: "4006381333931",
  external_id: "x-1",
  url_slug: "slug",
  promotional_text: "Now",
  lifecycle_status: "end_of_life",
  end_of_life_date: "2030-12-31",
  package_length: 1,
  package_width: 2,
  package_height: 3,
  max_order_quantity: 9,
  order_increment: 2,
  backorder_allowed: true,
  preorder_available: false,
  requires_quote: true,
  is_b2b_only: true,
  dangerous_goods_class: "3",
  reach_compliant: true,
  rohs_compliant: true,
  ce_marked: true,
  weee_category: "1",
  energy_class: "A++",
  recyclable: true,
  eco_friendly: true,
  carbon_footprint_kg: 1.5,
  warranty_type: "maker",
  return_policy_days: 14,
  return_allowed: true,
  color_secondary: "blue",
  finish: "oiled",
  style: "plain",
  pattern: "none",
  technical_specs: { power: 5 },
  compatibility: ["x"],
};

describe("PATCH /appsync/products/{ref}", () => {
  test("D2-171 S23.10 takes every field, under this API's names and the catalog's", async () => {
    const { tenant, id, ean } = await givenSynced({ color: "red" });
    const own = { name: "New", brand: "Fresh", price_ht: 1.5, price_ttc: 2, stock: 4, category: "Chairs" };

    const { status, body } = await tenant.patch("/appsync/products/REF-0", { ...PATCHED, ...own, unknown: 1 });

    expect(status).toBe(200);
    expect(body.data).toEqual({ id, ean, name: "New", is_active: true, updated_at: expect.any(String) });
    const { body: whole } = await tenant.get(`/products/${id}`);
    expect(whole).toMatchObject({ ...PATCHED, title: "New", cost_price: 1.5, price: 2, stock: 4, color: "red" });
    expect([whole.brand.name, whole.erp_category, whole.updated_at]).toEqual(["Fresh", "Chairs", body.data.updated_at]);
    await tenant.patch(`/appsync/products/${ean}`, { title: "T", price: 9, price_ttc: 8, cost_price: 7 });
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: "T", price: 8, cost_price: 7 });
  });

  test("S11.4 null clears; name and states cannot be cleared", async () => {
    const { tenant, id } = await givenSynced({ brand: "Acme", price_ht: 1, color: "red", supplier_code: "SUP" });
    const cleared = { brand: null, price_ht: null, color: null, supplier_code: null, ean: null };
    expect((await tenant.patch("/appsync/products/REF-0", cleared)).body.data.ean).toBe(null);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({
      brand: null,
      cost_price: null,
      color: null,
      supplier: null,
      ean_status: "missing",
    });
    for (const field of ["name", "is_active", "status", "lifecycle_status", "stock"]) {
      const answer = await tenant.patch("/appsync/products/REF-0", { [field]: null });
      expect([refusal(answer), faults(answer)]).toEqual([[422, "VALIDATION_FAILED"], [field]]);
    }
  });

  test("D2-173 a change to what is there already leaves updated_at", async () => {
    const { tenant, id } = await givenSynced({ supplier_code: "SUP", stock: 3 });
    const { body: before } = await tenant.get(`/products/${id}`);
    for (const body of [{}, { name: "Product 0", supplier_code: "sup", stock: 3 }]) {
      expect((await tenant.patch("/appsync/products/REF-0", body)).status).toBe(200);
    }
    expect((await tenant.get(`/products/${id}`)).body).toEqual(before);
    expect(await stockOf(tenant.db, id, "sup")).toEqual({ generic: undefined, supplied: 3 });
  });

  test("D2-171 S13.4 S12.6 neither the EAN nor the reference of another product is taken", async () => {
    const { tenant, ids, eans } = await givenSynced({}, {});
    const ean = await tenant.patch("/appsync/products/REF-0", { ean: eans[1] });
    expect(refusal(ean)).toEqual([409, "DUPLICATE_EAN"]);
    const reference = await tenant.patch("/appsync/products/REF-0", { reference: "REF-1" });
    expect(refusal(reference)).toEqual([409, "DUPLICATE_RESOURCE"]);
    const free = newEan();
    const { body } = await tenant.patch("/appsync/products/REF-0", { ean: free, reference: "REF-9" });
    expect([body.data.id, body.data.ean]).toEqual([ids[0], free]);
    expect((await tenant.get("/appsync/products/REF-9")).body.data.id).toBe(ids[0]);
    expect((await tenant.patch("/appsync/products/REF-9", { ean: free, reference: "REF-9" })).status).toBe(200);
  });

  test("S12.5 ids must exist, names need not; an id wins", async () => {
    const { tenant, id } = await givenSynced({ brand: "Acme", supplier_code: "SUP" });
    const { brand_id, supplier_id } = (await tenant.get(`/products/${id}`)).body;
    await tenant.patch("/appsync/products/REF-0", { brand_id, brand: "Lost", supplier_id });
    const { body } = await tenant.get(`/products/${id}`);
    expect([body.brand.name, body.supplier.code]).toEqual(["Acme", "SUP"]);
    for (const field of ["brand_id", "supplier_id", "category_id"]) {
      const answer = await tenant.patch("/appsync/products/REF-0", { [field]: crypto.randomUUID(), brand: "Lost" });
      expect([refusal(answer), faults(answer)]).toEqual([[422, "VALIDATION_FAILED"], [field]]);
    }
    expect((await tenant.get("/products?no_brand=false")).body.meta.total).toBe(1);
  });

  test("D0.12 If-Match names the version that may change", async () => {
    const { tenant } = await givenSynced({});
    const etag = (await tenant.get("/appsync/products/REF-0")).headers.get("etag") ?? "";
    const change = (name: string) => tenant.patch("/appsync/products/REF-0", { name }, { "if-match": etag });
    expect((await change("A")).status).toBe(200);
    expect(refusal(await change("B"))).toEqual([412, "PRECONDITION_FAILED"]);
  });
});

test.each([
  ["activate", true, "active"],
  ["deactivate", false, "inactive"],
])("D2-172 S23.11 %s, from any status and again", async (action, isActive, status) => {
  const { tenant, id } = await givenSynced({});
  for (const before of ["draft", "archived", "active", "inactive"]) {
    await tenant.patch(`/products/${id}`, { status: before });
    const { body } = await tenant.post(`/appsync/products/REF-0/${action}`, { ignored: true });
    expect([body.code, body.count, body.data]).toEqual([200, 1, { id, is_active: isActive, status }]);
  }
  expect((await tenant.post(`/appsync/products/REF-0/${action}`)).status).toBe(200);
});

test.each([
  ["patch", ""],
  ["post", "/activate"],
  ["post", "/deactivate"],
] as const)("D2-172 %s of an unknown or another tenant's product is 404", async (verb, action) => {
  const { ean } = await givenSynced({});
  const tenant = await newTenant();
  for (const ref of ["REF-0", ean]) {
    const answer = await tenant[verb](`/appsync/products/${ref}${action}`, {});
    expect(refusal(answer)).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
});
