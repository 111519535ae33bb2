import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

async function tenantWithProduct(fields: object = {}) {
  const tenant = await newTenant();
  const suppliers: Record<string, string> = {};
  for (const code of ["ACME", "BOLT", "CORE"]) {
    suppliers[code] = (await tenant.post("/suppliers", { name: `${code} Ltd`, code, lead_time_days: 10 })).body.id;
  }
  const { id } = (await tenant.post("/products", { name: "Fineliner", price: 20, ...fields })).body;
  return { tenant, suppliers, id, path: `/products/${id}` };
}
const product = async (tenant: Tenant, id: string) => (await tenant.get(`/products/${id}`)).body;

test("S21.3 a supplier is added with terms, changed, listed and removed; the product's stock follows", async () => {
  const { tenant, suppliers, id, path } = await tenantWithProduct();

  const added = await tenant.post(`${path}/suppliers`, {
    supplier_code: "acme",
    supplier_reference: "AC-1",
    cost_price: 6.75,
    stock: 12,
    min_order_quantity: 5,
  });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    supplier_id: suppliers["ACME"],
    code: "ACME",
    supplier_reference: "AC-1",
    cost_price: 6.75,
    currency: "EUR",
    stock: 12,
    lead_time_days: 10,
    min_order_quantity: 5,
    is_main: false,
    is_active: true,
  });
  expect(await product(tenant, id)).toMatchObject({ stock: 12, completeness_score: 30 });

  const link = `${path}/suppliers/${suppliers["ACME"]}`;
  const changed = await tenant.put(link, { cost_price: null, lead_time_days: 2, stock: 3, is_main: true });
  expect(changed.body).toMatchObject({
    cost_price: null,
    lead_time_days: 2,
    stock: 3,
    is_main: true,
    supplier_reference: "AC-1",
  });
  const after = await product(tenant, id);
  expect([after.stock, after.supplier.code]).toEqual([3, "ACME"]);
  expect((await tenant.get(`${path}/suppliers`)).body).toMatchObject({ product_id: id, total: 1 });

  expect((await tenant.delete(link)).status).toBe(204);
  const deleted = await product(tenant, id);
  expect([deleted.stock, deleted.supplier, deleted.completeness_score]).toEqual([0, null, 25]);
  expect((await tenant.get(`${path}/suppliers`)).body.items).toEqual([]);
});

test("S21.3 a main supplier is always among the links, and the same one twice is a conflict", async () => {
  const { tenant, suppliers, id, path } = await tenantWithProduct();
  await tenant.patch(`/products/${id}`, { supplier_id: suppliers["BOLT"] });

  const { body } = await tenant.get(`${path}/suppliers`);
  const again = await tenant.post(`${path}/suppliers`, { supplier_id: suppliers["BOLT"] });

  expect(body.items.map((item: { code: string; is_main: boolean }) => [item.code, item.is_main])).toEqual([
    ["BOLT", true],
  ]);
  expect([again.status, again.body.error.error_code]).toEqual([409, "DUPLICATE_RESOURCE"]);
});

test("S11.6 a change to what is there already is none", async () => {
  const { tenant, suppliers, id, path } = await tenantWithProduct();
  await tenant.post(`${path}/suppliers`, { supplier_id: suppliers["ACME"], cost_price: 5, stock: 1 });
  const before = (await product(tenant, id)).updated_at;

  await tenant.put(`${path}/suppliers/${suppliers["ACME"]}`, { cost_price: 5, stock: 1, is_main: false });
  expect((await product(tenant, id)).updated_at).toBe(before);
  await tenant.put(`${path}/suppliers/${suppliers["ACME"]}`, { cost_price: 6 });
  expect((await product(tenant, id)).updated_at > before).toBe(true);
});

