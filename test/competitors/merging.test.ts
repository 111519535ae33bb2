import { expect, test } from "bun:test";
import { newTenant, runJobs, runJobsInTurns } from "../harness.ts";
import { withProduct } from "../price-monitor/given.ts";
import { seen } from "../price-monitor/scraper.ts";

type Tenant = Awaited<ReturnType<typeof withProduct>>["tenant"];

const shops = async (tenant: Tenant) =>
  Object.fromEntries(
    (await tenant.get("/prices/competitors?page_size=100")).body.items.map((each: { name: string }) => [
      each.name,
      each,
    ]),
  );
const prices = async (tenant: Tenant, id: string) =>
  (await tenant.get(`/products/${id}/competitors`)).body.items.map(
    ({ name, price }: { name: string; price: number }) => [name, price],
  );
const at = (shop: string, url: string, more: object = {}) => ({ competitor_name: shop, competitor_url: url, ...more });

test("two names are merged into one competitor: what was seen moves, its alerts and later observations follow, and a split takes all back", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.observe(seen(ean, 18, at("Amazon DE", "https://a.example/1")));
  await tenant.observe(seen(ean, 19, at("Amazon.de", "https://a.example/2")));
  const { "Amazon DE": old, "Amazon.de": kept } = await shops(tenant);
  const alert = await tenant.post("/prices/alerts", {
    ...{ product_id: id, competitor_id: old.id, alert_type: "below", threshold: 1 },
  });

  const merged = await tenant.post(`/prices/competitors/${kept.id}/merge`, { competitor_id: old.id });
  expect([merged.status, merged.body.is_moving]).toEqual([202, true]);
  expect((await tenant.post(`/prices/competitors/${kept.id}/split`, { competitor_id: old.id })).status).toBe(409);
  await runJobsInTurns();
  expect(await prices(tenant, id)).toEqual([["Amazon.de", 19]]);
  expect(Object.keys(await shops(tenant))).toEqual(["Amazon.de"]);
  expect((await tenant.get(`/prices/competitors/${old.id}`)).status).toBe(404);
  expect((await tenant.get(`/prices/competitors/${kept.id}`)).body).toMatchObject({
    is_moving: false,
    observations_count: 2,
  });
  expect((await tenant.get(`/prices/competitors/${kept.id}/merged`)).body.items).toMatchObject([{ name: "Amazon DE" }]);
  expect(
    (await tenant.get(`/prices/history/${id}`)).body.map((each: { competitor_name: string }) => each.competitor_name),
  ).toEqual(["Amazon.de", "Amazon.de"]);
  expect((await tenant.get(`/prices/alerts/${alert.body.id}`)).body.competitor_id).toBe(kept.id);

  await tenant.observe(seen(ean, 17, at("Amazon DE", "https://a.example/1")));
  expect(await prices(tenant, id)).toEqual([["Amazon.de", 17]]);

  const split = await tenant.post(`/prices/competitors/${kept.id}/split`, { competitor_id: old.id });
  expect([split.status, split.body.id]).toEqual([202, old.id]);
  await runJobs();
  // What was seen under its name in between is the other's.
  expect(await prices(tenant, id)).toEqual([
    ["Amazon.de", 17],
    ["Amazon DE", 18],
  ]);
  await tenant.observe(seen(ean, 16, at("Amazon DE", "https://a.example/1")));
  expect(await prices(tenant, id)).toEqual([
    ["Amazon DE", 16],
    ["Amazon.de", 17],
  ]);
});

test("the pages of a domain are split off as a competitor of their own", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.observe(seen(ean, 18, at("Shop", "https://www.shop.example/1")));
  await tenant.observe(seen(ean, 15, at("Shop", "https://outlet.shop.example:8443/1?a=b")));
  await tenant.observe(seen(ean, 19, at("Shop", "https://notoutlet.shop.example/1")));
  const { Shop: shop } = await shops(tenant);
  const path = `/prices/competitors/${shop.id}/split`;
  const { status, body } = await tenant.post(path, { domain: "outlet.shop.example", name: "Outlet" });
  expect([status, body]).toMatchObject([202, { name: "Outlet", domains: ["outlet.shop.example"] }]);
  await runJobs();
  expect(await prices(tenant, id)).toEqual([
    ["Outlet", 15],
    ["Shop", 19],
  ]);
  await tenant.observe(seen(ean, 14, at("Whatever", "https://de.outlet.shop.example/1")));
  expect(await prices(tenant, id)).toEqual([
    ["Outlet", 14],
    ["Shop", 19],
  ]);
  expect((await tenant.post(path, { domain: "outlet.shop.example", name: "Twice" })).status).toBe(409);
  const { status: again, body: refused } = await tenant.post(path, { domain: "other.shop.example", name: "OUTLET" });
  expect([again, refused.error.message]).toEqual([409, expect.stringContaining("OUTLET")]);
});

