import { describe, expect, test } from "bun:test";
import { number } from "../../db/rows.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { newTenant, services } from "../harness.ts";
import { given, newEan } from "./given.ts";

describe("DELETE /products/{product_id}", () => {
  test("D2-042 D2-044 hides the product; a second time it is not found", async () => {
    const { tenant, id } = await given({});

    const { status, body } = await tenant.delete(`/products/${id}`);

    expect([status, body]).toEqual([200, {}]);
    expect((await tenant.get(`/products/${id}`)).status).toBe(404);
    expect((await tenant.put(`/products/${id}`, { price: 1 })).status).toBe(404);
    expect((await tenant.delete(`/products/${id}`)).status).toBe(404);
    expect((await tenant.get("/products")).body.meta.total).toBe(0);
    const all = (await tenant.get("/products?include_deleted=true")).body;
    expect(all.meta.total).toBe(1);
    expect(all.items[0].deleted_at).toEqual(expect.any(String));
    expect((await tenant.get(`/products/${id}?include_deleted=true`)).body.deleted_at).toBe(all.items[0].deleted_at);
  });

  test("D2-043 D2-044 permanent erases it, hidden or not, with all that belongs to it", async () => {
    const ean = newEan();
    const { tenant, ids, db } = await given({
      ean,
      gtin14: `0${ean}`,
      eanStatus: "valid",
      texts: { en: { title: "Chair" } },
      sellers: [{ code: "SUP", stock: 1 }],
    });
    await catchUp(services, new AbortController().signal);
    await tenant.delete(`/products/${ids[0]}`);

    const { status, body } = await tenant.delete(`/products/${ids[0]}?permanent=true`);

    expect([status, body]).toEqual([200, {}]);
    expect((await tenant.get("/products?include_deleted=true")).body.meta.total).toBe(0);
    expect((await tenant.delete(`/products/${ids[0]}?permanent=true`)).status).toBe(404);
    expect((await tenant.post("/products", { name: "B", barcode: ean })).status).toBe(201);
    for (const table of ["content_variant", "product_supplier"]) {
      const count = `select count(*) as rows from ${table} where tenant_id = :tenant`;
      expect(await db.one(count, {}, (row) => number(row, "rows"))).toBe(0);
    }
  });

  test("D2-045 D2-046 a hidden product keeps its EAN until it is restored", async () => {
    const tenant = await newTenant();
    const barcode = newEan();
    const { body: product } = await tenant.post("/products", { name: "A", barcode });
    await tenant.delete(`/products/${product.id}`);

    const taken = await tenant.post("/products", { name: "B", barcode });
    const restored = await tenant.post(`/products/${product.id}/restore`);
    const again = await tenant.post(`/products/${product.id}/restore`);

    expect([taken.status, taken.body.error.details.deleted]).toEqual([409, true]);
    expect(taken.body.error.details.how_to_fix).toContain("restore");
    expect([restored.status, restored.body.ean, restored.body.deleted_at]).toEqual([200, barcode, null]);
    expect([again.status, again.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
  });

  test("hides another tenant's product", async () => {
    const other = await given({});
    const tenant = await newTenant();
    expect((await tenant.delete(`/products/${other.id}?permanent=true`)).status).toBe(404);
    expect((await tenant.post(`/products/${other.id}/restore`)).status).toBe(404);
    expect((await other.tenant.get(`/products/${other.id}`)).status).toBe(200);
  });

  test("S26.1 wants the permission to delete, and the scope to write", async () => {
    const { tenant, id } = await given({});
    const key = await tenant.withScopes("products:read");
    const editor = await tenant.as("viewer");
    for (const client of [key, editor]) {
      expect((await client.delete(`/products/${id}`)).status).toBe(403);
      expect((await client.post(`/products/${id}/restore`)).status).toBe(403);
    }
  });

  test("D0.12 deletes only the version that If-Match names; a malformed id or flag is refused", async () => {
    const { tenant, id } = await given({});
    expect((await tenant.delete(`/products/${id}`, undefined, { "if-match": '"1"' })).status).toBe(412);
    expect((await tenant.delete("/products/none")).status).toBe(422);
    expect((await tenant.delete(`/products/${id}?permanent=maybe`)).status).toBe(400);
    expect((await tenant.get(`/products/${id}`)).status).toBe(200);
  });
});
