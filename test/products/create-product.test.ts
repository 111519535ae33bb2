import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";
import { faults, given, newEan, references } from "./given.ts";

const UUID = /^[0-9a-f-]{36}$/;
const referred = { brand: "Acme", category: "Home > Chairs", supplierCode: "SUP" };

describe("POST /products", () => {
  test("D2-001 answers 201 with the product, active, and where it is", async () => {
    const tenant = await newTenant();

    const { status, body, headers } = await tenant.post("/products", { name: "  Oak chair " });

    expect(status).toBe(201);
    expect(body).toMatchObject({ title: "Oak chair", is_active: true, status: "active", workflow_status: "draft" });
    expect(body.id).toMatch(UUID);
    expect(headers.get("location")).toBe(`/api/v1/products/${body.id}`);
    expect(body.created_at).toBe(new Date(clock.nowMs).toISOString());
    expect(body.updated_at).toMatch(/\.\d{6}Z$/);
    expect((await tenant.get(`/products/${body.id}`)).headers.get("etag")).toBe(headers.get("etag"));
  });

  test("D2-002 knows the barcode as ean, and the name as title", async () => {
    const tenant = await newTenant();
    const ean = newEan();

    const { body } = await tenant.post("/products", { name: "A", barcode: ean });

    expect(body).toMatchObject({ title: "A", ean, barcode: ean, ean_status: "valid" });
    expect((await tenant.get(`/products/${body.id}`)).body).toMatchObject({ ean, barcode: ean });
  });

  test("D2-003 D2-012 gives back every value it was sent; products without EAN come in any number", async () => {
    const { tenant, db } = await given(referred, {});
    const sent = {
      ...(await references(db)),
      description: "<p>Fine &eacute;</p>",
      short_description: "Fine",
      price: 129.9,
      cost_price: 0,
      weight: 0.001,
      width: 1.5,
      height: 0,
      depth: 2,
      tax_rate: 5.5,
      is_active: false,
    };

    const { status, body } = await tenant.post("/products", { name: "A", ...sent });

    expect(status).toBe(201);
    expect(body).toMatchObject(sent);
    expect((await tenant.get(`/products/${body.id}`)).body).toMatchObject({
      ...sent,
      brand: { id: sent.brand_id, name: "Acme" },
      category: { id: sent.category_id, name: "Chairs", path: "Home > Chairs" },
      supplier: { id: sent.supplier_id, code: "SUP", name: "SUP" },
    });
  });

  test("D2-001 answers what a GET would, for any body and any language of the tenant", async () => {
    const tenant = await newTenant();
    await tenant.admin.put("/settings/languages", { pivot: "en", enabled: ["en", "fr"] });
    const { body: brand } = await tenant.post("/brands", { name: "Acme" });
    const { body: category } = await tenant.post("/categories", { name: "Chairs" });
    const { body: supplier } = await tenant.post("/suppliers", { name: "Oak", code: "OAK" });
    const named = { brand_id: brand.id, category_id: category.id, supplier_id: supplier.id };
    const bodies = [
      { name: "A" },
      { name: "B", ...named, barcode: newEan(), price: 0.1, weight: 0.1234567, tax_rate: 1e-7 },
      { name: "C", reference: "R-1", color: "red", image_url: "https://example.com/a.jpg", description: "Long" },
    ];
    for (const sent of bodies) {
      const made = await tenant.post("/products", sent);
      const read = await tenant.get(`/products/${made.body.id}`);
      expect(made.status).toBe(201);
      expect(made.body).toEqual(read.body);
      expect(made.body.resolved.pivot_language).toBe("en");
      expect(made.headers.get("etag")).toBe(read.headers.get("etag"));
      const history = await tenant.get(`/products/${made.body.id}/history`);
      expect(history.body.items).toHaveLength(1);
    }
  });

  test.each([{}, { name: "" }, { name: "   " }, { name: null }])(
    "D2-004 refuses %j: a product has a name",
    async (body) => {
      const tenant = await newTenant();
      const answer = await tenant.post("/products", body);
      expect(answer.status).toBe(422);
      expect(answer.body.error.error_code).toBe("VALIDATION_FAILED");
      expect(faults(answer)).toEqual(["name"]);
    },
  );

  test.each([
    ["D2-005", { price: -0.01 }],
    ["D2-005", { cost_price: -1 }],
    ["D2-006", { weight: 0 }],
    ["D2-006", { width: -1 }],
    ["D2-007", { tax_rate: 100.1 }],
    ["D2-007", { tax_rate: "20" }],
    ["D2-010", { country_of_origin: "FRA" }],
    ["D2-010", { country_of_origin: "ZZ" }],
    ["D2-013", { barcode: "ABCDEFGH" }],
    ["D2-013", { ean: "1234567" }],
    ["D2-021", { status: "gone" }],
    ["D2-021", { lifecycle_status: "gone" }],
    ["S12.3", { package_quantity: 0 }],
    ["S12.3", { energy_class: "A++++" }],
    ["S12.3", { end_of_life_date: "2026-02-30" }],
    ["S12.3", { end_of_life_date: "2027-01-31T10:00:00Z" }],
    ["S12.3", { asin: "A-1" }],
    ["S12.3", { upc: "123" }],
    ["S12.3", { technical_specs: [] }],
    ["S12.3", { description: "x".repeat(100_001) }],
    ["S12.3", { hs_code: "x".repeat(256) }],
    ["D2-009", { brand_id: crypto.randomUUID() }],
    ["D2-009", { category_id: crypto.randomUUID() }],
    ["D2-009", { supplier_id: crypto.randomUUID() }],
    ["S12.5", { brand_name: "Nobody" }],
    ["S12.5", { supplier_code: "NOBODY" }],
  ])("%s refuses %j, naming the field", async (_, fields) => {
    const tenant = await newTenant();
    const answer = await tenant.post("/products", { name: "A", ...fields });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual(Object.keys(fields));
    expect((await tenant.get("/products")).body.meta.total).toBe(0);
  });

  test("D2-009 another tenant's brand is unknown", async () => {
    const other = await given(referred);
    const tenant = await newTenant();
    const { brand_id } = await references(other.db);
    expect(faults(await tenant.post("/products", { name: "A", brand_id }))).toEqual(["brand_id"]);
  });

  test("S12.3 refuses a largest order below the smallest", async () => {
    const tenant = await newTenant();
    const answer = await tenant.post("/products", { name: "A", min_order_quantity: 5, max_order_quantity: 4 });
    expect([answer.status, faults(answer)]).toEqual([422, ["max_order_quantity"]]);
  });

  test("S12.5 finds a brand by name and a supplier by code, regardless of case and accents", async () => {
    const { tenant } = await given({ ...referred, brand: "Café Œuvre" });
    const body = { name: "A", brand_name: "CAFE oeuvre", supplier_code: "sup" };
    const answer = await tenant.post("/products", body);
    expect(answer.body).toMatchObject({ brand_name: "Café Œuvre", supplier_code: "SUP" });
  });

  test("D2-010 accepts a country in either case", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/products", { name: "A", country_of_origin: "fr" });
    expect(body.country_of_origin).toBe("FR");
  });

  test("D2-008 an inactive product is inactive", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/products", { name: "A", is_active: false });
    expect(body).toMatchObject({ is_active: false, status: "inactive" });
  });

  test.each([
    ["12345670", "valid"],
    ["012345678905", "valid"],
    ["4006381333931", "valid"],
    ["4006381333932", "checksum_invalid"],
    ["123456789", "nonstandard_length"],
    [" 400-6381 333931 ", "valid"],
  ])("D2-013 accepts the code %j as %s", async (barcode, eanStatus) => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post("/products", { name: "A", barcode });
    expect([status, body.ean, body.ean_status]).toEqual([201, barcode.replace(/[\s-]/g, ""), eanStatus]);
  });

  test("D2-011 D2-014 refuses a code that a product has, in any length, and creates nothing", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/products", { name: "A", barcode: "012345678905" });

    const again = await tenant.post("/products", { name: "B", ean: "0012345678905" });

    expect(again.status).toBe(409);
    expect(again.body.error.error_code).toBe("DUPLICATE_EAN");
    expect(again.body.error.details).toMatchObject({
      ean: "0012345678905",
      existing_id: body.id,
      existing_type: "product",
      deleted: false,
    });
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
    expect((await (await newTenant()).post("/products", { name: "B", ean: "0012345678905" })).status).toBe(201);
  });

  test("S13.4 of many that create the same code at once, one wins and the others are refused", async () => {
    const tenant = await newTenant();
    const barcode = newEan();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tenant.post("/products", { name: "A", barcode })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test("S11.8 takes scripts out of descriptions, and leaves names alone", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/products", {
      name: "<b>A</b>",
      description: '<p onclick="x()">Hi<script>y()</script></p>',
      marketing_description: "<p>Ça &amp; là<br></p>",
    });
    expect(body).toMatchObject({
      title: "<b>A</b>",
      description: "<p>Hi</p>",
      marketing_description: "<p>Ça &amp; là<br></p>",
    });
  });

  test("S12.7 makes a slug of the name, unless it is sent one", async () => {
    const tenant = await newTenant();
    expect((await tenant.post("/products", { name: "Crème brûlée & Œufs" })).body.url_slug).toBe("creme-brulee-oeufs");
    expect((await tenant.post("/products", { name: "A", url_slug: "b" })).body.url_slug).toBe("b");
  });

  test("D0.12 a repeated request with the same Idempotency-Key creates once", async () => {
    const tenant = await newTenant();
    const send = () => tenant.post("/products", { name: "A" }, { "idempotency-key": "k1" });
    const first = await send();
    const second = await send();
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
  });

  test("D2-025 wants a credential that may write", async () => {
    const tenant = await newTenant();
    const viewer = await tenant.as("viewer");
    const reader = await tenant.withScopes("products:read");
    expect((await viewer.post("/products", { name: "A" })).status).toBe(403);
    expect((await reader.post("/products", { name: "A" })).status).toBe(403);
    expect((await tenant.admin.post("/products", { name: "A" })).status).toBe(201);
  });
});
