import { expect, test } from "bun:test";
import { exportAs } from "../export-file.ts";
import { readWorkbook } from "../workbook.ts";
import { givenCatalog, made, rowsBy } from "./given.ts";

const col = (name: string, more: object) => ({ name, ...more });

test("prices in a currency with three decimals have these in every format", async () => {
  const { tenant, shirt } = await givenCatalog();
  await made(tenant.admin.put("/settings/exchange-rates", { rates: { KWD: 0.3574 } }));
  const { id } = await made(tenant.post("/price-lists", { name: "Gulf", channel: "gulf", currency: "KWD" }));
  await made(tenant.post(`/price-lists/${id}/entries`, { product_id: shirt, price: 6.25, compare_at_price: 7.005 }));
  const columns = [
    col("list", { field: "price", price_list_id: id }),
    col("was", { field: "compare_at_price", price_list_id: id }),
    col("gulf", { field: "price", channel: "gulf", currency: "KWD" }),
    col("own", { field: "price" }),
    col("label", { template: "{price} {currency}", price_list_id: id }),
  ];
  const listed = { list: "6.250", was: "7.005", gulf: "6.250", own: "20.00", label: "6.250 KWD" };
  // 2.5 * 0.3574 = 0.8935
  const converted = { list: "", was: "", gulf: "0.894", own: "2.50", label: "" };
  expect(await rowsBy(tenant, { columns })).toEqual([listed, converted]);
  const profile = await made(tenant.post("/exports/profiles", { name: "Gulf", columns }));
  expect((await tenant.get(`/exports/profiles/${profile.id}/preview`)).body.rows).toMatchObject([
    listed,
    { gulf: "0.894" },
  ]);
  const json = await tenant.get(`/exports/stream/json/products?profile_id=${profile.id}`);
  expect(json.body).toMatchObject([
    { list: 6.25, was: 7.005, gulf: 6.25, own: 20 },
    { list: null, gulf: 0.894 },
  ]);
  const { bytes } = await exportAs(tenant, "excel/products", { profile_id: profile.id });
  expect(Object.values((await readWorkbook(bytes)).sheets)[0]?.[1]).toEqual([6.25, 7.005, 6.25, 20, "6.250 KWD"]);
});
