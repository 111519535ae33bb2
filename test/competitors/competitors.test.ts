import { expect, test } from "bun:test";
import { newTenant, services } from "../harness.ts";
import { addObservation, addPlatformMapping } from "../pricing-rows.ts";

async function tenantWithPrices() {
  const tenant = await newTenant();
  const { id: productId } = (await tenant.post("/products", { name: "Fineliner", price: 20 })).body;
  const seen = [
    { competitor: "alpha", priceCents: 1500, observedAtMs: 1 },
    { competitor: "alpha", priceCents: 2500, observedAtMs: 2 },
    { competitor: "beta", priceCents: 1600, shippingCostCents: 490, observedAtMs: 1 },
    { competitor: "beta", priceCents: 100, observedAtMs: 3, isValid: 0 },
    { competitor: "gamma", priceCents: 900, observedAtMs: 1, isBlacklisted: true },
  ];
  for (const row of seen) await services.write(addObservation, tenant.id, { id: services.newId(), productId, ...row });
  return { tenant, productId, path: `/products/${productId}` };
}

test("S21.6 competitors: the latest valid price of each, cheapest first, without blacklisted ones", async () => {
  const { tenant, productId, path } = await tenantWithPrices();

  const { body } = await tenant.get(`${path}/competitors`);

  expect(body).toMatchObject({ product_id: productId, total: 2 });
  expect(body.items).toMatchObject([
    { code: "beta", price: 16, shipping_cost: 4.9, total_price: 20.9, gap: 4, gap_percent: 25 },
    { code: "alpha", price: 25, shipping_cost: null, total_price: 25, gap: -5, gap_percent: -20 },
  ]);
});

test("S21.6 the comparison ranks our price; without one there is no rank", async () => {
  const { tenant, path } = await tenantWithPrices();

  const { body } = await tenant.get(`${path}/price-comparison`);
  await tenant.patch(path, { price: null });
  const without = (await tenant.get(`${path}/price-comparison`)).body;

  expect(body).toMatchObject({
    our_price: 20,
    lowest: 16,
    highest: 25,
    average: 20.5,
    rank: 2,
    competitors_count: 2,
    gap_to_lowest: 4,
    gap_to_lowest_percent: 25,
  });
  expect(without).toMatchObject({ our_price: null, lowest: 16, rank: null, gap_to_lowest: null });
});

test("S21.6 nothing observed is nulls, and another tenant sees nothing", async () => {
  const { path } = await tenantWithPrices();
  const other = await newTenant();
  const { id } = (await other.post("/products", { name: "Bare" })).body;

  expect((await other.get(`${path}/competitors`)).status).toBe(404);
  expect((await other.get(`/products/${id}/price-comparison`)).body).toMatchObject({
    lowest: null,
    average: null,
    rank: null,
    competitors_count: 0,
    competitors: [],
  });
});

test("S21.7 platform mappings", async () => {
  const { tenant, productId, path } = await tenantWithPrices();
  const id = services.newId();
  await services.write(addPlatformMapping, tenant.id, { id, productId });

  expect((await tenant.get(`${path}/platform-mappings`)).body.items).toEqual([
    {
      connector_id: id,
      connector_name: "My shop",
      platform_id: "shopify",
      external_id: "ext-1",
      external_url: null,
      last_synced_at: "2023-11-14T22:13:20.000Z",
    },
  ]);
});

test("S26 prices need VIEW_PRICING or prices:read", async () => {
  const { tenant, path } = await tenantWithPrices();
  const stranger = await tenant.withScopes("products:read");
  const reader = await tenant.withScopes("prices:read");

  for (const part of ["competitors", "price-comparison"]) {
    expect((await stranger.get(`${path}/${part}`)).status).toBe(403);
    expect((await reader.get(`${path}/${part}`)).status).toBe(200);
  }
});

test("an own price that is kept without tax is compared with it, and not at all where the rate is not known", async () => {
  const { tenant, path } = await tenantWithPrices();
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  const read = async () => (await tenant.get(`${path}/price-comparison`)).body;
  expect(await read()).toMatchObject({ our_price: null, lowest: 16, rank: null, gap_to_lowest: null });
  await tenant.patch(path, { tax_rate: 20 });
  expect(await read()).toMatchObject({ our_price: 24, lowest: 16, rank: 2, gap_to_lowest: 8 });
  expect((await tenant.get(`${path}/competitors`)).body.items[0]).toMatchObject({ price: 16, gap: 8, gap_percent: 50 });
});
