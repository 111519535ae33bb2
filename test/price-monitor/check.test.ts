import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { findRobots } from "../../db/web/hosts.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clock, runJobs, runJobsInTurns, services } from "../harness.ts";
import { seen } from "./scraper.ts";
import { givenSite, pageOf } from "./site.ts";

const fixture = (name: string) => new Uint8Array(readFileSync(`test/price-monitor/pages/${name}.html`));

describe("a check", () => {
  test("D3-210 S39.8 reads pages of several systems, and what it finds are observations", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/s": fixture("shopify"), "/j": fixture("jtl"), "/o": fixture("opencart") });
    const lamp = await sell("4000000070016", { Lampenhaus: at("/s", "r1.receiver.test") }, { price: 50 });
    const drill = await sell("4000000070177", { Müller: at("/j") }, { price: 120 });
    const { status, body } = await tenant.post(`/prices/check/${lamp}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: lamp,
      checked_at: expect.any(String),
      sources_checked: 1,
      prices_found: 1,
      results: [
        { competitor_name: "Lampenhaus", url: at("/s", "r1.receiver.test"), price: 49.9, status: "ok", message: null },
      ],
    });
    expect((await tenant.get(`/prices/history/${lamp}`)).body[0]).toMatchObject({
      price_ttc: 49.9,
      stock_status: "in_stock",
      is_valid: true,
    });
    expect((await tenant.post(`/prices/check/${drill}`)).body).toMatchObject({ prices_found: 1 });
    expect((await tenant.get(`/prices/history/${drill}`)).body[0]).toMatchObject({
      price_ttc: 129.9,
      seller_name: "Werkzeug Müller",
    });
  });

  test("S39.8 says why a page has no price, and watched products keep it", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({
      "/robots.txt": "User-agent: *\nDisallow: /private",
      "/private/x": pageOf("19"),
      "/none": "<p>Nothing</p>",
      "/broken": 500,
      "/far": pageOf("90"),
    });
    const shops = {
      A: at("/private/x"),
      B: at("/none"),
      C: at("/broken"),
      D: at("/gone"),
      E: at("/far"),
      F: at("/x", "r9.test"),
    };
    const id = await sell("4000000170013", shops);
    await tenant.post("/prices/monitored/bulk", { product_ids: [id] });
    const { body } = await tenant.post(`/prices/check/${id}`, undefined, { "accept-language": "en" });
    expect(
      body.results.map(({ competitor_name, status, price, message }: Record<string, unknown>) => [
        competitor_name,
        status,
        price,
        message,
      ]),
    ).toEqual([
      ["A", "error", null, "The page cannot be read: The site's robots.txt refuses it"],
      ["B", "no_price", null, "The page names no price in JSON-LD, microdata or Open Graph"],
      ["C", "error", null, "The page cannot be read: The page answered 500"],
      ["D", "error", null, "The page cannot be read: The page answered 404"],
      ["E", "ok", 90, "The price waits in /prices/validation"],
      ["F", "error", null, "The page cannot be read: The address has a port that is not one of the web"],
    ]);
    expect(web.paths()).not.toContain("/private/x");
    const { last_check: last, next_check_at: next } = (await tenant.get(`/prices/monitored/${id}/status`)).body;
    expect(last).toMatchObject({ sources_checked: 6, prices_found: 1, errors: 4, results: body.results });
    expect(Date.parse(next)).toBe(Date.parse(last.checked_at) + 7 * 86_400_000);
    expect((await tenant.get("/prices/validation")).body.items).toMatchObject([{ reason: "outlier", price_ttc: 90 }]);
  });

  test("S39.8 reads all pages of a competitor that were seen of late, not the last one only", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/red": pageOf("19"), "/blue": pageOf("18"), "/old": pageOf("17") });
    const lamp = await sell("4000000070016", { Lampenhaus: at("/old") });
    clock.nowMs += 31 * 86_400_000;
    for (const path of ["/red", "/blue"]) {
      await tenant.observe(seen("4000000070016", 20, { competitor_name: "Lampenhaus", competitor_url: at(path) }));
    }

    const { body } = await tenant.post(`/prices/check/${lamp}`);
    expect(body.results.map(({ url, price }: { url: string; price: number }) => [url, price])).toEqual([
      [at("/blue"), 18],
      [at("/red"), 19],
    ]);
    expect((await tenant.watchlist()).body.items).toEqual([]);
  });

  test("S39.8 says that the page of a price is not read whose source is no competitor, until it is one", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/x": pageOf("19") });
    const lamp = await sell("4000000070016", {});
    await tenant.patch(`/prices/monitored/${lamp}`, { tier: "tier1_high" });
    await tenant.post(`/products/${lamp}/prices`, { source: "newshop", price: 18, url: at("/x") });
    await tenant.post(`/products/${lamp}/prices`, { source: "supplier:ACME", price: 8, url: at("/s") });

    const { body } = await tenant.post(`/prices/check/${lamp}`);
    expect(body).toMatchObject({
      sources_checked: 0,
      prices_found: 0,
      results: [{ competitor_id: null, competitor_name: "newshop", url: at("/x"), price: null, status: "error" }],
    });
    expect(body.results[0].message).toContain("No competitor has the code newshop");
    expect((await tenant.get(`/prices/monitored/${lamp}/status`)).body.last_check).toMatchObject({
      sources_checked: 0,
      errors: 0,
      results: [{ competitor_id: null }],
    });
    await tenant.post("/prices/competitors", { code: "newshop", name: "New Shop" });
    expect((await tenant.post(`/prices/check/${lamp}`)).body).toMatchObject({ sources_checked: 1, prices_found: 1 });
  });

  test("a product without known pages, and none at all", async () => {
    const { tenant, sell } = await givenSite();
    const id = await sell("4000000170020", {});
    expect((await tenant.post(`/prices/check/${id}`)).body).toMatchObject({
      sources_checked: 0,
      prices_found: 0,
      results: [],
    });
    expect((await tenant.post(`/prices/check/${crypto.randomUUID()}`)).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
  });

  test("S39.8 follows redirects as robots.txt of the other site allows, and not to our own network", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({
      "/moved": { location: at("/new", "r2.receiver.test") },
      "/new": pageOf("19"),
      "/inside": { location: "https://127.0.0.1/" },
      "/round": { location: "/round" },
    });
    const id = await sell("4000000170037", { A: at("/inside"), B: at("/moved"), C: at("/round") });
    const { results } = (await tenant.post(`/prices/check/${id}`)).body;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(["error", "ok", "error"]);
    expect(web.paths().filter((path) => path === "/round").length).toBe(6);
  });

  test("S39.8 calls a host once a second, for all callers, and for its robots.txt once", async () => {
    const { tenant, web, sell, at } = await givenSite();
    const paths = Array.from({ length: 5 }, (_, index) => `/p${index}`);
    web.has(Object.fromEntries(paths.map((path) => [path, pageOf("19")])));
    const id = await sell("4000000170044", Object.fromEntries(paths.map((path) => [path, at(path)])));
    const startedAtMs = clock.nowMs;
    expect((await tenant.post(`/prices/check/${id}`)).body.prices_found).toBe(5);
    const robots = web.paths().filter((path) => path === "/robots.txt").length;
    expect(web.asked.length).toBe(5 + robots);
    // The first needs not wait.
    expect(clock.nowMs - startedAtMs).toBeGreaterThanOrEqual((web.asked.length - 1) * 1_000);
    expect(await findRobots(services.reader(tenant.id), `receiver.test:${web.port}`, 0)).toBe("");
    await tenant.post(`/prices/check/${id}`);
    expect(web.asked.length).toBe(10 + robots);
  });
});

describe("checks in the background", () => {
  test("D3-210 go on after their turns where they were", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/a": pageOf("19"), "/b": pageOf("18"), "/c": pageOf("17") });
    const ids: string[] = [];
    for (const [ean, path] of [
      ["4000000171058", "/a"],
      ["4000000171065", "/b"],
      ["4000000171072", "/c"],
    ] as const) {
      ids.push(await sell(ean, { A: at(path) }));
    }
    await tenant.post("/prices/monitored/bulk", { product_ids: ids });
    await tenant.post("/prices/check/bulk");
    expect((await runJobsInTurns())["price-monitor.check"]).toBeGreaterThan(1);
    for (const id of ids) {
      const { last_check: last } = (await tenant.get(`/prices/monitored/${id}/status`)).body;
      expect(last).toMatchObject({ sources_checked: 1, prices_found: 1, errors: 0 });
    }
    expect(web.paths().filter((path) => path !== "/robots.txt").length).toBe(3);
  });

  test("D3-210 S39.8 of a tier: the watched ones, as many as requested", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/a": pageOf("19"), "/b": pageOf("18") });
    const first = await sell("4000000170051", { A: at("/a") });
    const second = await sell("4000000170068", { A: at("/b", "r3.receiver.test") });
    await tenant.post("/prices/monitored/bulk", { product_ids: [first], tier: "tier1_high" });
    await tenant.post("/prices/monitored/bulk", { product_ids: [second] });
    const { status, body } = await tenant.post("/prices/check/bulk?tier=tier1_high&limit=10");
    expect([status, body]).toEqual([202, { id: expect.any(String), status: "processing", products: 1 }]);
    await runJobs();
    const checked = async (id: string) => (await tenant.get(`/prices/monitored/${id}/status`)).body.last_check;
    expect(await checked(first)).toMatchObject({ sources_checked: 1, prices_found: 1, errors: 0 });
    expect(await checked(second)).toBeNull();
    expect((await tenant.post("/prices/check/bulk?limit=1001")).status).toBe(400);
    expect((await tenant.post("/prices/check/bulk?tier=tier9")).status).toBe(400);
  });

  test("S39.1 begin by themselves when they are due, and then again after the tier's period", async () => {
    const { tenant, web, sell, at } = await givenSite();
    web.has({ "/a": pageOf("19") });
    const id = await sell("4000000170075", { A: at("/a") });
    await tenant.patch(`/prices/monitored/${id}`, { tier: "tier1_high" });
    const pages = () => web.paths().filter((path) => path === "/a").length;
    const after = async (minutes: number) => {
      clock.nowMs += minutes * 60_000;
      await beginAllDue(services);
      await runJobs();
      return pages();
    };
    expect([await after(10), await after(10), await after(60), await after(330)]).toEqual([0, 1, 1, 2]);
    await tenant.patch(`/prices/monitored/${id}`, { is_active: false });
    expect(await after(800)).toBe(2);
  });
});
