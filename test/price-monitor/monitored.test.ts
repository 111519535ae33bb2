import { expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { withProduct } from "./given.ts";
import { seen } from "./scraper.ts";

test("D3-213 S39.10 an inactive competitor's observations are rejected; a blacklisted one's are stored and do not count", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.patch(`/prices/map/${id}`, { map_price: 19.5 });
  await tenant.observe(seen(ean, 19));
  const [{ id: shop }] = (await tenant.get("/prices/competitors")).body.items;
  const violations = async () => (await tenant.get("/prices/map/violations")).body.total;

  expect(await violations()).toBe(1);
  const first = await tenant.post("/prices/competitors/blacklist", { competitor_id: shop, reason: "Fakes" });
  const again = await tenant.post("/prices/competitors/blacklist", { competitor_id: shop, reason: "Fakes, too" });
  expect([first.status, again.status, again.body.reason]).toEqual([201, 200, "Fakes, too"]);
  expect(await violations()).toBe(0);
  clock.nowMs += 61_000;
  await tenant.observe(seen(ean, 18.9));
  expect((await tenant.get(`/prices/history/${id}`)).body).toMatchObject([{ is_blacklisted: true }, {}]);
  expect((await tenant.delete(`/prices/competitors/blacklist/${shop}`)).status).toBe(204);
  expect((await tenant.delete(`/prices/competitors/blacklist/${shop}`)).status).toBe(404);
  expect(await violations()).toBe(1);
  const noUser = { competitor_id: crypto.randomUUID() };
  expect((await tenant.post("/prices/competitors/blacklist", noUser)).status).toBe(422);

  await tenant.patch(`/prices/competitors/${shop}`, { is_active: false });
  expect((await tenant.observe(seen(ean, 18))).body.rejected).toBe(1);
});

test("D3-212 competitors: unique codes, a filter, and a history that stays after one is deleted", async () => {
  const { tenant, id, ean } = await withProduct();
  const created = await tenant.post("/prices/competitors", {
    code: "shop-1",
    name: "Shop 1",
    base_url: "https://s1.example",
  });
  expect(created.body).toMatchObject({ code: "shop-1", is_active: true, observations_count: 0 });
  expect((await tenant.post("/prices/competitors", { code: "shop-1", name: "Again" })).status).toBe(409);
  await tenant.observe(seen(ean, 19, { competitor_name: "shop-1" }));
  const { id: competitor } = created.body;
  expect((await tenant.get("/prices/competitors?is_active=false")).body.total).toBe(0);
  expect((await tenant.delete(`/prices/competitors/${competitor}`)).status).toBe(204);
  expect((await tenant.get("/prices/competitors")).body.total).toBe(0);
  expect((await tenant.get(`/prices/history/${id}`)).body).toMatchObject([{ competitor_name: "Shop 1" }]);
  expect((await tenant.post("/prices/competitors", { code: "shop-1", name: "New" })).status).toBe(201);
});

test("D3-209 D3-208 S39.2 monitored products: enrolment, tiers, status, and the watch list", async () => {
  const { tenant, id, ean } = await withProduct();
  const stranger = crypto.randomUUID();

  expect((await tenant.get(`/prices/monitored/${id}/status`)).body).toMatchObject({ is_monitored: false, tier: null });
  const { body } = await tenant.post("/prices/monitored/bulk", { product_ids: [id, stranger, "x"] });
  expect(body).toMatchObject({ enrolled: 1, updated: 0, errors: [{ product_id: "x" }, { product_id: stranger }] });
  expect((await tenant.patch(`/prices/monitored/${id}`, { tier: "tier1_high" })).body).toMatchObject({
    product_id: id,
    ean,
    title: "Pen",
    tier: "tier1_high",
    is_active: true,
    current_price: 20,
    lowest_competitor_price: null,
    competitors_count: 0,
    last_check_at: null,
  });
  expect((await tenant.patch(`/prices/monitored/${id}`, { tier: "tier9" })).status).toBe(422);
  expect((await tenant.get("/prices/monitored?tier=tier9")).status).toBe(400);
  expect((await tenant.patch(`/prices/monitored/${stranger}`, {})).body.error.error_code).toBe("PRODUCT_NOT_FOUND");

  await tenant.observe(seen(ean, 19));
  expect((await tenant.get("/prices/monitored?tier=tier1_high")).body).toMatchObject({
    total: 1,
    page_size: 20,
    items: [{ lowest_competitor_price: 19, competitors_count: 1 }],
  });
  expect((await tenant.watchlist("?tier=tier1_high")).body).toMatchObject({
    total: 1,
    items: [{ product_id: id, price: 20, urls: [{ competitor_code: "big-shop" }] }],
  });
  await tenant.patch(`/prices/monitored/${id}`, { is_active: false });
  expect((await tenant.watchlist()).body.items).toEqual([]);
  expect((await tenant.get("/prices/monitored")).body.total).toBe(0);
  expect((await tenant.get("/prices/monitored?active_only=false")).body.total).toBe(1);
  expect((await tenant.get(`/prices/monitored/${id}/status`)).body).toMatchObject({
    is_monitored: true,
    next_check_at: null,
  });
});

test("D3-211 D3-217 the timeline has our price and theirs; the dashboard counts and names the movers", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.post("/prices/monitored/bulk", { product_ids: [id] });
  await tenant.observe(seen(ean, 20));
  clock.nowMs += 3_600_000;
  await tenant.observe(seen(ean, 15));
  clock.nowMs += 1_000;
  await tenant.patch(`/products/${id}`, { price: 18 });

  expect((await tenant.get(`/prices/history/${id}/unified`)).body).toMatchObject({
    product_id: id,
    window_days: 90,
    items: [
      { kind: "internal", price: 20, change_pct: null },
      { kind: "competitor", source: "big-shop", price: 20, change_pct: null, origin: "observation" },
      { kind: "competitor", price: 15, change_pct: -25 },
      { kind: "internal", price: 18, change_pct: -10 },
    ],
  });
  expect((await tenant.get("/prices/dashboard")).body).toMatchObject({
    monitored_products: 1,
    active_alerts: 0,
    map_violations: 0,
    top_movers: [
      { product_id: id, title: "Pen", competitor_name: "Big Shop", old_price: 20, new_price: 15, change_pct: -25 },
    ],
  });
});
