import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults, given, newEan, references } from "./given.ts";

const FURTHER = {
  reference: "REF-1",
  asin: "B00ABC",
  upc: "012345678905",
  gtin: "4006381333931",
  external_id: "x-1",
  url_slug: "slug",
  shopping_category: "Furniture",
  marketplace_category: "Home",
  marketing_description: "<p>Buy</p>",
  promotional_text: "Now",
  seo_title: "Seo",
  seo_meta_description: "Meta",
  seo_keywords: ["a", "b"],
  bullet_points: ["c"],
  key_features: ["d"],
  unit_of_measure: "pack",
  package_weight: 100,
  package_length: 1.5,
  package_width: 2,
  package_height: 3,
  package_quantity: 4,
  lead_time_days: 0,
  hs_code: "9401",
  country_of_origin: "FR",
  dangerous_goods: true,
  dangerous_goods_class: "3",
  min_order_quantity: 1,
  max_order_quantity: 9,
  order_increment: 2,
  backorder_allowed: true,
  preorder_available: false,
  requires_quote: false,
  is_b2b_only: true,
  reach_compliant: true,
  rohs_compliant: true,
  ce_marked: true,
  weee_category: "1",
  energy_class: "A++",
  recyclable: true,
  eco_friendly: true,
  carbon_footprint_kg: 1.25,
  warranty_type: "maker",
  warranty_duration: 24,
  return_policy_days: 14,
  return_allowed: true,
  color: "red",
  color_secondary: "blue",
  size: "L",
  material: "oak",
  finish: "oiled",
  style: "plain",
  pattern: "none",
  end_of_life_date: "2030-12-31",
  technical_specs: { power: { value: 5, unit: "W" } },
  compatibility: ["x", { y: 1 }],
  attributes: { any: ["thing", null] },
};

