import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { changedAt, makeProducts, productCount } from "../resource/products-of.ts";

async function given(...products: Record<string, unknown>[]) {
  const tenant = await newTenant();
  const { body: supplier } = await tenant.post("/suppliers", { name: "Acme", code: "ACM" });
  const ids = await makeProducts(tenant, ...products.map((each) => ({ supplier_id: supplier.id, ...each })));
  return { tenant, supplier, ids, id: ids[0] ?? "" };
}

describe("suppliers and their products", () => {
  test("product_count counts what it sells, as main supplier or not", async () => {
    const { tenant, supplier, id } = await given({}, {});
    const count = () => productCount(tenant, `/suppliers/${supplier.id}`);
    expect(await count()).toBe(2);
    await tenant.delete(`/products/${id}`);
    expect(await count()).toBe(1);
    await tenant.post(`/products/${id}/restore`);
    expect(await count()).toBe(2);
    await tenant.delete(`/products/${id}?permanent=true`);
    expect(await count()).toBe(1);
  });

  test("another name shows in the products whose main supplier it is", async () => {
    const { tenant, supplier, id } = await given({});
    const before = await changedAt(tenant, id);
    await tenant.put(`/suppliers/${supplier.id}`, { name: "Acme & Co" });
    const { body } = await tenant.get(`/products/${id}`);
    expect([body.supplier.name, body.updated_at > before]).toEqual(["Acme & Co", true]);
  });

  test("GET /suppliers/{supplier_id}/products lists what it sells, with the filters of the product list", async () => {
    const { tenant, supplier, ids } = await given({ price: 5 }, {});
    await makeProducts(tenant, {});
    const all = await tenant.get(`/suppliers/${supplier.id}/products`);
    expect(all.body.items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed());
    expect(all.body.meta.total).toBe(2);
    const priced = await tenant.get(`/suppliers/${supplier.id}/products?has_price=true`);
    expect(priced.body.items).toHaveLength(1);
    expect((await tenant.get(`/suppliers/${crypto.randomUUID()}/products`)).status).toBe(404);
    expect((await (await newTenant()).get(`/suppliers/${supplier.id}/products`)).status).toBe(404);
    expect((await (await tenant.withScopes("imports:manage")).get(`/suppliers/${supplier.id}/products`)).status).toBe(
      403,
    );
  });

  test("D2-181 one in use is deleted only by force; no product names it afterwards, its stock goes", async () => {
    const tenant = await newTenant();
    const stated = Array.from({ length: 702 }, () => ({
      sellers: [
        { code: "A", stock: 2 },
        { code: "B", stock: 3 },
      ],
    }));
    const [id] = await services.write(addProducts, tenant.id, stated);
    const { body: list } = await tenant.get("/suppliers?search=a");
    const supplierId = list.items.find((item: { code: string }) => item.code === "A").id;
    await tenant.patch(`/products/${id}`, { supplier_id: supplierId });
    const refused = await tenant.delete(`/suppliers/${supplierId}`);
    expect([refused.status, refused.body.error.details.product_count]).toEqual([409, 702]);

    expect((await tenant.delete(`/suppliers/${supplierId}?force=true`)).status).toBe(204);

    const { body } = await tenant.get(`/products/${id}`);
    expect([body.supplier, body.stock]).toEqual([null, 3]);
    expect((await tenant.get(`/products/${id}/completeness`)).body.score).toBe(body.completeness_score);
    expect((await tenant.get("/products?has_multiple_suppliers=true")).body.meta.total).toBe(0);
  });

  test("S24.4 a code that is made from a taken name is another one", async () => {
    const tenant = await newTenant();
    const codes: string[] = [];
    for (const name of ["Été Bois", "ete bois", "日本"])
      codes.push((await tenant.post("/suppliers", { name })).body.code);
    expect(codes[0]).toBe("ETE-BOIS");
    expect(codes[1]).toMatch(/^ETE-BOIS-[0-9A-F]{8}$/);
    expect(codes[2]).toBe("SUPPLIER");
  });
});
