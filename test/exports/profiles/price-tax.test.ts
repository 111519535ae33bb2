import { expect, test } from "bun:test";
import { givenCatalog, made, rowsBy } from "./given.ts";

const col = (name: string, more: object) => ({ name, ...more });

test("prices are with tax or without, as the profile or a column says, and empty where the rate is not known", async () => {
  const { tenant, shirt } = await givenCatalog();
  const net = await tenant.post("/exports/profiles", {
    name: "X",
    columns: [col("P", { field: "price", price_tax: "excluded" })],
  });
  expect(net.status).toBe(422);
  expect(net.body.error.details).toMatchObject([{ field: "columns.0.price_tax" }]);
  await made(tenant.admin.put("/settings/tax", { country: "FR" }));
  await made(tenant.admin.put("/settings/exchange-rates", { rates: { JPY: 161.333 } }));
  await made(tenant.patch(`/products/${shirt}`, { tax_rate: 20 }));
  const { id } = await made(
    tenant.post("/price-lists", { name: "List", channel: "b2b", prices_include_tax: false, tax_country: "FR" }),
  );
  await made(tenant.post(`/price-lists/${id}/entries`, { product_id: shirt, price: 15, compare_at_price: 18 }));
  const columns = [
    col("own", { field: "price" }),
    col("net", { field: "price", price_tax: "excluded" }),
    col("before", { field: "compare_at_price", channel: "b2b" }),
    col("b2b", { field: "price", channel: "b2b" }),
    col("list", { field: "price", price_list_id: id }),
    col("gross", { field: "price", price_list_id: id, price_tax: "included" }),
    col("yen", { field: "price", currency: "JPY", price_tax: "excluded" }),
  ];
  expect(await rowsBy(tenant, { columns })).toEqual([
    { own: "20.00", net: "16.67", before: "21.60", b2b: "18.00", list: "15.00", gross: "18.00", yen: "2689.00" },
    { own: "2.50", net: "", before: "", b2b: "2.50", list: "", gross: "", yen: "" },
  ]);
  const [own] = await rowsBy(tenant, { columns: [col("P", { field: "price" })], price_tax: "excluded" });
  expect(own).toEqual({ P: "16.67" });
  const [row] = await rowsBy(tenant, { columns: [col("P", { field: "price", channel: "b2b" })], variants: "flat" });
  expect(row).toEqual({ P: "18.00" });
});
