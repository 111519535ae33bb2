import { expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, importFile, lines, prepare, type Tenant } from "./import-client.ts";

const MAPPING = { ean: "ean", name: "name", price: "price", was: "compare_at_price", cost: "cost_price" };
const FILE = lines(
  "ean,name,price,was,cost",
  `${EANS[0]},A,11.00 USD,22.00 USD,5.50 USD`,
  `${EANS[1]},B,1500 JPY,,`,
  `${EANS[2]},C,9.90 EUR,,`,
);
/** What was left out: fields and why. */
const leftOut = async (tenant: Tenant, id: string): Promise<string[]> =>
  (await tenant.get(`/imports/${id}/errors`)).body.items.map(
    ({ field, message }: Record<string, string>) => `${field}: ${message}`,
  );
const options = (foreign: object) => ({ decimal_separator: ".", ...foreign });

const pricesOf = async (tenant: Tenant) =>
  (await tenant.get("/products?sort_by=title&sort_order=asc")).body.items.map(
    ({ price, cost_price }: Record<string, number>) => [price, cost_price],
  );

test("prices of other currencies are converted by the tenant's rates where that is wanted", async () => {
  const tenant = await newTenant();
  await tenant.admin.put("/settings/exchange-rates", { rates: { USD: 1.1 } });
  const record = await importFile(tenant, FILE, { mapping: MAPPING, options: options({ foreign_prices: "convert" }) });
  expect(await pricesOf(tenant)).toEqual([
    [10, 5],
    [null, null],
    [9.9, null],
  ]);
  expect(await leftOut(tenant, record.id)).toEqual([
    "price: price is in JPY, for which there is no exchange rate; it was left out",
  ]);
});

const newList = async (tenant: Tenant, name: string, currency: string): Promise<string> =>
  (await tenant.admin.post("/price-lists", { name, channel: name, currency })).body.id;
const entriesOf = async (tenant: Tenant, list: string) =>
  (await tenant.admin.get(`/price-lists/${list}/entries`)).body.items.map(
    ({ price, compare_at_price }: Record<string, number>) => [price, compare_at_price],
  );

test("they go to the price list of their currency where that is wanted, and change it when they come again", async () => {
  const tenant = await newTenant();
  const dollars = await newList(tenant, "us", "USD");
  const wanted = options({ foreign_prices: "price_lists" });
  const record = await importFile(tenant, FILE, { mapping: MAPPING, options: wanted });
  expect(await entriesOf(tenant, dollars)).toEqual([[11, 22]]);
  expect(await pricesOf(tenant)).toEqual([
    [null, null],
    [null, null],
    [9.9, null],
  ]);
  expect((await leftOut(tenant, record.id)).toSorted()).toEqual([
    expect.stringContaining("cost_price is in USD, and prices here are in EUR"),
    expect.stringContaining("price is in JPY, and not exactly one price list"),
  ]);

  await importFile(tenant, FILE.replace("11.00", "12.00"), { mapping: MAPPING, options: wanted });
  expect(await entriesOf(tenant, dollars)).toEqual([[12, 22]]);
  await importFile(tenant, FILE, { mapping: MAPPING, options: { ...wanted, update_prices: false } });
  expect(await entriesOf(tenant, dollars)).toEqual([[12, 22]]);
});

test("of two lists of a currency the one that is named is meant", async () => {
  const tenant = await newTenant();
  const [one, two] = [await newList(tenant, "us", "USD"), await newList(tenant, "us-b2b", "USD")];
  const leftOutOf = async (foreign: object) => {
    const id = await prepare(tenant, FILE, { mapping: MAPPING, options: options(foreign) });
    await tenant.post(`/imports/${id}/start-processing`);
    await runJobs();
    return (await leftOut(tenant, id)).flatMap((each) => (each.includes("USD") ? each.split(":")[0] : []));
  };
  expect((await leftOutOf({ foreign_prices: "price_lists" })).toSorted()).toEqual([
    "compare_at_price",
    "cost_price",
    "price",
  ]);
  expect(await leftOutOf({ foreign_prices: "price_lists", price_list_ids: [two.toUpperCase()] })).toEqual([
    "cost_price",
  ]);
  expect([await entriesOf(tenant, one), await entriesOf(tenant, two)]).toEqual([[], [[11, 22]]]);
});

test("amounts in dinars have three decimals in lists, and those in yen none", async () => {
  const tenant = await newTenant();
  const [dinars, yen] = [await newList(tenant, "kw", "KWD"), await newList(tenant, "jp", "JPY")];
  const file = lines(
    "ean,name,price,was",
    `${EANS[0]},A,6.505 KWD,7.2504 KWD`,
    `${EANS[1]},B,1500 JPY,1600.5 JPY`,
    `${EANS[2]},C,0.005 KWD,`,
  );
  const mapping = { ean: "ean", name: "name", price: "price", was: "compare_at_price" };
  const record = await importFile(tenant, file, { mapping, options: options({ foreign_prices: "price_lists" }) });
  expect((await entriesOf(tenant, dinars)).toSorted()).toEqual([
    [0.005, null],
    [6.505, 7.25],
  ]);
  expect(await entriesOf(tenant, yen)).toEqual([[1500, null]]);
  expect(await leftOut(tenant, record.id)).toEqual([expect.stringContaining("compare_at_price: ")]);
});

test("variants have entries of their own", async () => {
  const tenant = await newTenant();
  const dollars = await newList(tenant, "us", "USD");
  const file = lines(
    "parent_sku,sku,name,size,price",
    ",P-1,Shirt,,",
    "P-1,P-1-S,Shirt,S,11.00 USD",
    "P-1,P-1-M,Shirt,M,12.00 USD",
  );
  const mapping = { sku: "sku", name: "name", price: "price", size: "size" };
  await importFile(tenant, file, { mapping, options: options({ foreign_prices: "price_lists" }) });
  const { items } = (await tenant.admin.get(`/price-lists/${dollars}/entries`)).body;
  expect(items.map(({ price }: { price: number }) => price).toSorted()).toEqual([11, 12]);
  expect(items.every(({ variant_id }: { variant_id: string | null }) => variant_id !== null)).toBe(true);
});

test("what cannot be wanted is refused by field", async () => {
  const tenant = await newTenant();
  const id = await prepare(tenant, FILE, { mapping: MAPPING });
  for (const [name, value] of [
    ["foreign_prices", "euros"],
    ["price_list_ids", ["1"]],
    ["price_list_ids", "all"],
  ] as const) {
    const { status, body: refused } = await tenant.post(`/imports/${id}/save-mapping`, {
      column_mapping: MAPPING,
      import_options: { [name]: value },
    });
    expect(status).toBe(422);
    expect(JSON.stringify(refused)).toContain(`import_options.${name}`);
  }
});
