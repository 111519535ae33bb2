import { expect, test } from "bun:test";
import { openWebServer } from "../doubles/web-server.ts";
import { newTenant } from "../harness.ts";
import { withProduct } from "../price-monitor/given.ts";
import { seen } from "../price-monitor/scraper.ts";

const pageOf = (price: string, ean = "") =>
  `<script type="application/ld+json">{"@type":"Product","gtin13":"${ean}","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`;

async function given() {
  const { tenant, id, ean } = await withProduct();
  const web = await openWebServer();
  const { body: shop } = await tenant.post("/prices/competitors", { code: "shop", name: "Shop" });
  const at = (path: string) => `https://receiver.test:${web.port}${path}`;
  const enter = (url: string, more: object = {}) =>
    tenant.post("/prices/addresses", { product_id: id, competitor_id: shop.id, url, ...more });
  const check = async () => (await tenant.post(`/prices/check/${id}`)).body;
  const address = async (which: string) => (await tenant.get(`/prices/addresses/${which}`)).body;
  return { tenant, id, ean, web, shop: String(shop.id), at, enter, check, address };
}

test("several addresses of a competitor are checked, each with its last result; one that is paused is not, also where it was seen", async () => {
  const { tenant, id, ean, web, at, enter, check, address } = await given();
  web.has({
    "/red": pageOf("19", ean),
    "/blue": pageOf("18"),
    "/none": "<p>Nothing</p>",
    "/other": pageOf("17", "4000000070016"),
  });
  const made = await Promise.all(["/red", "/blue", "/none", "/other", "/gone"].map((path) => enter(at(path))));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const [red, blue, none, other, gone] = made.map(({ body }) => String(body.id));
  expect(made[0]?.body).toMatchObject({ product_id: id, is_paused: false, last_checked_at: null, last_result: null });

  expect(await check()).toMatchObject({ sources_checked: 5, prices_found: 2 });
  expect(await address(red ?? "")).toMatchObject({
    last_result: "ok",
    last_price: 19,
    last_checked_at: expect.any(String),
  });
  expect((await address(none ?? "")).last_result).toBe("no_price");
  expect((await address(other ?? "")).last_result).toBe("other_product");
  expect((await address(gone ?? "")).last_result).toBe("unreadable");
  const found = await tenant.get(`/prices/addresses?product_id=${id}&last_result=ok&page_size=1`);
  expect(found.body).toMatchObject({ total: 2, items: [{ last_result: "ok" }] });

  await tenant.patch(`/prices/addresses/${blue}`, { is_paused: true });
  await tenant.delete(`/prices/addresses/${gone}`);
  expect(await check()).toMatchObject({ sources_checked: 3 });
  await tenant.observe(seen(ean, 18, { competitor_name: "Shop", competitor_url: at("/blue") }));
  expect((await check()).results.map(({ url }: { url: string }) => url)).not.toContain(at("/blue"));
});

test("an address is moved to another product, competitor or page, and then has no result yet", async () => {
  const { tenant, web, at, enter, check, address } = await given();
  web.has({ "/a": pageOf("19") });
  const { body: made } = await enter(at("/a"));
  await check();
  expect((await address(made.id)).last_price).toBe(19);
  const { id: product } = (await tenant.post("/products", { name: "Lamp", price: 20 })).body;
  const moved = await tenant.patch(`/prices/addresses/${made.id}`, { product_id: product });
  expect(moved.body).toMatchObject({ product_id: product, last_result: null, last_price: null, last_checked_at: null });
  expect((await tenant.post(`/prices/check/${product}`)).body).toMatchObject({ sources_checked: 1 });
});

test("what is wrong with an address is said by field; it is entered once; others neither see nor change it", async () => {
  const { tenant, id, shop, enter } = await given();
  const url = "https://bigshop.example/1";
  const { body: made } = await enter(url);
  expect((await enter(url)).body.error.error_code).toBe("DUPLICATE_RESOURCE");
  expect((await enter("ftp://x")).status).toBe(422);
  expect((await enter("https://a.example/", { competitor_id: id })).body.error.details).toMatchObject([
    { field: "competitor_id" },
  ]);
  expect((await enter("https://a.example/", { product_id: shop })).body.error.error_code).toBe("PRODUCT_NOT_FOUND");
  const other = await newTenant();
  for (const answer of [
    await other.get(`/prices/addresses/${made.id}`),
    await other.patch(`/prices/addresses/${made.id}`, { is_paused: true }),
    await other.delete(`/prices/addresses/${made.id}`),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await other.get("/prices/addresses")).body.total).toBe(0);
  expect((await tenant.get("/prices/addresses?last_result=good")).status).toBe(400);
});
