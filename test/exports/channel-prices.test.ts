import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { bytesAt, exportProducts, readCsv } from "./export-file.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** A pen for 20 that a shop has for 12, and a book for 30. */
async function given() {
  const tenant = await newTenant();
  const make = async (name: string, price: number) => (await tenant.post("/products", { name, price })).body.id;
  const [pen, book] = [await make("Pen", 20), await make("Book", 30)];
  const list = async (fields: object, entries: object[]) => {
    const { id } = (await tenant.post("/price-lists", { name: "List", channel: "shop", ...fields })).body;
    for (const entry of entries) await tenant.post(`/price-lists/${id}/entries`, entry);
  };
  await list({}, [
    { product_id: pen, price: 12 },
    { product_id: book, price: 25, min_quantity: 10 },
  ]);
  await list({ currency: "USD", priority: 9 }, [{ product_id: pen, price: 99 }]);
  await list({ end_date: "2020-01-01", priority: 8 }, [{ product_id: pen, price: 1 }]);
  await list({ channel: "fair", priority: 7 }, [{ product_id: book, price: 5 }]);
  return tenant;
}

const streamed = async (tenant: Tenant, query: string) =>
  readCsv((await bytesAt(tenant, `/exports/stream/csv/products?include_fields=title,price${query}`)).bytes);

test("S38.4 a file has the prices that apply in its channel, by the rule that the shops have", async () => {
  const tenant = await given();
  expect((await streamed(tenant, "")).rows).toEqual([
    ["Pen", "20.00"],
    ["Book", "30.00"],
  ]);
  expect((await streamed(tenant, "&price_channel=shop")).rows).toEqual([
    ["Pen", "12.00"],
    ["Book", "30.00"],
  ]);
  const body = { include_fields: ["title", "price"], price_channel: "fair" };
  expect(readCsv((await exportProducts(tenant, body)).bytes).rows).toEqual([
    ["Pen", "20.00"],
    ["Book", "5.00"],
  ]);
});

test("S38.4 a channel without lists has the products' own prices; an empty name is refused by field", async () => {
  const tenant = await given();
  expect((await streamed(tenant, "&price_channel=nobody")).rows[0]).toEqual(["Pen", "20.00"]);
  const refused = await tenant.post("/exports/csv/products", { price_channel: "" });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("price_channel");
});

test("the prices of a channel are with tax as the products' own are, and empty where the rate is not known", async () => {
  const tenant = await newTenant();
  await tenant.admin.put("/settings/tax", { country: "FR" });
  const list = (await tenant.post("/price-lists", { name: "B2B", channel: "b2b", prices_include_tax: false })).body.id;
  for (const [name, taxed] of [
    ["Pen", { tax_rate: 20 }],
    ["Book", {}],
  ] as const) {
    const { id } = (await tenant.post("/products", { name, price: 20, ...taxed })).body;
    await tenant.post(`/price-lists/${list}/entries`, { product_id: id, price: 10 });
  }
  const rows = async () => (await streamed(tenant, "&price_channel=b2b")).rows;
  expect(await rows()).toEqual([
    ["Pen", "12.00"],
    ["Book", ""],
  ]);
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  expect(await rows()).toEqual([
    ["Pen", "10.00"],
    ["Book", "10.00"],
  ]);
});
