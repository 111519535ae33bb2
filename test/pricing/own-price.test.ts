import { expect, test } from "bun:test";
import { withTax } from "../connectors/with-tax.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { clock, newTenant, runJobs } from "../harness.ts";
import { importFile } from "../imports/import-client.ts";
import { newEan } from "../products/given.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;
interface Product {
  id: string;
  ean: string;
}

/** Lets a rule set a price; answers its run. */
async function runRule(tenant: Tenant, id: string, price = 31): Promise<string> {
  const rule = {
    name: `To ${price}`,
    priority: price,
    action: { type: "set_price", value: price },
    bounds: { max_change_percent: 90 },
  };
  const { body } = await tenant.post("/prices/repricing/rules", rule);
  const simulated = await tenant.post("/prices/repricing/simulate", { rule_ids: [body.id], product_ids: [id] });
  const run = await tenant.post("/prices/repricing/run", { simulation_id: simulated.body.simulation_id });
  await runJobs();
  return String(run.body.id);
}

/** Every way in which a product's price changes (/ext has no price), each to 31, and the origin in its history. */
const WRITERS: Record<string, { origin: string; write: (tenant: Tenant, product: Product) => Promise<unknown> }> = {
  PUT: { origin: "manual", write: (tenant, { id }) => tenant.put(`/products/${id}`, { price: 31 }) },
  PATCH: { origin: "manual", write: (tenant, { id }) => tenant.patch(`/products/${id}`, { price: 31 }) },
  bulk: {
    origin: "manual",
    write: (tenant, { id }) => tenant.patch("/products/bulk", { updates: [{ id, fields: { price: 31 } }] }),
  },
  "an internal entry": {
    origin: "manual",
    write: (tenant, { id }) => tenant.post(`/products/${id}/prices`, { source: "internal", price: 31 }),
  },
  import: {
    origin: "import",
    write: (tenant, { ean }) =>
      importFile(tenant, `ean,name,price\n${ean},Pen,31\n`, { mapping: { ean: "ean", name: "name", price: "price" } }),
  },
  "/appsync prices": {
    origin: "erp_sync",
    write: (tenant, { ean }) => tenant.post("/appsync/prices/update", [{ ean, price_ttc: 31 }]),
  },
  "/appsync product": {
    origin: "erp_sync",
    write: (tenant, { ean }) => tenant.patch(`/appsync/products/${ean}`, { price_ttc: 31 }),
  },
  repricing: {
    origin: "repricing",
    write: (tenant, { id }) => tenant.post(`/products/${id}/repricing/apply`, { target_price: 31 }),
  },
  "a run of repricing": {
    origin: "repricing",
    write: (tenant, { id }) => runRule(tenant, id),
  },
  "a run that is taken back": {
    origin: "repricing",
    write: async (tenant, { id }) => {
      await tenant.patch(`/products/${id}`, { price: 31 });
      const run = await runRule(tenant, id, 32);
      await tenant.post(`/prices/repricing/runs/${run}/revert`);
    },
  },
  "a change that is taken back": {
    origin: "repricing",
    write: async (tenant, { id }) => {
      await tenant.patch(`/products/${id}`, { price: 31 });
      await runRule(tenant, id, 33);
      const [change] = (await tenant.get("/prices/repricing/history")).body.items;
      await tenant.post(`/prices/repricing/history/${change.id}/revert`, {});
    },
  },
  "a connector's pull": {
    origin: "connector",
    write: async (tenant, { ean }) => {
      const shop = await openWooCommerce();
      const fields = { id: 7, name: "Pen", description: "", permalink: "https://receiver.test/p", stock_quantity: 3 };
      shop.products.set(7, { ...fields, sku: ean, regular_price: "31" });
      const made = { platform_id: "woocommerce", name: "Shop", credentials: shop.credentials };
      const { body } = await tenant.post("/connectors", withTax(made));
      await tenant.post(`/connectors/${body.id}/sync/pull-products`);
      await runJobs();
    },
  },
  revert: {
    origin: "manual",
    write: async (tenant, { id }) => {
      await tenant.patch(`/products/${id}`, { price: 31 });
      await tenant.patch(`/products/${id}`, { price: 32 });
      // Made, entered, 31, 32: the fourth is taken back.
      await tenant.post(`/products/${id}/history/4/revert`, {});
    },
  },
};

test.each(Object.entries(WRITERS))("S38.5 the price and its entry are one value, written by %s", async (_, writer) => {
  const tenant = await newTenant();
  const ean = newEan();
  const { id } = (await tenant.post("/products", { name: "Pen", barcode: ean, price: 20 })).body;
  await tenant.post(`/products/${id}/prices`, { source: "internal", price: 21, notes: "stored" });
  clock.nowMs += 1_000;

  await writer.write(tenant, { id, ean });

  expect((await tenant.get(`/products/${id}`)).body.price).toBe(31);
  const entries = (await tenant.get(`/products/${id}/prices?source=internal&active_only=true`)).body;
  expect(entries).toMatchObject([{ price: 31 }]);
  const history = (await tenant.get(`/products/${id}/prices/history`)).body;
  expect(history.at(-1)).toMatchObject({ source: "internal", price: 31, origin: writer.origin });
});
