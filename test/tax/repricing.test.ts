import { beforeEach, expect, test } from "bun:test";
import type { Facts } from "../../src/prices/repricing/rules/conditions.ts";
import { engineOf, type Rule } from "../../src/prices/repricing/rules/decide.ts";
import { centsInTerms, type TaxModel } from "../../src/prices/tax/tax-model.ts";
import { newTenant } from "../harness.ts";

const MODEL: TaxModel = {
  country: "FR",
  pricesIncludeTax: true,
  defaultTaxClass: "standard",
  rates: { "standard FR": 20, "reduced FR": 5.5, "standard DE": 19 },
};
const FACTS: Facts = {
  ...{ id: "p", stock: 1, categoryId: null, supplierId: null, brandId: null, listCents: {}, tierCents: {} },
  ...{ priceCents: 12_000, costCents: 8_000, mapCents: null, taxRate: null, taxClass: null },
  seen: [{ competitorId: "k", cents: 11_900, stockStatus: null }],
};
const RULE: Rule = {
  ...{ id: "r", name: "R", fingerprint: "f", includesOutOfStock: false, conditions: [], priceListId: null },
  action: { type: "set_margin_percent", value: 20 },
  bounds: { max_change_percent: 1000 },
  currency: "EUR",
};
const GROSS = { country: "FR", includesTax: true };
const NET = { country: "FR", includesTax: false };
const decided = (rule: Partial<Rule>, facts: Partial<Facts> = {}, model: TaxModel | null = MODEL) =>
  engineOf([{ ...RULE, terms: GROSS, ...rule }], model)({ ...FACTS, ...facts });

test.each([
  ["with tax", GROSS, 12_000],
  ["without tax", NET, 10_000],
  ["with the tax of another country", { country: "DE", includesTax: true }, 11_900],
])("a margin of 20 % over a cost of 80 is a price %s of its own amount", (_, terms, afterCents) => {
  expect(decided({ terms }, { priceCents: 15_000 })).toMatchObject({ afterCents });
});

test.each([
  [{ type: "match_lowest" as const }, 11_880, 9_900],
  [{ type: "set_margin_percent" as const, value: 25 }, 12_800, 10_667],
  [{ type: "set_price" as const, value: 1 }, 11_400, 9_500],
])("the table of the guide: %p makes a price with tax, and one without", (action, withTax, without) => {
  const known = { mapCents: 11_400, seen: [{ competitorId: "k", cents: 11_880, stockStatus: null }] };
  expect(decided({ action }, known)).toMatchObject({ afterCents: withTax });
  expect(decided({ action, terms: NET }, known)).toMatchObject({ afterCents: without });
});

test("a competitor's price, with tax, is compared with a net price without it", () => {
  const follow = { action: { type: "match_lowest" as const } };
  expect(decided({ ...follow, terms: NET }, { priceCents: 10_000 })).toMatchObject({ afterCents: 9_917 });
  expect(decided(follow)).toMatchObject({ afterCents: 11_900 });
});

test("neither the cost with its tax nor MAP without it is undercut", () => {
  const cheap = { action: { type: "set_price" as const, value: 1 } };
  expect(decided(cheap, { costCents: 3_333, priceCents: 4_100 })).toMatchObject({ afterCents: 4_000 });
  const reduced = { costCents: 3_333, priceCents: 4_000, taxRate: 5.5 };
  expect(decided(cheap, reduced)).toMatchObject({ afterCents: 3_517, reason: "set_price, cost_floor" });
  const map = { priceCents: 10_000, mapCents: 9_001 };
  expect(decided({ ...cheap, terms: NET }, map)).toMatchObject({ reason: "set_price, cost_floor", afterCents: 8_000 });
});

test("a margin as a condition is that of the price without tax", () => {
  const conditions = [{ field: "margin_percent", operator: "eq", value: 20 }];
  const met = { conditions, action: { type: "set_price" as const, value: 110 } };
  expect(decided(met).rule).not.toBeNull();
  expect(decided(met, {}, null).rule).toBeNull();
});

