import { describe, expect, test } from "bun:test";
import { newEan } from "../products/given.ts";
import { FIELDS, givenExt, refusal } from "./given.ts";

describe("PUT /ext/products/{ean}", () => {
  test("D2-146 clears what is absent, and leaves what this API does not write", async () => {
    const { tenant, ean } = await givenExt({ ...FIELDS, status: "archived" });
    const { id } = (await tenant.get(`/ext/products/${ean}`)).body.data;
    await tenant.patch(`/products/${id}`, { price: 5, tax_rate: 20, color: "red" });

    const { status, body } = await tenant.put(`/ext/products/${ean}`, { name: "New", height: 7 });

    expect(status).toBe(200);
    expect(body.data).toEqual({ id, ean, title: "New", updated_at: body.meta.updated_at });
    const cleared = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, null]));
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({
      ...cleared,
      brand: null,
      supplier: null,
      height: 7,
      price: 5,
      tax_rate: 20,
      color: "red",
      status: "archived",
    });
  });

  test("S22.6 the supplier it names becomes the main one", async () => {
    const { tenant, ean } = await givenExt({ supplier_code: "A" });
    const { id } = (await tenant.get(`/ext/products/${ean}`)).body.data;
    await tenant.post("/ext/products", { ean, supplier_code: "B" });
    expect((await tenant.get(`/products/${id}`)).body.supplier.code).toBe("A");
    await tenant.put(`/ext/products/${ean}`, { name: "N", supplier_code: "C" });
    expect((await tenant.get(`/products/${id}`)).body.supplier.code).toBe("C");
    const { body } = await tenant.get("/ext/products?supplier_code=b");
    expect(body.data.map(({ id: found }: { id: string }) => found)).toEqual([id]);
  });

  test.each([
    ["put", { name: "A" }],
    ["patch", { name: "A" }],
  ] as const)(
    "D2-147 D2-148 %s of an unknown, deleted or malformed EAN is 404 and creates nothing",
    async (verb, body) => {
      const { tenant, ean } = await givenExt({});
      const { id } = (await tenant.get(`/ext/products/${ean}`)).body.data;
      await tenant.delete(`/products/${id}`);
      for (const path of [ean, newEan(), "none"]) {
        expect(refusal(await tenant[verb](`/ext/products/${path}`, body))[0]).toBe(404);
      }
      expect((await tenant.get("/ext/products")).body.meta.total).toBe(0);
    },
  );

  test.each([
    ["put", {}, "VALIDATION_FAILED: name"],
    ["put", { name: null }, "VALIDATION_FAILED: name"],
    ["put", { name: "A", ean: "4006381333931" }, "VALIDATION_FAILED: ean"],
    ["patch", { ean: "4006381333931" }, "VALIDATION_FAILED: ean"],
    ["patch", { weight: -1 }, "VALIDATION_FAILED: weight"],
  ] as const)("D2-149 %s %j is refused", async (verb, body, fault) => {
    const { tenant, ean } = await givenExt({});
    expect(refusal(await tenant[verb](`/ext/products/${ean}`, body))).toEqual([422, fault]);
  });

  test("D0.12 If-Match names the version that may change", async () => {
    const { tenant, ean } = await givenExt({});
    const etag = (await tenant.get(`/ext/products/${ean}`)).headers.get("etag") ?? "";
    expect((await tenant.get(`/ext/products/${ean}`, { "if-none-match": etag })).status).toBe(304);
    for (const [verb, status] of [
      ["patch", 200],
      ["patch", 412],
      ["put", 412],
    ] as const) {
      const answer = await tenant[verb](`/ext/products/${ean}`, { name: "B" }, { "if-match": etag });
      expect(answer.status).toBe(status);
    }
  });
});

describe("PATCH /ext/products/{ean}", () => {
  test("D2-148 S22.9 changes the fields that are not null, and repeats them", async () => {
    const { tenant, ean } = await givenExt({ ...FIELDS });
    const sent = { name: "New", weight: 3, brand_name: "Other", is_active: false, supplier_code: "B", height: null };

    const { status, body } = await tenant.patch(`/ext/products/${ean}`, { ean, ...sent, unknown: 1 });

    expect(status).toBe(200);
    const { id, updated_at, ...data } = body.data;
    const { name, height, ...repeated } = sent;
    expect(data).toEqual({ ...repeated, title: name, ean });
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: name, height: 20, is_active: false });
    const { body: nothing } = await tenant.patch(`/ext/products/${ean}`, {});
    expect(nothing.data).toEqual({ id, ean, updated_at });
  });
});
