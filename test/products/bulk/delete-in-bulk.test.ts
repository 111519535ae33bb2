import { describe, expect, test } from "bun:test";
import { addProducts } from "../../add-products.ts";
import { newTenant, runJobs, services } from "../../harness.ts";
import { faults, given, newEan } from "../given.ts";

const PHRASE = { confirmation_phrase: "DELETE ALL PRODUCTS" };

describe.each(["delete", "post"] as const)("%s /products/bulk/delete", (method) => {
  test("D2-094 S18.2 hides products, and names those that it did not find", async () => {
    const { tenant, ids } = await given({}, {}, {});
    await tenant.delete(`/products/${ids[2]}`);
    const unknown = crypto.randomUUID();
    const [a = ""] = ids;

    const { status, body } = await tenant[method]("/products/bulk/delete", {
      product_ids: [a, a.toUpperCase(), ids[2], unknown],
    });

    expect([status, body]).toEqual([
      200,
      { requested: 3, deleted: 1, not_found: [ids[2], unknown], errors: [], permanent: false },
    ]);
    expect((await tenant.get(`/products/${a}`)).status).toBe(404);
    expect((await tenant.get(`/products/${a}?include_deleted=true`)).body.deleted_at).toBeString();
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
    expect((await tenant.get(`/products/${a}/history`)).body.items[0].changes).toMatchObject([{ field: "deleted_at" }]);
  });

  test.each([
    ["", true],
    ["?permanent=true", undefined],
    ["?permanent=true", false],
  ])("D2-043 erases with %p and permanent %p", async (query, permanent) => {
    const ean = newEan();
    const { tenant, ids } = await given({ ean, gtin14: `0${ean}`, eanStatus: "valid" }, {});
    await tenant.delete(`/products/${ids[1]}`);

    const { body } = await tenant[method](`/products/bulk/delete${query}`, { product_ids: ids, permanent });

    expect(body).toMatchObject({ deleted: 2, permanent: true });
    expect((await tenant.get("/products?include_deleted=true")).body.meta.total).toBe(0);
    expect((await tenant.post("/products", { name: "A", barcode: ean })).status).toBe(201);
  });

  test("D2-094 takes 1 to 1000 ids", async () => {
    const tenant = await newTenant();
    const ids = Array.from({ length: 1001 }, () => crypto.randomUUID());
    const send = (product_ids: string[]) => tenant[method]("/products/bulk/delete", { product_ids });
    expect((await send(ids)).status).toBe(422);
    expect((await send([])).status).toBe(422);
    expect((await send(ids.slice(1))).body).toMatchObject({ requested: 1000, deleted: 0 });
    expect(faults(await send(["x"]))).toEqual(["product_ids.0"]);
  });

  test("knows nothing of another tenant's products, and refuses who may not delete", async () => {
    const other = await given({});
    const tenant = await newTenant();
    const body = { product_ids: [other.id] };
    expect((await tenant[method]("/products/bulk/delete", body)).body).toMatchObject({ deleted: 0 });
    expect((await other.tenant.get(`/products/${other.id}`)).status).toBe(200);
    expect((await (await tenant.as("editor"))[method]("/products/bulk/delete", body)).status).toBe(403);
    expect((await (await tenant.withScopes("products:read"))[method]("/products/bulk/delete", body)).status).toBe(403);
  });
});

describe("DELETE /products/bulk/delete-all", () => {
  test("D2-095 without the phrase nothing is deleted, and the answer says it", async () => {
    const { tenant } = await given({});
    const wrong = ["delete all products", "", null, 7, true, [], {}, "x".repeat(300)];
    for (const body of [{}, ...wrong.map((each) => ({ confirmation_phrase: each }))]) {
      const answer = await tenant.delete("/products/bulk/delete-all", body);
      expect([answer.status, faults(answer)]).toEqual([422, ["confirmation_phrase"]]);
      expect(answer.body.error.details[0].message).toContain("DELETE ALL PRODUCTS");
    }
    expect((await tenant.delete("/products/bulk/delete-all")).status).toBe(422);
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
  });

  test.each(["DELETE ALL PRODUCTS", "  SUPPRIMER TOUS LES PRODUITS "])(
    "D2-096 %p erases every product of the tenant",
    async (phrase) => {
      const ean = newEan();
      const { tenant, ids } = await given({ ean, gtin14: `0${ean}`, eanStatus: "valid", brand: "B" }, {});
      const other = await given({});
      await tenant.delete(`/products/${ids[1]}`);

      const answer = await tenant.delete("/products/bulk/delete-all", { confirmation_phrase: phrase });

      expect([answer.status, answer.body]).toEqual([
        200,
        { deleted: 2, permanent: true, snapshot: expect.any(String) },
      ]);
      expect((await tenant.get("/products?include_deleted=true")).body.meta.total).toBe(0);
      expect((await other.tenant.get("/products")).body.meta.total).toBe(1);
      expect((await tenant.post("/products", { name: "A", barcode: ean, brand_name: "b" })).status).toBe(201);
      const { body } = await tenant.admin.get("/audit-log?action=products.erased");
      expect(body.items[0]).toMatchObject({ action: "products.erased", details: { products: 2 } });
    },
  );

  test("an empty catalog is no error", async () => {
    const tenant = await newTenant();
    expect((await tenant.delete("/products/bulk/delete-all", PHRASE)).body).toEqual({
      deleted: 0,
      permanent: true,
      snapshot: null,
    });
  });

  test("a large catalog goes in a job; what is created meanwhile stays", async () => {
    const tenant = await newTenant();
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: 600 }, () => ({})),
    );
    const answering = tenant.delete("/products/bulk/delete-all", PHRASE);
    while ((await tenant.get("/products")).body.meta.total === 600) await new Promise(setImmediate);
    await tenant.post("/products", { name: "New" });
    await runJobs();

    expect((await answering).body).toEqual({ deleted: 600, permanent: true, snapshot: expect.any(String) });
    const { items } = (await tenant.get("/products?include_deleted=true")).body;
    expect(items.map(({ title }: { title: string }) => title)).toEqual(["New"]);
  });

  test("refuses who may not delete", async () => {
    const { tenant } = await given({});
    expect((await (await tenant.as("editor")).delete("/products/bulk/delete-all", PHRASE)).status).toBe(403);
    const key = await tenant.withScopes("products:read");
    expect((await key.delete("/products/bulk/delete-all", PHRASE)).status).toBe(403);
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
  });
});
