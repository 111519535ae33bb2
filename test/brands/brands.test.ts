import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { faults } from "../products/given.ts";
import { changedAt, makeProducts, productCount } from "../resource/products-of.ts";

async function given(...products: Record<string, unknown>[]) {
  const tenant = await newTenant();
  const { body: brand } = await tenant.post("/brands", { name: "Acme" });
  const { body: other } = await tenant.post("/brands", { name: "Other" });
  const ids = await makeProducts(tenant, ...products.map((each) => ({ brand_id: brand.id, ...each })));
  return { tenant, brand, other, ids, id: ids[0] ?? "" };
}

describe("brands and their products", () => {
  test("product_count follows products as they are made, moved, deleted, restored and erased", async () => {
    const { tenant, brand, other, id } = await given({}, {}, {});
    const counts = async () => [
      await productCount(tenant, `/brands/${brand.id}`),
      await productCount(tenant, `/brands/${other.id}`),
    ];
    expect(await counts()).toEqual([3, 0]);
    await tenant.patch(`/products/${id}`, { brand_id: other.id });
    expect(await counts()).toEqual([2, 1]);
    await tenant.delete(`/products/${id}`);
    expect(await counts()).toEqual([2, 0]);
    await tenant.post(`/products/${id}/restore`);
    expect(await counts()).toEqual([2, 1]);
    await tenant.delete(`/products/${id}?permanent=true`);
    expect(await counts()).toEqual([2, 0]);
  });

  test("another name shows in the products at once: a new updated_at, a new ETag, no event", async () => {
    const { tenant, brand, id } = await given({});
    const before = await tenant.get(`/products/${id}`);

    await tenant.patch(`/brands/${brand.id}`, { name: "Acme & Co" });

    const after = await tenant.get(`/products/${id}`, { "if-none-match": before.headers.get("etag") });
    expect(after.status).toBe(200);
    expect(after.body.brand).toEqual({ id: brand.id, name: "Acme & Co" });
    expect(after.body.updated_at > before.body.updated_at).toBe(true);
    await tenant.patch(`/brands/${brand.id}`, { description: "Not shown in products" });
    expect(await changedAt(tenant, id)).toBe(after.body.updated_at);
  });

  test("another name of a brand with many products is no 304 on any surface, before the job has come to them", async () => {
    const tenant = await newTenant();
    const many = Array.from({ length: 501 }, (_, at) => ({
      brand: "Acme",
      reference: `A-${at}`,
      referenceKey: `a-${at}`,
    }));
    const coded = { ean: "3012345678904", gtin14: "03012345678904", eanStatus: "valid" as const };
    const [id = ""] = await services.write(addProducts, tenant.id, [{ ...many[0], ...coded }, ...many.slice(1)]);
    const { body: list } = await tenant.get("/brands");
    const paths = [`/products/${id}`, "/ext/products/3012345678904", "/appsync/products/A-0"];
    const before = await Promise.all(paths.map((path) => tenant.get(path)));

    await tenant.patch(`/brands/${list.items[0].id}`, { name: "Acme & Co" });

    for (const [at, path] of paths.entries()) {
      const tag = before[at]?.headers.get("etag");
      const after = await tenant.get(path, { "if-none-match": tag });
      expect([path, after.status, JSON.stringify(after.body).includes("Acme & Co")]).toEqual([path, 200, true]);
      const again = await tenant.get(path, { "if-none-match": after.headers.get("etag") });
      expect(again.status).toBe(304);
    }
    // The product itself is as it was read: a change that was meant for that version is not refused.
    const headers = { "if-match": before[0]?.headers.get("etag") };
    expect((await tenant.patch(`/products/${id}`, { price: 2 }, headers)).status).toBe(200);
  });

  test("another name of a brand with many products reaches all of them by a job, each once per chunk", async () => {
    const tenant = await newTenant();
    const stated = Array.from({ length: 1_203 }, () => ({ brand: "Acme" }));
    await services.write(addProducts, tenant.id, stated);
    const { body: list } = await tenant.get("/brands");
    const clocks = async () =>
      (await tenant.db.all("select updated_at_us from product_state where tenant_id = :tenant", {}, (row) => row)).map(
        (row) => Number(row["updated_at_us"]),
      );
    const before = Math.max(...(await clocks()));

    await tenant.patch(`/brands/${list.items[0].id}`, { name: "Acme & Co" });
    await runJobs();

    const after = await clocks();
    expect(Math.min(...after)).toBeGreaterThan(before);
    expect(new Set(after).size).toBe(1_203);
  });

  test("D2-181 one in use is deleted only when it is said what becomes of its products", async () => {
    const { tenant, brand, id } = await given({});
    const refused = await tenant.delete(`/brands/${brand.id}`);
    expect([refused.status, refused.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect(refused.body.error.details).toMatchObject({ product_count: 1 });
    expect((await tenant.get(`/products/${id}`)).body.brand_id).toBe(brand.id);
  });

  test("D2-181 reassign_to gives its products another brand, deleted ones too", async () => {
    const { tenant, brand, other, ids } = await given({}, {});
    await tenant.delete(`/products/${ids[1]}`);
    const before = await changedAt(tenant, ids[0] ?? "");

    expect((await tenant.delete(`/brands/${brand.id}?reassign_to=${other.id}`)).status).toBe(204);

    const { body } = await tenant.get(`/products/${ids[0]}`);
    expect([body.brand_id, body.updated_at > before]).toEqual([other.id, true]);
    await tenant.post(`/products/${ids[1]}/restore`);
    expect((await tenant.get(`/products/${ids[1]}`)).body.brand_id).toBe(other.id);
    expect(await productCount(tenant, `/brands/${other.id}`)).toBe(2);
  });

  test("D2-181 force leaves its products without a brand, and counts their score again", async () => {
    const { tenant, brand, id } = await given({});
    const { body: before } = await tenant.get(`/products/${id}`);
    expect((await tenant.delete(`/brands/${brand.id}?force=true`)).status).toBe(204);
    const { body } = await tenant.get(`/products/${id}`);
    expect([body.brand, body.completeness_score]).toEqual([null, before.completeness_score - 10]);
    const { body: computed } = await tenant.get(`/products/${id}/completeness`);
    expect(computed.score).toBe(body.completeness_score);
  });

  test("a brand of more than one chunk is emptied and deleted; the audit log says by whom", async () => {
    const tenant = await newTenant();
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: 1_003 }, () => ({ brand: "Acme", completenessScore: 25 })),
    );
    const { body: list } = await tenant.get("/brands");
    const [{ id }] = list.items;
    expect(list.items[0].product_count).toBe(1_003);

    expect((await tenant.admin.delete(`/brands/${id}?force=true`)).status).toBe(204);

    expect((await tenant.get("/products?no_brand=true&per_page=1")).body.meta.total).toBe(1_003);
    const { body: log } = await tenant.admin.get("/audit-log?action=brand.deleted");
    expect(log.items).toHaveLength(1);
    expect(log.items[0]).toMatchObject({ resource: "brand", resource_id: id, actor: { id: tenant.adminId } });
  });

  test("its place cannot be taken by itself or by one that does not exist", async () => {
    const { tenant, brand } = await given({});
    expect((await tenant.delete(`/brands/${brand.id}?reassign_to=${brand.id}`)).status).toBe(400);
    expect((await tenant.delete(`/brands/${brand.id}?reassign_to=${crypto.randomUUID()}`)).status).toBe(404);
    expect((await tenant.delete(`/brands/${brand.id}?reassign_to=none`)).status).toBe(400);
  });
});

