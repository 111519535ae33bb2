import { beforeEach, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

const TAX = "/settings/tax";
const RATES = `${TAX}/rates`;

let tenant: Awaited<ReturnType<typeof newTenant>>;
beforeEach(async () => {
  tenant = await newTenant();
});

test("tax is left out of account until a country is set, and what a change does not name stays", async () => {
  const found = await tenant.admin.get(TAX);
  expect(found.body).toEqual({ country: null, prices_include_tax: true, default_tax_class: "standard" });
  const set = await tenant.admin.put(TAX, { country: "FR" });
  expect(set.body).toEqual({ country: "FR", prices_include_tax: true, default_tax_class: "standard" });
  expect((await tenant.admin.put(TAX, { prices_include_tax: false })).body).toMatchObject({ country: "FR" });
  const stale = await tenant.admin.put(TAX, { country: "BE" }, { "if-match": found.headers.get("etag") ?? "" });
  expect(stale.status).toBe(412);
});

test.each([
  [{ country: "XX" }, "country"],
  [{ country: "fr" }, "country"],
  [{ default_tax_class: "Two words" }, "default_tax_class"],
  [{ prices_include_tax: null }, "prices_include_tax"],
])("the settings %p are refused with the field named", async (wanted, field) => {
  const { status, body } = await tenant.admin.put(TAX, wanted);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(field);
});

test("rates of a class and country follow each other and never hold on the same day", async () => {
  const rate = { tax_class: "standard", country: "FR", rate: 19.6, valid_until: "2013-12-31" };
  const first = await tenant.admin.post(RATES, rate);
  expect(first.status).toBe(201);
  const next = await tenant.admin.post(RATES, { ...rate, rate: 20, valid_from: "2014-01-01", valid_until: null });
  expect(next.status).toBe(201);
  const overlapping = await tenant.admin.post(RATES, { ...rate, valid_from: "2013-12-31" });
  expect(overlapping.status).toBe(422);
  expect(JSON.stringify(overlapping.body)).toContain("valid_from");
  expect((await tenant.admin.patch(`${RATES}/${first.body.id}`, { valid_until: null })).status).toBe(422);
  expect((await tenant.admin.patch(`${RATES}/${first.body.id}`, { rate: 19 })).body).toMatchObject({ rate: 19 });
  const backwards = await tenant.admin.post(RATES, { ...rate, tax_class: "other", valid_from: "2014-01-01" });
  expect(JSON.stringify(backwards.body)).toContain("valid_until");
  expect((await tenant.admin.get(`${RATES}?tax_class=standard&country=FR`)).body.items).toHaveLength(2);
  expect((await tenant.admin.delete(`${RATES}/${first.body.id}`)).status).toBe(204);
});

test.each([
  [{ rate: 101 }, "rate"],
  [{ rate: -1 }, "rate"],
  [{ rate: 5.500_01 }, "rate"],
  [{ country: "XX" }, "country"],
  [{ valid_from: "2026-02-30" }, "valid_from"],
  [{ tax_class: "" }, "tax_class"],
])("a rate with %p is refused with the field named", async (wrong, field) => {
  const rate = { tax_class: "standard", country: "FR", rate: 20 };
  const { status, body } = await tenant.admin.post(RATES, { ...rate, ...wrong });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(field);
});

test("a price list says whether its prices contain tax and whose, a product its tax class", async () => {
  const list = { name: "Trade", channel: "b2b" };
  const plain = await tenant.post("/price-lists", list);
  expect(plain.body).toMatchObject({ prices_include_tax: null, tax_country: null });
  const net = await tenant.post("/price-lists", { ...list, prices_include_tax: false, tax_country: "DE" });
  expect(net.body).toMatchObject({ prices_include_tax: false, tax_country: "DE" });
  expect((await tenant.post("/price-lists", { ...list, tax_country: "XX" })).status).toBe(422);
  const product = await tenant.post("/products", { name: "Book", tax_class: "reduced" });
  expect((await tenant.get(`/products/${product.body.id}`)).body).toMatchObject({ tax_class: "reduced" });
});
