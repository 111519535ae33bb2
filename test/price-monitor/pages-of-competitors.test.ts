import { expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { givenSite, pageOf } from "./site.ts";

test("of several pages of a competitor the cheapest with stock counts, and all are seen", async () => {
  const { tenant, web, sell, at } = await givenSite();
  const soldOut = pageOf("15").replace('"priceCurrency"', '"availability":"OutOfStock","priceCurrency"');
  web.has({ "/a": pageOf("18"), "/b": pageOf("19"), "/c": soldOut });
  const lamp = await sell("4000000070016", {});
  const shop = (await tenant.post("/prices/competitors", { code: "shop", name: "Shop" })).body;
  const address = { product_id: lamp, competitor_id: shop.id };
  for (const path of ["/a", "/b", "/c"]) await tenant.post("/prices/addresses", { ...address, url: at(path) });
  await tenant.post("/prices/alerts", {
    product_id: lamp,
    alert_type: "change_pct",
    threshold: 1,
    cooldown_minutes: 0,
  });

  for (const _ of [1, 2]) {
    await tenant.post(`/prices/check/${lamp}`);
    expect((await tenant.get(`/products/${lamp}/competitors`)).body.items).toMatchObject([
      { price: 18, url: at("/a") },
    ]);
    clock.nowMs += 3_600_000;
  }
  expect((await tenant.get("/prices/alerts/triggered")).body).toEqual([]);
  expect((await tenant.get(`/prices/history/${lamp}`)).body).toHaveLength(6);
  expect((await tenant.get(`/prices/competitors/${shop.id}`)).body.observations_count).toBe(6);
  const { items } = (await tenant.get(`/prices/addresses?product_id=${lamp}`)).body;
  expect(items.map((each: { last_price: number }) => each.last_price)).toEqual([15, 19, 18]);
});

test("a page of a marketplace is read once, is whose offer it shows, and evidence of that seller's case", async () => {
  const { tenant, web, sell, at } = await givenSite();
  const soldBy = (price: string, seller: string) =>
    pageOf(price).replace('"priceCurrency"', `"seller":{"name":"${seller}"},"priceCurrency"`);
  const lamp = await sell("4000000070016", {});
  await tenant.patch(`/prices/map/${lamp}`, { map_price: 19 });
  const market = (await tenant.post("/prices/competitors", { code: "mp", name: "Market", is_marketplace: true })).body;
  const address = { product_id: lamp, competitor_id: market.id, url: at("/m") };
  const { id: addressId } = (await tenant.post("/prices/addresses", address)).body;
  const sellers = async () =>
    (await tenant.get(`/products/${lamp}/competitors`)).body.items.map((each: { name: string; price: number }) => [
      ...[each.name, each.price],
    ]);

  web.has({ "/m": soldBy("18", "Anna") });
  await tenant.post(`/prices/check/${lamp}`);
  clock.nowMs += 3_600_000;
  web.has({ "/m": soldBy("17", "Ben") });
  expect((await tenant.post(`/prices/check/${lamp}`)).body.results).toHaveLength(1);
  expect(await sellers()).toEqual([
    ["Ben (Market)", 17],
    ["Anna (Market)", 18],
  ]);
  const { items: cases } = (await tenant.get("/prices/map/cases")).body;
  const ben = cases.find((each: { seller_name: string }) => each.seller_name === "Ben");
  const { evidence } = (await tenant.get(`/prices/map/cases/${lamp}/${ben.competitor_id}`)).body;
  expect(evidence).toMatchObject([{ url: at("/m"), seller_name: "Ben", competitor_price: 17 }]);

  await tenant.patch(`/prices/addresses/${addressId}`, { is_paused: true });
  expect((await tenant.post(`/prices/check/${lamp}`)).body.results).toEqual([]);
});