describe("POST /brands/{brand_id}/merge", () => {
  test("S24.2 moves the products of the sources and deletes them", async () => {
    const { tenant, brand, other, ids } = await given({}, {});
    const { body: third } = await tenant.post("/brands", { name: "Third" });
    await makeProducts(tenant, { brand_id: third.id });

    const { status, body } = await tenant.post(`/brands/${other.id}/merge`, { source_ids: [brand.id, third.id] });

    expect(status).toBe(200);
    expect(body).toMatchObject({ moved: 3, merged: 2, brand: { id: other.id, product_count: 3 } });
    expect((await tenant.get(`/brands/${brand.id}`)).status).toBe(404);
    expect((await tenant.get(`/products/${ids[0]}`)).body.brand_name).toBe("Other");
  });

  test("merges a brand of more than one chunk", async () => {
    const { tenant, other } = await given();
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: 1_001 }, () => ({ brand: "Big" })),
    );
    const { body: list } = await tenant.get("/brands?search=big");
    const { body } = await tenant.post(`/brands/${other.id}/merge`, { source_ids: [list.items[0].id] });
    expect(body).toMatchObject({ moved: 1_001, merged: 1, brand: { product_count: 1_001 } });
  });

  test("refuses itself, what there is not, and another tenant's, and then changes nothing", async () => {
    const { tenant, brand, other } = await given({});
    const foreign = (await (await newTenant()).post("/brands", { name: "Foreign" })).body.id;
    for (const [sources, field] of [
      [[brand.id, other.id], "source_ids.1"],
      [[brand.id, crypto.randomUUID()], "source_ids.1"],
      [[foreign], "source_ids.0"],
      [[], "source_ids"],
      [["none"], "source_ids.0"],
    ] as const) {
      const answer = await tenant.post(`/brands/${other.id}/merge`, { source_ids: sources });
      expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    }
    expect((await tenant.get(`/brands/${brand.id}`)).body.product_count).toBe(1);
    expect((await tenant.post(`/brands/${crypto.randomUUID()}/merge`, { source_ids: [brand.id] })).status).toBe(404);
    expect(
      (await (await tenant.as("viewer")).post(`/brands/${other.id}/merge`, { source_ids: [brand.id] })).status,
    ).toBe(403);
  });
});