test("without the rate that a comparison needs the product is skipped with the reason; without a model nothing is converted", () => {
  const unknown = { ...MODEL, rates: {} };
  expect(decided({}, {}, unknown)).toMatchObject({ skip: "no_tax_rate" });
  const plain = { action: { type: "match_lowest" as const } };
  expect(decided(plain, { costCents: null }, unknown)).toMatchObject({ afterCents: 11_900 });
  expect(decided({}, { priceCents: 15_000 }, null)).toMatchObject({ afterCents: 10_000 });
});

test("an amount is exact before it is rounded, and the same again in its own terms", () => {
  const product = { taxRate: 5.5, taxClass: null };
  const net = centsInTerms(10_550, { model: MODEL, product, from: GROSS, to: NET });
  expect(net).toBe(10_000);
  expect(centsInTerms(10_000, { model: MODEL, product, from: NET, to: GROSS })).toBe(10_550);
  expect(centsInTerms(999, { model: MODEL, product, from: GROSS, to: GROSS })).toBe(999);
});

let tenant: Awaited<ReturnType<typeof newTenant>>;
beforeEach(async () => {
  tenant = await newTenant();
});

test("over the API a margin, a list without tax and a price's target follow the rates; before they are set nothing does", async () => {
  const { body: product } = await tenant.post("/products", {
    ...{ ean: "4006381333931", name: "Pen", price: 120, cost_price: 80, tax_class: "goods" },
  });
  const { body: list } = await tenant.post("/price-lists", { name: "B2B", channel: "b2b", prices_include_tax: false });
  await tenant.post(`/price-lists/${list.id}/entries`, { product_id: product.id, price: 90 });
  const preview = async (body: object) => (await tenant.post(`/products/${product.id}/repricing/preview`, body)).body;
  expect(await preview({ target_price: 1 })).toMatchObject({ proposed_price: 80 });

  await tenant.admin.put("/settings/tax", { country: "FR" });
  const refused = await tenant.post(`/products/${product.id}/repricing/preview`, { target_price: 1 });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("/settings/tax/rates");
  await tenant.admin.post("/settings/tax/rates", { tax_class: "goods", country: "FR", rate: 20 });
  expect(await preview({ target_price: 1 })).toMatchObject({ proposed_price: 96 });
  expect(await preview({ target_price: 1, price_list_id: list.id })).toMatchObject({ proposed_price: 80 });

  const rule = { name: "Margin", action: { type: "set_margin_percent", value: 25 }, target: "base" };
  const { body: made } = await tenant.post("/prices/repricing/rules", rule);
  const simulated = await tenant.post("/prices/repricing/simulate", { rule_ids: [made.id] });
  expect(simulated.body.changes).toMatchObject([{ product_id: product.id, new_price: 128 }]);
});

test("a sourcing summary has the margin of the price without tax, and none where the rate is not known", async () => {
  const { body: supplier } = await tenant.post("/suppliers", { name: "Maker", code: "maker", lead_time_days: 10 });
  const { body: made } = await tenant.post("/products", { name: "Pen", price: 125, tax_class: "goods" });
  const added = await tenant.post(`/products/${made.id}/suppliers`, { supplier_id: supplier.id, cost_price: 100 });
  expect(added.status).toBe(201);
  const marginOf = async () => (await tenant.get(`/products/${made.id}/sourcing`)).body.margin;
  expect(await marginOf()).toEqual({ amount: 25, percent: 20 });
  await tenant.admin.put("/settings/tax", { country: "FR" });
  expect(await marginOf()).toBeNull();
  await tenant.admin.post("/settings/tax/rates", { tax_class: "goods", country: "FR", rate: 20 });
  expect(await marginOf()).toEqual({ amount: 4.17, percent: 4 });
});
