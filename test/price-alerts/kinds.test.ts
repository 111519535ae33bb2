import { expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

interface Fired {
  alert_type: string;
  competitor_name: string;
  threshold: number | null;
}

/** A pen for 20 that costs 10, with a minimum of 18, and what alerts of a kind over all products say of it. */
async function given(kind: string, product: object = {}) {
  const tenant = await scrapedTenant();
  const ean = newEan();
  const { body } = await tenant.post("/products", { name: "Pen", barcode: ean, price: 20, cost_price: 10, ...product });
  await tenant.patch(`/prices/map/${body.id}`, { map_price: 18 });
  const created = await tenant.admin.post("/prices/alerts", {
    all_products: true,
    alert_type: kind,
    cooldown_minutes: 0,
  });
  const observe = async (...offers: [shop: string, price: number, stock?: string][]) => {
    clock.nowMs += 61_000;
    await tenant.observe(
      ...offers.map(([name, price, stock]) => seen(ean, price, { competitor_name: name, stock_status: stock ?? null })),
    );
  };
  const fired = async () =>
    (await tenant.get("/prices/alerts/triggered")).body
      .map(({ competitor_name: name, threshold }: Fired) => [name, threshold])
      .toReversed();
  return { tenant, ean, created, observe, fired };
}

test("an alert of all products says who is the first to be cheaper, in one call and over several", async () => {
  const { created, observe, fired } = await given("not_cheapest");
  expect([created.status, created.body]).toMatchObject([
    201,
    { all_products: true, product_id: null, threshold: null },
  ]);

  await observe(["A", 20], ["B", 22]);
  expect(await fired()).toEqual([]);
  await observe(["A", 19], ["B", 18.5]);
  expect(await fired()).toEqual([["A", 20]]);
  await observe(["B", 18]);
  await observe(["A", 21], ["B", 21]);
  expect(await fired()).toEqual([["A", 20]]);
  await observe(["B", 19.99]);
  expect(await fired()).toEqual([
    ["A", 20],
    ["B", 20],
  ]);
});

test("own prices without tax, and costs, are compared with it; without a rate nothing fires", async () => {
  const { tenant, observe, fired } = await given("not_cheapest");
  await tenant.admin.post("/prices/alerts", { all_products: true, alert_type: "below_cost", cooldown_minutes: 0 });
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  await observe(["A", 23.5]);
  expect(await fired()).toEqual([]);
  await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await observe(["A", 24], ["B", 12.01]);
  await observe(["B", 12]);
  await observe(["B", 11.99]);
  // Still cheaper than 24 since B came, and below the cost of 12 with tax at the end only.
  expect(await fired()).toEqual([["B", 12]]);
});

test("stock that runs out or comes back fires once, and stock that is not named says nothing", async () => {
  const out = await given("out_of_stock");
  await out.observe(["A", 20, "out of stock"]);
  await out.observe(["B", 20, "in_stock"]);
  await out.observe(["B", 20.5, "https://schema.org/OutOfStock"]);
  await out.observe(["B", 21, "out_of_stock"]);
  expect(await out.fired()).toEqual([["B", null]]);

  const back = await given("back_in_stock");
  await back.observe(["A", 20, "in_stock"]);
  await back.observe(["A", 20.5, "sold out"]);
  await back.observe(["A", 21, "in_stock"]);
  await back.observe(["A", 21.5]);
  expect(await back.fired()).toEqual([["A", null]]);
});

test("prices below the minimum advertised price fire, being equal to it does not", async () => {
  const { observe, fired } = await given("below_map");
  await observe(["A", 18]);
  await observe(["A", 17.99]);
  expect(await fired()).toEqual([["A", 18]]);
});

test("a threshold is asked of the kinds that have one alone, and all products go with nothing else", async () => {
  const { tenant, created } = await given("below_map");
  const { body: other } = await tenant.post("/products", { name: "Ink", price: 5 });
  const refused = async (body: object) => {
    const { status, body: answer } = await tenant.post("/prices/alerts", body);
    return [status, answer.error.details[0].field];
  };
  const all = { all_products: true };
  expect(await refused({ ...all, alert_type: "below_map", threshold: 3 })).toEqual([422, "threshold"]);
  expect(await refused({ ...all, alert_type: "below" })).toEqual([422, "threshold"]);
  expect(await refused({ ...all, product_id: other.id, alert_type: "below_map" })).toEqual([422, "product_id"]);
  expect(await refused({ alert_type: "below_map" })).toEqual([422, "product_id"]);
  expect((await tenant.patch(`/prices/alerts/${created.body.id}`, { alert_type: "above" })).status).toBe(422);
  const changed = await tenant.patch(`/prices/alerts/${created.body.id}`, { alert_type: "above", threshold: 30 });
  expect(changed.body).toMatchObject({ alert_type: "above", threshold: 30 });
  expect((await tenant.get("/prices/alerts?all_products=true")).body.total).toBe(1);
});