describe.each(["put", "patch"] as const)("%s /products/{product_id}", (method) => {
  test("D2-015 changes what is sent, and nothing else but updated_at", async () => {
    const { tenant, id } = await given({ brand: "Acme", title: "A", description: "B", extra: { color: "red" } });
    const { body: before } = await tenant.get(`/products/${id}`);

    const { status, body } = await tenant[method](`/products/${id}`, { price: 5 });

    expect(status).toBe(200);
    const { price, updated_at, completeness_score, completeness_grade, ...rest } = body;
    expect(price).toBe(5);
    expect(updated_at > before.updated_at).toBe(true);
    expect(before).toMatchObject(rest);
    expect((await tenant.get(`/products/${id}`)).body).toEqual(body);
    expect([completeness_score, completeness_grade]).toEqual([50, "C"]);
  });

  test("D2-016 D2-017 takes every field, readable back", async () => {
    const { tenant, id, db } = await given({ brand: "Acme", category: "Home", supplierCode: "SUP" });
    const fields = {
      ...FURTHER,
      ...(await references(db)),
      description: "long",
      short_description: "short",
      price: 2.5,
      cost_price: 1,
      barcode: newEan(),
      status: "archived",
      lifecycle_status: "end_of_life",
    };
    expect((await tenant[method](`/products/${id}`, { name: "B", ...fields })).status).toBe(200);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: "B", is_active: false, ...fields });
  });

  test("D2-018 null clears; name and states cannot be cleared", async () => {
    const { tenant, id } = await given({});
    await tenant[method](`/products/${id}`, { ...FURTHER, price: 5, barcode: newEan() });
    const cleared = Object.fromEntries([...Object.keys(FURTHER), "price", "barcode"].map((name) => [name, null]));

    const { body } = await tenant[method](`/products/${id}`, cleared);

    expect(body).toMatchObject(cleared);
    expect(body.ean_status).toBe("missing");
    for (const field of ["name", "is_active", "status", "lifecycle_status"]) {
      const answer = await tenant[method](`/products/${id}`, { [field]: null });
      expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    }
  });

  test("D2-019 refuses the EAN of another product, and takes the product's own", async () => {
    const ean = "4006381333931";
    const { tenant, ids } = await given({ ean, gtin14: `0${ean}`, eanStatus: "valid" }, {});
    expect((await tenant[method](`/products/${ids[1]}`, { barcode: ean })).status).toBe(409);
    expect((await tenant[method](`/products/${ids[0]}`, { barcode: ean })).status).toBe(200);
  });

  test("D2-020 an unknown product is 404, an id that is none 422", async () => {
    const { tenant } = await given();
    const unknown = await tenant[method](`/products/${crypto.randomUUID()}`, { price: 5 });
    expect([unknown.status, unknown.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    const malformed = await tenant[method]("/products/none", { price: 5 });
    expect([malformed.status, faults(malformed)]).toEqual([422, ["product_id"]]);
  });

  test("hides another tenant's product", async () => {
    const other = await given({});
    const tenant = await newTenant();
    expect((await tenant[method](`/products/${other.id}`, { price: 5 })).status).toBe(404);
    expect((await other.tenant.get(`/products/${other.id}`)).body.price).toBe(null);
  });

  test("refuses a caller who may only read", async () => {
    const { tenant, id } = await given({});
    expect((await (await tenant.as("viewer"))[method](`/products/${id}`, { price: 5 })).status).toBe(403);
    expect((await (await tenant.withScopes("products:read"))[method](`/products/${id}`, {})).status).toBe(403);
  });

  test.each([
    [{ status: "inactive" }, false, "inactive"],
    [{ status: "archived" }, false, "archived"],
    [{ is_active: false }, false, "inactive"],
    [{ status: "active", is_active: false }, true, "active"],
    [{ status: "draft", is_active: true }, false, "draft"],
  ])("D2-022 %j makes it active: %p", async (fields, isActive, status) => {
    const { tenant, id } = await given({});
    const { body } = await tenant[method](`/products/${id}`, fields);
    expect(body).toMatchObject({ is_active: isActive, status });
  });

  test("S14.2 an archived product that is set inactive stays archived", async () => {
    const { tenant, id } = await given({ status: "archived" });
    expect((await tenant[method](`/products/${id}`, { is_active: false })).body.status).toBe("archived");
    expect((await tenant[method](`/products/${id}`, { is_active: true })).body.status).toBe("active");
  });

  test("S14.3 discontinued is a lifecycle status, which wins", async () => {
    const { tenant, id } = await given({});
    const set = async (fields: object) => (await tenant[method](`/products/${id}`, fields)).body.lifecycle_status;
    expect(await set({ discontinued: true })).toBe("discontinued");
    expect(await set({ discontinued: false })).toBe("active");
    expect(await set({ discontinued: true, lifecycle_status: "phase_out" })).toBe("phase_out");
    expect(await set({ discontinued: false })).toBe("phase_out");
  });

  test("D2-023 a change to what is there already is none", async () => {
    const { tenant, id } = await given({});
    const fields = { price: 5, name: "Same", attributes: { a: [1] }, color: "red" };
    const { body: before } = await tenant[method](`/products/${id}`, fields);
    const { status, body } = await tenant[method](`/products/${id}`, { ...fields, unknown_field: 1 });
    expect([status, body]).toEqual([200, before]);
    expect((await tenant[method](`/products/${id}`, {})).body).toEqual(before);
  });

  test("S11.7 title and ean are other names, which lose; faults go by the name that was sent", async () => {
    const { tenant, id } = await given({});
    const { body } = await tenant[method](`/products/${id}`, { title: "T", ean: "4006381333931" });
    expect(body).toMatchObject({ title: "T", ean: "4006381333931" });
    expect((await tenant[method](`/products/${id}`, { title: "T", name: "N" })).body.title).toBe("N");
    expect(faults(await tenant[method](`/products/${id}`, { ean: "x" }))).toEqual(["ean"]);
  });

  test("D0.12 changes only the version that If-Match names", async () => {
    const { tenant, id } = await given({});
    const etag = (await tenant.get(`/products/${id}`)).headers.get("etag") ?? "";

    const first = await tenant[method](`/products/${id}`, { price: 1 }, { "if-match": etag });
    const second = await tenant[method](`/products/${id}`, { price: 2 }, { "if-match": etag });

    expect([first.status, second.status]).toEqual([200, 412]);
    const current = (await tenant.get(`/products/${id}`)).headers.get("etag");
    expect([second.body.error.details.current_etag, first.headers.get("etag")]).toEqual([current, current]);
    expect((await tenant.get(`/products/${id}`)).body.price).toBe(1);
    expect(first.headers.get("etag")).not.toBe(etag);
  });

  test("S21.3 a main supplier is one of the product's suppliers, as long as it is the main one", async () => {
    const { tenant, ids, db } = await given({ supplierCode: "SUP", brand: "B", category: "C" }, {});
    const { supplier_id } = await references(db);
    await tenant[method](`/products/${ids[1]}`, { supplier_id });
    expect((await tenant.get("/products?no_supplier=false")).body.items.map(({ id }: { id: string }) => id)).toContain(
      ids[1],
    );
    const { body } = await tenant[method](`/products/${ids[1]}`, { supplier_id: null });
    expect(body.completeness_score).toBe(15);
    expect((await tenant.get("/products?no_supplier=true")).body.items.map(({ id }: { id: string }) => id)).toEqual([
      ids[1],
    ]);
  });
});
