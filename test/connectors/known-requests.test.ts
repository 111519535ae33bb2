import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { PLATFORM_IDS } from "../../src/connectors/engine/platforms.ts";
import { rootFields, unknownRequest } from "../doubles/known-requests.ts";
import { requestFault } from "../doubles/platforms/bigcommerce-bodies.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop } from "../doubles/shops.ts";
import { ROUTES } from "./published/routes.ts";

const asked = (method: string, path: string, text = "") => ({ method, path, text, headers: {} });

test("each platform has a table of its requests, and its page says which no description has", () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual([...PLATFORM_IDS].toSorted());
  for (const [id, { published, undescribed = [] }] of Object.entries(ROUTES)) {
    expect([id, published.length + undescribed.length > 1]).toEqual([id, true]);
    const page = readFileSync(new URL(`../../docs/connectors/${id}.md`, import.meta.url), "utf8");
    expect([id, page.includes("No public description")]).toEqual([id, undescribed.length > 0]);
  }
});

test("a request, a name in its address and a field that a platform does not publish are found", () => {
  expect(unknownRequest(asked("POST", "/sell/inventory/v1/offer/7/publish"), "ebay")).toBeUndefined();
  expect(unknownRequest(asked("POST", "/sell/inventory/v1/offer/7/publish/"), "ebay")).toContain(
    "no published request",
  );
  expect(unknownRequest(asked("POST", "/sell/inventory/v1/offer/7/publish"), "amazon")).toContain("amazon");
  expect(unknownRequest(asked("DELETE", "/sell/inventory/v1/offer/7"))).toContain("no platform");
  expect(unknownRequest(asked("GET", "/v2/commerce/products?cursor=1"), "squarespace")).toBeUndefined();
  expect(unknownRequest(asked("GET", "/v2/commerce/products?page=1"), "squarespace")).toContain("page");
  const query =
    'mutation m($a: A!) { m0: productSet(input: {title: "{ x"}) @idempotent(key: "k") { id } n: shops { id } }';
  expect(rootFields(query)).toEqual(["productSet", "shops"]);
  const sent = JSON.stringify({ query });
  expect(unknownRequest(asked("POST", "/admin/api/2026-10/graphql.json", sent), "shopify")).toContain("shops");
  expect(unknownRequest(asked("POST", "/admin/api/2025-01/graphql.json", sent), "shopify")).toContain("2025-01");
});

test("what a platform does not publish is answered by no double", async () => {
  const shop = await openShop(() => ({}), "amazon");
  const failed = Promise.withResolvers<string>();
  shop.onUnknown((why) => failed.resolve(why));
  const { status } = await fetch(`${shop.url.replace("receiver.test", "127.0.0.1")}/nothing`, {
    tls: { rejectUnauthorized: false },
  });
  expect([status, await failed.promise]).toEqual([501, "amazon has no published request GET /nothing"]);
});

test("BigCommerce's categories are listed and made by what its description has", async () => {
  const platform = SHOPS.find(({ id }) => id === "bigcommerce") ?? expect.unreachable();
  const { adapter, api, shop } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/catalog/categories"),
    reply: ({ method }) => ({ json: { data: method === "GET" ? [] : { id: 7 } } }),
  });
  expect(await adapter.categories?.list(api)).toEqual([]);
  expect(await adapter.categories?.make(api, { name: "Lamps", parentId: null })).toBe("7");
  const [list, made] = shop.asked;
  const names = new URL(list?.path ?? "", shop.url).searchParams;
  expect(requestFault("GET /catalog/categories", names, undefined)).toBeUndefined();
  expect(requestFault("POST /catalog/categories", new URLSearchParams(), JSON.parse(made?.text ?? ""))).toBeUndefined();
});
