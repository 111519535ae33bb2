import { describe, expect, test } from "bun:test";
import { newTenant, services } from "../../harness.ts";
import { faults, given, newEan, references } from "../given.ts";

const edit = (updates: unknown[]) => ({ updates });
const coded = (ean: string) => ({ ean, gtin14: ean.padStart(14, "0"), eanStatus: "valid" as const });

describe("PATCH /products/bulk", () => {
  test("D2-090 changes each product, with and without a slash at the end", async () => {
    const { tenant, ids } = await given({}, { description: "kept" });

    const answer = await tenant.patch("/products/bulk/", edit([{ id: ids[0], fields: { price: 5, name: "A" } }]));
    const second = await tenant.patch(
      "/products/bulk",
      edit([{ id: ids[1]?.toUpperCase(), fields: { color: "red" } }]),
    );

    expect([answer.status, answer.body, second.body]).toEqual([
      200,
      { updated: 1, errors: [] },
      { updated: 1, errors: [] },
    ]);
    expect((await tenant.get(`/products/${ids[0]}`)).body).toMatchObject({ title: "A", price: 5 });
    expect((await tenant.get(`/products/${ids[1]}`)).body).toMatchObject({ color: "red", description: "kept" });
  });

  test("D2-091 takes 1 to 100 items", async () => {
    const { tenant, ids } = await given(...Array.from({ length: 101 }, () => ({})));
    const all = ids.map((id) => ({ id, fields: { price: 1 } }));
    expect((await tenant.patch("/products/bulk", edit(all))).status).toBe(422);
    expect((await tenant.patch("/products/bulk", edit([]))).status).toBe(422);
    expect((await tenant.get("/products?has_price=true")).body.meta.total).toBe(0);
    expect((await tenant.patch("/products/bulk", edit(all.slice(1)))).body).toEqual({ updated: 100, errors: [] });
    expect((await tenant.get("/products?has_price=true")).body.meta.total).toBe(100);
  });

  test("D2-092 D2-093 refuses items one by one, and takes the others", async () => {
    const taken = newEan();
    const { tenant, ids, db } = await given(
      { brand: "Café", category: "C", supplierCode: "S" },
      coded(taken),
      {},
      {},
      {},
      {},
    );
    await tenant.delete(`/products/${ids[5]}`);
    const unknown = crypto.randomUUID();

    const { status, body } = await tenant.patch(
      "/products/bulk",
      edit([
        { id: ids[0], fields: { price: -1 } },
        { id: unknown, fields: { price: 1 } },
        { id: ids[2], fields: { price: 2, barcode: taken } },
        { id: ids[3], fields: { price: 3, brand_name: "CAFE" } },
        { id: ids[4], fields: { price: 4, brand_name: "Unknown" } },
        { id: ids[5], fields: { price: 5 } },
        { id: ids[4], fields: { prise: 6 } },
        { id: ids[4], fields: { min_order_quantity: 5, max_order_quantity: 2 } },
        { id: ids[4], fields: { country_of_origin: "ZZ" } },
        { id: ids[4], fields: {} },
      ]),
    );

    expect(status).toBe(200);
    expect(body.updated).toBe(2);
    expect(
      body.errors.map((each: Record<string, unknown>) => [each["index"], each["error_code"], each["field"]]),
    ).toEqual([
      [0, "VALIDATION_FAILED", "price"],
      [1, "PRODUCT_NOT_FOUND", undefined],
      [2, "DUPLICATE_EAN", undefined],
      [4, "VALIDATION_FAILED", "brand_name"],
      [5, "PRODUCT_NOT_FOUND", undefined],
      [6, "VALIDATION_FAILED", "prise"],
      [7, "VALIDATION_FAILED", "max_order_quantity"],
      [8, "VALIDATION_FAILED", "country_of_origin"],
    ]);
    expect(body.errors[1].id).toBe(unknown);
    const { brand_id } = await references(db);
    expect((await tenant.get(`/products/${ids[3]}`)).body).toMatchObject({ price: 3, brand_id });
    for (const id of [ids[0], ids[2], ids[4]]) expect((await tenant.get(`/products/${id}`)).body.price).toBe(null);
  });

  test("says errors in the caller's language", async () => {
    const { tenant } = await given();
    const item = { id: crypto.randomUUID(), fields: {} };
    const { body } = await tenant.patch("/products/bulk", edit([item]), { "accept-language": "fr" });
    expect(body.errors[0].message).toBe("Produit introuvable");
  });

  test("S18.1 items are applied in order: codes change hands, and one product may come twice", async () => {
    const [one, two] = [newEan(), newEan()];
    const { tenant, ids } = await given(coded(one), coded(two), {});
    const [a, b, c] = ids;

    const { body } = await tenant.patch(
      "/products/bulk",
      edit([
        { id: c, fields: { barcode: one } },
        { id: a, fields: { barcode: null, price: 1 } },
        { id: b, fields: { barcode: one, name: "B" } },
        { id: a, fields: { barcode: two, color: "red" } },
        { id: c, fields: { barcode: two } },
      ]),
    );

    expect(body.errors.map(({ index }: { index: number }) => index)).toEqual([0, 4]);
    expect((await tenant.get(`/products/${a}`)).body).toMatchObject({ ean: two, price: 1, color: "red" });
    expect((await tenant.get(`/products/${b}`)).body).toMatchObject({ ean: one, title: "B" });
    const { items } = (await tenant.get(`/products/${a}/history`)).body;
    expect(items.map(({ changes }: { changes: object[] }) => changes.length)).toEqual([3]);
  });

  test("S11.6 what changes nothing counts as updated, and leaves the product as it was", async () => {
    const { tenant, id } = await given({ priceCents: 100 });
    const { body: before } = await tenant.get(`/products/${id}`);
    expect((await tenant.patch("/products/bulk", edit([{ id, fields: { price: 1 } }]))).body.updated).toBe(1);
    expect((await tenant.get(`/products/${id}`)).body).toEqual(before);
  });

  test("S21.3 moves main suppliers, and counts the score again", async () => {
    const { tenant, ids, db } = await given({ supplierCode: "SUP", brand: "B", category: "C" }, {});
    const { supplier_id } = await references(db);
    await tenant.patch(
      "/products/bulk",
      edit([
        { id: ids[0], fields: { supplier_id: null } },
        { id: ids[1], fields: { supplier_code: "sup", price: 3 } },
      ]),
    );
    expect((await tenant.get(`/products?supplier_ids=${supplier_id}`)).body.items).toMatchObject([
      { id: ids[1], completeness_score: 30 },
    ]);
    expect((await tenant.get("/products?no_supplier=true")).body.items).toMatchObject([{ id: ids[0] }]);
  });

  test("refuses a request that is not of this shape", async () => {
    const { tenant, id } = await given({});
    expect(faults(await tenant.patch("/products/bulk", edit([{ id: "x", fields: {} }])))).toEqual(["updates.0.id"]);
    expect(faults(await tenant.patch("/products/bulk", edit([{ id, fields: [] }])))).toEqual(["updates.0.fields"]);
    expect(faults(await tenant.patch("/products/bulk", edit([{ id }])))).toEqual(["updates.0.fields"]);
    expect(faults(await tenant.patch("/products/bulk", {}))).toEqual(["updates"]);
  });

  test("knows nothing of another tenant's products, and refuses who may not write", async () => {
    const other = await given({});
    const tenant = await newTenant();
    const body = edit([{ id: other.id, fields: { price: 1 } }]);
    expect((await tenant.patch("/products/bulk", body)).body).toMatchObject({
      updated: 0,
      errors: [{ error_code: "PRODUCT_NOT_FOUND" }],
    });
    expect((await other.tenant.get(`/products/${other.id}`)).body.price).toBe(null);
    expect((await (await tenant.as("viewer")).patch("/products/bulk", body)).status).toBe(403);
    expect((await (await tenant.withScopes("products:read")).patch("/products/bulk", body)).status).toBe(403);
  });

  test("one item and a hundred take the same number of mutations", async () => {
    const { tenant, ids } = await given(...Array.from({ length: 100 }, () => ({})));
    const { committed } = await services.writerStats();
    await tenant.patch("/products/bulk", edit(ids.map((id) => ({ id, fields: { price: 1 } }))));
    expect((await services.writerStats()).committed - committed).toBe(1);
  });
});
