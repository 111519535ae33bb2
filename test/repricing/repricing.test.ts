import { expect, test } from "bun:test";
import { clock, newTenant, services } from "../harness.ts";
import { addMember, addPriceList } from "../pricing-rows.ts";

async function priceList(
  tenantId: string,
  list: { name: string; channel: string; priority?: number; startAtMs?: number },
) {
  const id = services.newId();
  await services.write(addPriceList, tenantId, { id, ...list });
  return id;
}

async function tenantWithProduct(fields: object = {}) {
  const tenant = await newTenant();
  const { id } = (await tenant.post("/products", { name: "Fineliner", price: 20, cost_price: 8, ...fields })).body;
  return { tenant, id, path: `/products/${id}` };
}

test("D2-114 a preview changes nothing; without a target the price stays", async () => {
  const { tenant, id, path } = await tenantWithProduct();
  const before = (await tenant.get(path)).body.updated_at;

  const target = (await tenant.post(`${path}/repricing/preview`, { target_price: 15 })).body;
  const none = (await tenant.post(`${path}/repricing/preview`, {})).body;

  expect(target).toEqual({
    product_id: id,
    price_list_id: null,
    current_price: 20,
    proposed_price: 15,
    currency: "EUR",
    change: -5,
    change_percent: -25,
    rule: null,
    constraints: [{ type: "cost_floor", applied: false, value: 8 }],
    reasons: ["target_price"],
  });
  expect(none).toMatchObject({ proposed_price: 20, change: 0, constraints: [], reasons: ["no_rule_applies"] });
  expect((await tenant.get(path)).body.updated_at).toBe(before);
});

test("D2-114 S21.8 applying changes the price once, logs it, and never goes below the cost", async () => {
  const { tenant, path } = await tenantWithProduct();

  const applied = await tenant.post(`${path}/repricing/apply`, { target_price: 5 });
  const again = await tenant.post(`${path}/repricing/apply`, { target_price: 5 });

  expect(applied.body).toMatchObject({
    current_price: 20,
    proposed_price: 8,
    applied: true,
    constraints: [{ type: "cost_floor", applied: true, value: 8 }],
    reasons: ["target_price", "cost_floor"],
  });
  expect(applied.body.history_id).toBeString();
  expect(again.body).toMatchObject({ current_price: 8, applied: false, history_id: null });
  expect((await tenant.get(path)).body.price).toBe(8);
  const changes = await tenant.db.all(
    "select before_cents, after_cents, price_list_id from repricing_change where tenant_id = :tenant",
    {},
    (row) => row,
  );
  expect(changes).toEqual([{ before_cents: 2000, after_cents: 800, price_list_id: null }]);
});

test("S21.8 S16.14 a list's entry is changed, not the product's price; entities of its channel see it", async () => {
  const { tenant, id, path } = await tenantWithProduct();
  const listId = await priceList(tenant.id, { name: "Shop", channel: "shop", priority: 5 });
  const later = await priceList(tenant.id, { name: "Future", channel: "shop", startAtMs: clock.nowMs + 1e10 });
  const entity = (await tenant.post("/entities", { code: "shop", name: "Shop", type: "channel" })).body.id;
  await services.write(addMember, tenant.id, { productId: id, entityId: entity });

  const before = (await tenant.get(`${path}/entity-prices`)).body;
  const lists = (await tenant.get(`${path}/repricing/eligible-price-lists`)).body;
  const { body } = await tenant.post(`${path}/repricing/apply`, { price_list_id: listId, target_price: 12.35 });
  const after = (await tenant.get(`${path}/entity-prices`)).body;

  expect(before.items).toMatchObject([{ entity_id: entity, price: 20, source: "base", price_list_id: null }]);
  expect(lists.items).toEqual([
    { id: listId, name: "Shop", channel: "shop", currency: "EUR", priority: 5, current_price: null },
  ]);
  expect(body).toMatchObject({
    price_list_id: listId,
    current_price: null,
    proposed_price: 12.35,
    change: null,
    applied: true,
  });
  expect(after.items).toMatchObject([{ price: 12.35, source: "price_list", price_list_id: listId }]);
  expect((await tenant.get(path)).body.price).toBe(20);
  expect(later).not.toBe(listId);
  expect(id).toBe(after.product_id);
});

test.each([
  [{ price_list_id: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01" }, "price_list_id"],
  [{ rule_id: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01" }, "rule_id"],
  [{ target_price: -1 }, "target_price"],
  [{ target_price: "12" }, "target_price"],
])("S21.8 %j is refused for its %s", async (body, field) => {
  const { tenant, path } = await tenantWithProduct();

  for (const action of ["preview", "apply"]) {
    const answer = await tenant.post(`${path}/repricing/${action}`, body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  }
});

test("S26 other tenants and missing rights", async () => {
  const { tenant, path } = await tenantWithProduct();
  const other = await tenantWithProduct();
  const foreign = await priceList(other.tenant.id, { name: "Shop", channel: "shop" });
  const reader = await tenant.withScopes("prices:read");

  expect((await other.tenant.post(`${path}/repricing/preview`, {})).status).toBe(404);
  expect((await tenant.post(`${path}/repricing/preview`, { price_list_id: foreign })).status).toBe(422);
  expect((await reader.post(`${path}/repricing/preview`, {})).status).toBe(200);
  expect((await reader.post(`${path}/repricing/apply`, {})).status).toBe(403);
});