test.each([
  [{}, "supplier_id"],
  [{ supplier_code: "NOBODY" }, "supplier_code"],
  [{ supplier_id: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01" }, "supplier_id"],
  [{ supplier_code: "ACME", cost_price: -1 }, "cost_price"],
  [{ supplier_code: "ACME", stock: 1.5 }, "stock"],
  [{ supplier_code: "ACME", currency: "euro" }, "currency"],
])("S21.3 %j is refused for its %s", async (body, field) => {
  const { tenant, path } = await tenantWithProduct();

  const answer = await tenant.post(`${path}/suppliers`, body);

  expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  expect((await tenant.get(`${path}/suppliers`)).body.total).toBe(0);
});

test("S21.4 the recommendation weighs cost, stock and lead time, of active suppliers with a cost", async () => {
  const { tenant, suppliers, path } = await tenantWithProduct();
  expect((await tenant.get(`${path}/supplier-recommendation`)).body).toMatchObject({
    recommended: null,
    alternatives: [],
  });
  await tenant.post(`${path}/suppliers`, { supplier_code: "ACME", cost_price: 10, stock: 50, lead_time_days: 4 });
  await tenant.post(`${path}/suppliers`, { supplier_code: "BOLT", cost_price: 5, stock: 0, lead_time_days: 9 });
  await tenant.post(`${path}/suppliers`, { supplier_code: "CORE", stock: 900 });

  const { body } = await tenant.get(`${path}/supplier-recommendation`);

  // ACME: 0.5 × 5/10 + 0.3 × 1 + 0.2 × 1; BOLT: 0.5 × 1 + 0 + 0.2 × 5/10.
  expect(body.recommended).toMatchObject({
    code: "ACME",
    score: 75,
    reasons: ["highest_stock", "shortest_lead_time", "in_stock"],
  });
  expect(body.alternatives).toMatchObject([{ code: "BOLT", score: 60, reasons: ["lowest_cost"] }]);
  expect(body.weights).toEqual({ cost: 0.5, stock: 0.3, lead_time: 0.2 });
  await tenant.patch(`/suppliers/${suppliers["ACME"]}`, { is_active: false });
  expect((await tenant.get(`${path}/supplier-recommendation`)).body).toMatchObject({
    recommended: { code: "BOLT", score: 70 },
    alternatives: [],
  });
});

test("S21.5 sourcing sums the offers up", async () => {
  const { tenant, suppliers, id, path } = await tenantWithProduct();
  await tenant.post(`${path}/suppliers`, { supplier_code: "ACME", cost_price: 8, stock: 3, is_main: true });
  await tenant.post(`${path}/suppliers`, { supplier_code: "BOLT", cost_price: 5, stock: 4 });
  await tenant.post(`${path}/suppliers`, { supplier_code: "CORE" });

  const { body } = await tenant.get(`${path}/sourcing`);

  expect(body).toMatchObject({
    product_id: id,
    main_supplier: { code: "ACME" },
    suppliers_count: 3,
    best_cost: 5,
    average_cost: 6.5,
    total_stock: 7,
    price: 20,
    margin: { amount: 15, percent: 75 },
    recommended_supplier_id: suppliers["BOLT"],
  });
  expect(body.offers.map(({ code }: { code: string }) => code)).toEqual(["BOLT", "ACME", "CORE"]);
});

test("D2-113 a bare product answers all of it, an unknown one nothing", async () => {
  const { tenant, path } = await tenantWithProduct({ price: null });
  const parts = [
    "suppliers",
    "supplier-recommendation",
    "sourcing",
    "competitors",
    "price-comparison",
    "platform-mappings",
    "entity-prices",
  ];

  for (const part of parts) {
    expect([part, (await tenant.get(`${path}/${part}`)).status]).toEqual([part, 200]);
    const unknown = await tenant.get(`/products/019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01/${part}`);
    expect([unknown.status, unknown.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
  expect((await tenant.get(`${path}/sourcing`)).body).toMatchObject({
    best_cost: null,
    average_cost: null,
    margin: null,
    offers: [],
  });
});

test("another tenant's product and supplier are not there; changing needs products:write", async () => {
  const { tenant, suppliers, path } = await tenantWithProduct();
  const other = await tenantWithProduct();
  const reader = await tenant.withScopes("products:read");

  expect((await other.tenant.get(`${path}/suppliers`)).status).toBe(404);
  expect((await other.tenant.post(`${path}/suppliers`, { supplier_code: "ACME" })).status).toBe(404);
  expect((await other.tenant.post(`${other.path}/suppliers`, { supplier_id: suppliers["ACME"] })).status).toBe(422);
  expect((await reader.get(`${path}/suppliers`)).status).toBe(200);
  expect((await reader.post(`${path}/suppliers`, { supplier_code: "ACME" })).status).toBe(403);
  expect((await reader.get(`${path}/entity-prices`)).status).toBe(403);
});