test("what cannot be merged or split is refused by field, and others cannot", async () => {
  const { tenant, ean } = await withProduct();
  await tenant.observe(
    seen(ean, 18, at("One", "https://a.example/1")),
    seen(ean, 19, at("Two", "https://b.example/2")),
  );
  const { One: one, Two: two } = await shops(tenant);
  const path = `/prices/competitors/${one.id}`;
  const field = (answer: { body: { error: { details: { field: string }[] } } }) => answer.body.error.details[0]?.field;
  expect(field(await tenant.post(`${path}/merge`, { competitor_id: one.id }))).toBe("competitor_id");
  expect(field(await tenant.post(`${path}/merge`, { competitor_id: crypto.randomUUID() }))).toBe("competitor_id");
  expect(field(await tenant.post(`${path}/split`, { competitor_id: two.id }))).toBe("competitor_id");
  expect(field(await tenant.post(`${path}/split`, {}))).toBe("competitor_id");
  expect(field(await tenant.post(`${path}/split`, { domain: "a.example" }))).toBe("name");
  expect(field(await tenant.post(`${path}/split`, { domain: "https://a.example", name: "A" }))).toBe("domain");
  const other = await newTenant();
  expect((await other.post(`${path}/merge`, { competitor_id: two.id })).status).toBe(404);
  expect((await other.post(`${path}/split`, { domain: "a.example", name: "A" })).status).toBe(404);
  expect((await other.get(`${path}/merged`)).status).toBe(404);
});

test("a competitor is known by its own code, then by its name, then by its domain", async () => {
  const { tenant, id, ean } = await withProduct();
  const shop = (
    await tenant.post("/prices/competitors", { code: "K-1", name: "Kaufhaus", domains: ["WWW.Kauf.example"] })
  ).body;
  expect(shop.domains).toEqual(["kauf.example"]);
  await tenant.observe(seen(ean, 18, at("KAUFHAUS GmbH", "https://shop.kauf.example/1")));
  await tenant.observe(seen(ean, 17, at("Anything", "https://elsewhere.example/1", { competitor_code: "K-1" })));
  expect(await prices(tenant, id)).toEqual([["Kaufhaus", 17]]);
  await tenant.observe(seen(ean, 16, at("New one", "https://shop.kauf.example/1", { competitor_code: "N-2" })));
  expect(await prices(tenant, id)).toEqual([
    ["New one", 16],
    ["Kaufhaus", 17],
  ]);
  expect((await shops(tenant))["New one"].code).toBe("N-2");
  const twice = await tenant.post("/prices/competitors", { code: "x", name: "X", domains: ["kauf.example"] });
  expect(twice.body.error.error_code).toBe("DUPLICATE_RESOURCE");
  expect((await tenant.patch(`/prices/competitors/${shop.id}`, { domains: ["https://a"] })).status).toBe(422);
});

test("the sellers of a marketplace are competitors of their own", async () => {
  const { tenant, id, ean } = await withProduct();
  const market = (await tenant.post("/prices/competitors", { code: "mp", name: "Market", is_marketplace: true })).body;
  const offer = (price: number, seller_name: string | null) =>
    seen(ean, price, at("Market", "https://market.example/1", { seller_name }));
  await tenant.observe(offer(18, "Anna"), offer(16, "日本屋"), offer(17, "Ben"), offer(19, null));
  await tenant.observe(offer(15, "Anna"));
  expect(await prices(tenant, id)).toEqual([
    ["Anna (Market)", 15],
    ["日本屋 (Market)", 16],
    ["Ben (Market)", 17],
    ["Market", 19],
  ]);
  expect((await shops(tenant))["Ben (Market)"]).toMatchObject({ marketplace_id: market.id, is_marketplace: false });
  await tenant.patch(`/prices/competitors/${market.id}`, { is_active: false });
  expect((await tenant.observe(offer(14, "Anna"))).body).toMatchObject({ rejected: 1 });
});

test("the comparison counts shipping where that is asked for", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.observe(
    seen(ean, 18, at("Far", "https://a.example/1", { shipping_cost: 5 })),
    seen(ean, 19, at("Near", "https://b.example/1", { shipping_cost: 0 })),
  );
  const compared = async (query: string) => (await tenant.get(`/products/${id}/price-comparison${query}`)).body;
  expect(await compared("")).toMatchObject({ our_price: 20, lowest: 18, gap_to_lowest: 2, with_shipping: false });
  expect(await compared("?shipping=true&own_shipping=2.5")).toMatchObject({
    ...{ our_price: 22.5, lowest: 19, highest: 23, gap_to_lowest: 3.5, rank: 2, with_shipping: true },
  });
  expect((await tenant.get(`/products/${id}/price-comparison?own_shipping=-1`)).status).toBe(400);
});
