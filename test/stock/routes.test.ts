import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";
import { importFile, lines } from "../imports/import-client.ts";
import { faults, newEan } from "../products/given.ts";
import { changedAt, makeProducts } from "../resource/products-of.ts";

async function given() {
  const tenant = await newTenant();
  const { body: supplier } = await tenant.post("/suppliers", { name: "Acme", code: "ACM" });
  const [id = ""] = await makeProducts(tenant, {});
  return { tenant, id, supplier, path: `/products/${id}/stock` };
}

describe("/products/{product_id}/stock", () => {
  test("S21.2 a product without stock", async () => {
    const { tenant, id, path } = await given();
    const { status, body } = await tenant.get(path);
    expect([status, body]).toEqual([200, { product_id: id, total: 0, generic: null, records: [], variants: [] }]);
  });

  test("S21.1 S21.2 sets what suppliers have, by id and by code, and the generic stock, which then counts", async () => {
    const { tenant, id, supplier, path } = await given();
    await tenant.post("/suppliers", { name: "Best", code: "Bést" });
    await tenant.put(path, { quantity: 2, supplier_id: supplier.id });

    const { body: summed } = await tenant.put(path, { quantity: 3, supplier_code: "BEST" });
    expect([summed.total, summed.generic]).toEqual([5, null]);
    expect(summed.records).toMatchObject([
      { supplier_code: "ACM", supplier_id: supplier.id, quantity: 2 },
      { supplier_code: "Bést", quantity: 3 },
    ]);

    const { body: generic } = await tenant.put(path, { quantity: 0 });
    expect([generic.total, generic.generic, generic.records.length]).toEqual([0, 0, 2]);
    const { body: product } = await tenant.get(`/products/${id}`);
    expect([product.stock, product.updated_at]).toEqual([0, await changedAt(tenant, id)]);
    expect((await tenant.get("/products?has_multiple_suppliers=true")).body.items).toHaveLength(1);
    expect((await tenant.get(`/products/${id}/completeness`)).body.score).toBe(product.completeness_score);
  });

  test("the stock of variants is shown beside, and its movements are stored", async () => {
    const { tenant, id, path } = await given();
    await tenant.post(`/products/${id}/variants`, { sku: `V-${id}`, stock: 4 });
    const [variant] = (await tenant.get(path)).body.variants;
    expect(variant).toMatchObject({ sku: `V-${id}`, stock: 4 });

    await tenant.patch(`/products/${id}/variants/${variant.variant_id}`, { stock: 1 });

    const { body } = await tenant.get(`${path}/history`);
    expect(
      body.items.map((item: Record<string, unknown>) => [item["variant_id"], item["quantity_change"]]).toSorted(),
    ).toEqual([-3, 4].map((change) => [variant.variant_id, change]).toSorted());
  });

  test("S11.6 what is there already moves nothing", async () => {
    const { tenant, id, path } = await given();
    await tenant.put(path, { quantity: 2 });
    const before = await changedAt(tenant, id);
    await tenant.put(path, { quantity: 2 });
    expect([await changedAt(tenant, id), (await tenant.get(`${path}/history`)).body.total]).toEqual([before, 1]);
  });

  test.each([
    [{ quantity: -1 }, "quantity"],
    [{ quantity: 1.5 }, "quantity"],
    [{ quantity: "1" }, "quantity"],
    [{}, "quantity"],
    [{ quantity: 1, supplier_id: crypto.randomUUID() }, "supplier_id"],
    [{ quantity: 1, supplier_code: "NONE" }, "supplier_code"],
  ])("D2-176 refuses %j", async (body, field) => {
    const { tenant, path } = await given();
    const answer = await tenant.put(path, body);
    expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    expect((await tenant.get(path)).body.generic).toBe(null);
  });

  test("404 for unknown, deleted and foreign products; 403 for a caller who may only read", async () => {
    const { tenant, id, path } = await given();
    const other = await newTenant();
    for (const answer of [
      await other.get(path),
      await other.put(path, { quantity: 1 }),
      await other.get(`${path}/history`),
    ]) {
      expect([answer.status, answer.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    }
    expect((await (await tenant.as("viewer")).put(path, { quantity: 1 })).status).toBe(403);
    expect((await (await tenant.withScopes("imports:manage")).get(`${path}/history`)).status).toBe(403);
    await tenant.delete(`/products/${id}`);
    expect((await tenant.get(path)).status).toBe(404);
  });
});

describe("GET /products/{product_id}/stock/history", () => {
  test("D3-204 S38.10 newest first, filtered by type and time, paged by page_size and by cursor", async () => {
    const { tenant, id, supplier, path } = await given();
    for (const quantity of [5, 3, 9]) {
      await tenant.put(path, { quantity });
      clock.nowMs += 1000;
    }
    await tenant.put(path, { quantity: 1, supplier_id: supplier.id });
    const history = async (query = "") => (await tenant.get(`${path}/history?${query}`)).body;

    const { items, ...counters } = await history();
    expect(counters).toEqual({
      total: 4,
      page: 1,
      per_page: 20,
      pages: 1,
      total_pages: 1,
      next_cursor: null,
      page_size: 20,
    });
    expect(items[0]).toMatchObject({ supplier_id: supplier.id, movement_type: "set", quantity_after: 1 });
    expect(items[1]).toMatchObject({
      product_id: id,
      supplier_id: null,
      variant_id: null,
      quantity_before: 3,
      quantity_change: 6,
      quantity_after: 9,
      reference: null,
    });
    const first = await history("page_size=3");
    expect([first.items.length, first.pages]).toEqual([3, 2]);
    expect((await history(`page_size=3&cursor=${first.next_cursor}`)).items).toEqual([items[3]]);
    expect((await history("per_page=3&page=2")).items).toEqual([items[3]]);
    expect((await history("movement_type=import")).total).toBe(0);
    expect((await history(`date_from=${items[2].created_at}`)).total).toBe(3);
    expect((await history(`date_to=${items[2].created_at}`)).total).toBe(2);
    expect((await history(`date_to=${items[0].created_at.slice(0, 10)}`)).total).toBeGreaterThan(0);
    expect((await history("date_to=2001-01-01")).total).toBe(0);
    for (const query of ["movement_type=none", "date_from=yesterday", "page_size=101", "page=0"]) {
      expect((await tenant.get(`${path}/history?${query}`)).status).toBe(400);
    }
  });

  test("imports leave a movement of each record they move, under their own id", async () => {
    const tenant = await newTenant();
    const ean = newEan();
    const mapping = { ean: "ean", name: "name", stock: "stock" };
    await importFile(tenant, lines("ean,name,stock", `${ean},A,4`), { mapping });
    await importFile(tenant, lines("ean,name,stock", `${ean},A,4`), { mapping });
    const last = await importFile(tenant, lines("ean,name,stock", `${ean},A,1`), { mapping });
    const { body: list } = await tenant.get(`/products?ean=${ean}`);
    const { body } = await tenant.get(`/products/${list.items[0].id}/stock/history`);
    expect(body.items).toMatchObject([
      { movement_type: "import", quantity_before: 4, quantity_after: 1, reference: last.id },
      { movement_type: "import", quantity_before: 0, quantity_after: 4 },
    ]);
  });
});

test("imports give products their tags, make the missing ones, and are equal the second time", async () => {
  const tenant = await newTenant();
  await tenant.post("/product-tags", { name: "Été" });
  const [one, two] = [newEan(), newEan()];
  const mapping = { ean: "ean", name: "name", tags: "tags" };
  const file = lines("ean,name,tags", `${one},A,ETE|new`, `${two},B,new`);
  await importFile(tenant, file, { mapping });
  const tagsOf = async (ean: string) => {
    const { body } = await tenant.get(`/products?ean=${ean}`);
    const { body: product } = await tenant.get(`/products/${body.items[0].id}`);
    return product.tags.map(({ name }: { name: string }) => name);
  };
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([["Été", "new"], ["new"]]);

  expect(await importFile(tenant, file, { mapping })).toMatchObject({ products_created: 0, products_updated: 0 });
  await importFile(tenant, lines("ean,name,tags", `${one},A,other`), { mapping });

  expect([await tagsOf(one), await tagsOf(two)]).toEqual([["other"], ["new"]]);
  expect((await tenant.get("/product-tags")).body.meta.total).toBe(3);
});
