import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults, given, newEan, references } from "./given.ts";

interface Change {
  id: number;
  reverts: number | null;
  changes: { field: string; old: unknown; new: unknown }[];
}
type Tenant = Awaited<ReturnType<typeof newTenant>>;
const history = async (tenant: Tenant, id: string, query = ""): Promise<Change[]> =>
  (await tenant.get(`/products/${id}/history${query}`)).body.items;
const revert = (tenant: Tenant, id: string, change: number, body?: object) =>
  tenant.post(`/products/${id}/history/${change}/revert`, body);

describe("GET /products/{product_id}/history", () => {
  test("shows who changed what, and when, newest first", async () => {
    const { tenant } = await given();
    const { body: product } = await tenant.admin.post("/products", { name: "A", price: 1.5, is_active: false });
    await tenant.put(`/products/${product.id}`, { price: 2, color: "red" });

    const { status, body } = await tenant.get(`/products/${product.id}/history`);

    expect([status, body.meta.total, body.meta.next_cursor]).toEqual([200, 2, null]);
    const [second, first] = body.items;
    expect(second).toMatchObject({
      id: 2,
      product_id: product.id,
      actor: { kind: "api_key", name: "Test" },
      reverts: null,
      changes: [
        { field: "price", old: 1.5, new: 2 },
        { field: "color", old: null, new: "red" },
      ],
    });
    expect(second.request_id).toBeString();
    expect(first).toMatchObject({
      id: 1,
      at: product.created_at,
      actor: { kind: "user", id: tenant.adminId, name: `${tenant.id}@example.com` },
      changes: [
        { field: "name", old: null, new: "A" },
        { field: "price", old: null, new: 1.5 },
        { field: "status", old: null, new: "inactive" },
      ],
    });
  });

  test("pages by number and by cursor, and filters by field", async () => {
    const { tenant, id } = await given({});
    for (const price of [1, 2, 3]) await tenant.put(`/products/${id}`, { price });
    await tenant.put(`/products/${id}`, { color: "red" });

    const first = (await tenant.get(`/products/${id}/history?per_page=3`)).body;
    const second = (await tenant.get(`/products/${id}/history?per_page=3&cursor=${first.meta.next_cursor}`)).body;

    expect([first, second].map(({ items }) => items.map((each: Change) => each.id))).toEqual([[4, 3, 2], [1]]);
    expect((await history(tenant, id, "?page=2&per_page=3")).map((each) => each.id)).toEqual([1]);
    expect((await history(tenant, id, "?field=price")).map((each) => each.id)).toEqual([3, 2, 1]);
    expect((await tenant.get(`/products/${id}/history?field=color`)).body.meta.total).toBe(1);
    expect((await tenant.get(`/products/${id}/history?field=color&cursor=${first.meta.next_cursor}`)).status).toBe(400);
  });

  test("knows of deletion and restoration, and of nothing that changed nothing", async () => {
    const { tenant, id } = await given({ title: "A", priceCents: 100 });
    await tenant.put(`/products/${id}`, { price: 1 });
    await tenant.delete(`/products/${id}`);
    const { body } = await tenant.get(`/products/${id}?include_deleted=true`);
    expect((await history(tenant, id))[0]?.changes).toEqual([{ field: "deleted_at", old: null, new: body.deleted_at }]);
    await tenant.post(`/products/${id}/restore`);
    const changes = await history(tenant, id);
    expect(changes.map((each) => each.id)).toEqual([2, 1]);
    expect(changes[0]?.changes).toEqual([{ field: "deleted_at", old: body.deleted_at, new: null }]);
  });

  test("goes with the product that is erased", async () => {
    const { tenant, id } = await given({});
    await tenant.put(`/products/${id}`, { price: 1 });
    await tenant.delete(`/products/${id}?permanent=true`);
    expect((await tenant.get(`/products/${id}/history`)).status).toBe(404);
  });

  test("is hidden from other tenants, and from who may not read", async () => {
    const { id } = await given({});
    const other = await newTenant();
    const answer = await other.get(`/products/${id}/history`);
    expect([answer.status, answer.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    expect((await (await other.withScopes("prices:read")).get(`/products/${id}/history`)).status).toBe(403);
    expect((await other.get("/products/none/history")).status).toBe(422);
  });
});

describe("POST /products/{product_id}/history/{change_id}/revert", () => {
  test("gives every field of the change its value before, and notes that", async () => {
    const ean = newEan();
    const { tenant, id, db } = await given({
      title: "A",
      priceCents: 1999,
      brand: "Acme",
      category: "C",
      supplierCode: "S",
    });
    const { brand_id } = await references(db);
    await tenant.put(`/products/${id}`, { name: "B", price: 5, barcode: ean, brand_id: null, attributes: { a: 1 } });

    const { status, body, headers } = await revert(tenant, id, 1);

    expect(status).toBe(200);
    expect(body).toMatchObject({ title: "A", price: 19.99, ean: null, brand_id, attributes: null });
    expect(headers.get("etag")).toBeString();
    const [last] = await history(tenant, id);
    expect(last).toMatchObject({ id: 2, reverts: 1 });
    expect(last?.changes).toContainEqual({ field: "price", old: 5, new: 19.99 });
    expect((await revert(tenant, id, 2)).body).toMatchObject({ title: "B", price: 5, ean });
  });

  test("takes back only the fields that are named", async () => {
    const { tenant, id } = await given({ title: "A", priceCents: 100 });
    await tenant.put(`/products/${id}`, { name: "B", price: 5 });
    expect((await revert(tenant, id, 1, { fields: ["price"] })).body).toMatchObject({ title: "B", price: 1 });
    const answer = await revert(tenant, id, 1, { fields: ["price", "color"] });
    expect([answer.status, faults(answer)]).toEqual([422, ["fields.1"]]);
  });

  test("refuses what was changed again since, unless it is forced", async () => {
    const { tenant, id } = await given({ priceCents: 100, title: "A" });
    await tenant.put(`/products/${id}`, { price: 2, name: "B" });
    await tenant.put(`/products/${id}`, { price: 3 });

    const refused = await revert(tenant, id, 1);

    expect([refused.status, refused.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect(refused.body.error.details).toMatchObject({
      action: "revert",
      conflicts: [{ field: "price", expected: 2, current: 3 }],
    });
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ price: 3, title: "B" });
    expect((await revert(tenant, id, 1, { force: true })).body).toMatchObject({ price: 1, title: "A" });
    // It is so already: nothing to do, and no change.
    expect((await revert(tenant, id, 1)).status).toBe(200);
    expect(await history(tenant, id)).toHaveLength(3);
  });

  test("refuses fields that no update sets", async () => {
    const { tenant } = await given();
    const { body: product } = await tenant.post("/products", { name: "A", price: 1 });
    const creation = await revert(tenant, product.id, 1);
    expect([creation.status, creation.body.error.details.fields]).toEqual([409, ["name"]]);
    expect((await revert(tenant, product.id, 1, { fields: ["price"] })).body.price).toBe(null);
    await tenant.delete(`/products/${product.id}`);
    expect((await revert(tenant, product.id, 2)).status).toBe(404);
    await tenant.post(`/products/${product.id}/restore`);
    expect((await revert(tenant, product.id, 3)).body.error.details.fields).toEqual(["deleted_at"]);
  });

  test("keeps the rules of an update: an EAN that another product has by now", async () => {
    const ean = newEan();
    const { tenant, ids } = await given({ ean, gtin14: `0${ean}`, eanStatus: "valid" }, {});
    await tenant.put(`/products/${ids[0]}`, { barcode: null });
    await tenant.put(`/products/${ids[1]}`, { barcode: ean });
    const answer = await revert(tenant, ids[0] ?? "", 1);
    expect([answer.status, answer.body.error.error_code]).toEqual([409, "DUPLICATE_EAN"]);
  });

  test("changes only the version that If-Match names", async () => {
    const { tenant, id } = await given({});
    await tenant.put(`/products/${id}`, { price: 2 });
    const stale = await tenant.post(`/products/${id}/history/1/revert`, {}, { "if-match": '"1"' });
    expect(stale.status).toBe(412);
  });

  test("is hidden from other tenants, and from who may not write; an unknown change is 404", async () => {
    const { tenant, id } = await given({});
    await tenant.put(`/products/${id}`, { price: 2 });
    const other = await newTenant();
    expect((await revert(other, id, 1)).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
    expect((await (await tenant.as("viewer")).post(`/products/${id}/history/1/revert`)).status).toBe(403);
    expect((await (await tenant.withScopes("products:read")).post(`/products/${id}/history/1/revert`)).status).toBe(
      403,
    );
    expect((await revert(tenant, id, 9)).body.error).toMatchObject({ error_code: "NOT_FOUND", details: { id: 9 } });
    expect((await tenant.post(`/products/${id}/history/x/revert`)).status).toBe(422);
  });
});
