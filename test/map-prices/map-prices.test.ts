import { expect, test } from "bun:test";
import { fetchBytes, readWorkbook } from "../exports/workbook.ts";
import { clock } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

test("D3-218 S39.14 MAP prices, violations by gap, statistics and the export agree", async () => {
  const tenant = await scrapedTenant();
  const eans = [newEan(), newEan(), newEan()] as const;
  const ids: string[] = [];
  for (const [place, ean] of eans.entries()) {
    ids.push((await tenant.post("/products", { name: `Pen ${place}`, barcode: ean, price: 20 })).body.id);
  }
  const [first = "", second = "", third = ""] = ids;
  await tenant.observe(seen(eans[0], 18), seen(eans[1], 20), seen(eans[0], 15, { competitor_name: "Other" }));

  expect((await tenant.get("/prices/map/stats")).body).toEqual({
    total_with_map: 0,
    violations: 0,
    compliance_rate: 100,
    avg_violation_gap: 0,
  });
  expect((await tenant.patch(`/prices/map/${first}`, { map_price: 19 })).body).toEqual({
    product_id: first,
    map_price: 19,
  });
  const items = [
    { product_id: second, map_price: 20 },
    { product_id: crypto.randomUUID(), map_price: 1 },
    { product_id: third, map_price: 0 },
    { product_id: third, map_price: 30 },
  ];
  expect((await tenant.post("/prices/map/bulk", { items })).body).toMatchObject({
    updated: 2,
    errors: [{ index: 1 }, { index: 2, product_id: third }],
  });

  const { body } = await tenant.get("/prices/map/violations");
  expect(body).toMatchObject({
    total: 2,
    items: [
      { product_id: first, competitor_name: "Other", competitor_price: 15, map_price: 19, gap: 4, gap_percent: 21.05 },
      { product_id: first, competitor_name: "Big Shop", competitor_price: 18, gap: 1 },
    ],
  });
  const byCursor = (await tenant.get("/prices/map/violations?page_size=1")).body;
  const next = (await tenant.get(`/prices/map/violations?page_size=1&cursor=${byCursor.next_cursor}`)).body;
  expect([...byCursor.items, ...next.items]).toEqual(body.items);
  const other = body.items[0].competitor_id;
  expect((await tenant.get(`/prices/map/violations?competitor_id=${other}`)).body.total).toBe(1);
  expect((await tenant.get(`/prices/map/violations?product_id=${second}`)).body.total).toBe(0);
  expect((await tenant.get("/prices/map/stats")).body).toEqual({
    total_with_map: 3,
    violations: 2,
    compliance_rate: 66.67,
    avg_violation_gap: 2.5,
  });
  const file = await tenant.get("/prices/map/export");
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.body.trim().split("\r\n")).toHaveLength(3);
  const { sheets } = await readWorkbook(await fetchBytes(tenant, "/prices/map/export?format=xlsx"));
  const [header, largest, ...others] = sheets["MAP violations"] ?? [];
  expect([header?.slice(6, 9), largest?.slice(6, 9), others.length]).toEqual([
    ["competitor_price", "map_price", "gap"],
    [15, 19, 4],
    1,
  ]);
  expect((await tenant.get("/prices/map/export?format=pdf")).status).toBe(400);

  await tenant.delete(`/products/${first}`);
  expect((await tenant.get("/prices/map/stats")).body).toMatchObject({ total_with_map: 2, violations: 0 });
  await tenant.post(`/products/${first}/restore`);
  expect((await tenant.get("/prices/map/stats")).body).toMatchObject({ total_with_map: 3, violations: 2 });
  clock.nowMs += 31 * 86_400_000;
  expect((await tenant.get("/prices/map/violations")).body.total).toBe(0);
  expect((await tenant.patch(`/prices/map/${first}`, { map_price: null })).body.map_price).toBeNull();
});

test("the history of a product has its minimum price in the currency, not in cents", async () => {
  const tenant = await scrapedTenant();
  const { body: product } = await tenant.post("/products", { title: "Lantern" });
  await tenant.patch(`/prices/map/${product.id}`, { map_price: 59 });
  await tenant.patch(`/prices/map/${product.id}`, { map_price: 54.5 });
  const { items } = (await tenant.get(`/products/${product.id}/history`)).body;
  expect(items.slice(0, 2).map(({ changes }: { changes: object }) => changes)).toEqual([
    [{ field: "map_price", old: 59, new: 54.5 }],
    [{ field: "map_price", old: null, new: 59 }],
  ]);
});
