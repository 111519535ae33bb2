import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { given, newEan } from "../products/given.ts";
import { FIELDS, givenExt, refusal } from "./given.ts";

describe("POST /ext/products", () => {
  test("D2-136 D2-139 creates a product, readable through the catalog and by EAN", async () => {
    const tenant = await newTenant();
    const ean = newEan();

    const { status, body, headers } = await tenant.post("/ext/products", { ean, name: "Chair", ...FIELDS });

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/ext/products/${ean}`);
    const { id, product } = body.data;
    expect(body).toEqual({
      success: true,
      data: { created: true, ean, id, product },
      meta: { total: 1, page: 1, page_size: 1, updated_at: product.updated_at },
      errors: [],
    });
    expect((await tenant.get(`/ext/products/${ean}`)).body.data).toEqual(product);
    const { brand_name, supplier_code, ...same } = FIELDS;
    const { body: whole } = await tenant.get(`/products/${id}`);
    expect(whole).toMatchObject({ ...same, title: "Chair", is_active: true, workflow_status: "draft" });
    expect([whole.brand.name, whole.supplier.code]).toEqual([brand_name, supplier_code]);
  });

  test("D2-137 updates the holder of the EAN; null and absent stay", async () => {
    const { tenant, ean } = await givenExt({ ...FIELDS });
    const { body: before } = await tenant.get(`/ext/products/${ean}`);

    const { status, body } = await tenant.post("/ext/products", { ean: `0${ean}`, weight: 2, brand_name: null });

    expect([status, body.data.created, body.data.id]).toEqual([200, false, before.data.id]);
    const { updated_at, ...rest } = body.data.product;
    expect(before.data).toMatchObject({ ...rest, weight: 1.5 });
    expect(body.data.product.weight).toBe(2);
    expect(updated_at > before.data.updated_at).toBe(true);
  });

  test("S22.7 S11.6 an update that changes nothing leaves updated_at", async () => {
    const { tenant, ean } = await givenExt({ ...FIELDS });
    const { body: before } = await tenant.get(`/ext/products/${ean}`);
    for (const body of [{ ean }, { ean, ...FIELDS, brand_name: "ACME", supplier_code: "sup" }]) {
      expect((await tenant.post("/ext/products", body)).body.data.product).toEqual(before.data);
    }
  });

  test("D0.12 what is refused is not stored for its Idempotency-Key", async () => {
    const tenant = await newTenant();
    const ean = newEan();
    const key = { "idempotency-key": crypto.randomUUID() };
    const refusals = [{ ean }, { ean, name: "A", category_id: crypto.randomUUID() }, { ean, weight: "1" }];
    for (const body of refusals) expect((await tenant.post("/ext/products", body, key)).status).toBe(422);

    const { status } = await tenant.post("/ext/products", { ean, name: "A" }, key);
    const again = await tenant.post("/ext/products", { ean, name: "A" }, key);

    expect([status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
  });

  test.each([
    [{ name: "A" }, "VALIDATION_FAILED: ean"],
    [{ name: "A", ean: "" }, "VALIDATION_FAILED: ean"],
    [{ name: "A", ean: "12x45678" }, "VALIDATION_FAILED: ean"],
    [{ ean: "4006381333931" }, "VALIDATION_FAILED: name"],
    [{ ean: "4006381333931", name: " " }, "VALIDATION_FAILED: name"],
    [{ ean: "4006381333931", name: "A", status: "draft" }, "VALIDATION_FAILED: status"],
    [{ ean: "4006381333931", name: "A", weight: "1" }, "VALIDATION_FAILED: weight"],
    [{ ean: "4006381333931", name: "A", category_id: crypto.randomUUID() }, "VALIDATION_FAILED: category_id"],
  ])("D2-138 refuses %j", async (body, fault) => {
    const tenant = await newTenant();
    expect(refusal(await tenant.post("/ext/products", { brand_name: "Never", ...body }))).toEqual([422, fault]);
    expect((await tenant.get("/ext/products")).body.data).toEqual([]);
    expect((await tenant.get("/brands")).body.items).toEqual([]);
  });

  test("D2-140 S12.5 a brand is matched regardless of case and accents, else made once", async () => {
    const { tenant, eans } = await givenExt({ brand_name: "Café Noir" }, { brand_name: "CAFE  NOIR" });
    const ids = await Promise.all(
      eans.map(async (ean) => {
        const { data } = (await tenant.get(`/ext/products/${ean}`)).body;
        return [data.brand_name, (await tenant.get(`/products/${data.id}`)).body.brand_id];
      }),
    );
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[0]?.[0]).toBe("Café Noir");
  });

  test.each([
    [{ status: "archived" }, "archived", false],
    [{ status: "inactive" }, "inactive", false],
    [{ is_active: false }, "inactive", false],
    [{ status: "active", is_active: false }, "active", true],
  ])("D2-141 %j", async (state, status, isActive) => {
    const { tenant, ean } = await givenExt({});
    for (const send of [tenant.post, tenant.put, tenant.patch]) {
      await tenant.patch(`/ext/products/${ean}`, { status: "active" });
      const path = send === tenant.post ? "/ext/products" : `/ext/products/${ean}`;
      expect((await send(path, { ean, name: "A", ...state })).status).toBe(200);
      const { data } = (await tenant.get(`/ext/products/${ean}`)).body;
      expect([data.status, data.is_active]).toEqual([status, isActive]);
    }
  });

  test("S13.5 a soft-deleted product comes back with what is sent", async () => {
    const { tenant, ean } = await givenExt({ ...FIELDS });
    const { id } = (await tenant.get(`/ext/products/${ean}`)).body.data;
    await tenant.delete(`/products/${id}`);
    expect((await tenant.get(`/ext/products/${ean}`)).status).toBe(404);
    expect(refusal(await tenant.post("/ext/products", { ean }))).toEqual([422, "VALIDATION_FAILED: name"]);

    const { status, body } = await tenant.post("/ext/products", { ean, name: "Back", weight: 9 });

    expect([status, body.data.created, body.data.id]).toEqual([201, true, id]);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: "Back", weight: 9, reference: "REF-1" });
  });

  test("S13.4 the EAN of a variant is refused", async () => {
    const { tenant, id } = await given({});
    const ean = newEan();
    expect((await tenant.post(`/products/${id}/variants`, { sku: "V", ean })).status).toBe(201);
    expect(refusal(await tenant.post("/ext/products", { ean, name: "A" }))[0]).toBe(409);
    const { body } = await tenant.post("/ext/products/batch", { products: [{ ean, name: "A", brand_name: "New" }] });
    expect(body.data.results).toEqual([
      { ean, status: "error", id: null, error: expect.stringContaining("DUPLICATE_EAN") },
    ]);
  });

  test("S13.4 of many that create one EAN at once one does, and none fails", async () => {
    const tenant = await newTenant();
    const ean = newEan();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? tenant.post("/products", { name: "A", barcode: ean })
          : tenant.post("/ext/products", { ean, name: "A", weight: index + 1 }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect((await tenant.get("/ext/products")).body.meta.total).toBe(1);
  });
});
