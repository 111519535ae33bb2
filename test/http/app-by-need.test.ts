import { expect, test } from "bun:test";
import { openAppByNeed } from "../../src/app-by-need.ts";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import OWNERS from "../../src/http/gate/route-owners.json" with { type: "json" };
import { findPlaces } from "../../src/http/gate/route-places.ts";
import { app, newTenant, services } from "../harness.ts";
import { routeOwners } from "./route-owners.ts";

const byNeed = () =>
  openAppByNeed(services, { limiter: new RateLimiter(services.config, services.now), traces: undefined });

test("the list of whose each route is says what families have: `bun test/http/route-owners.ts` writes it", async () => {
  expect(await routeOwners(services)).toEqual(OWNERS);
});

/** What an answer says, without what is its own. */
async function said(response: Response) {
  const { status, headers } = response;
  const kept = ["content-type", "allow", "access-control-allow-methods", "location", "etag", "link"];
  const body = (await response.text()).replace(/"(?:request_id|timestamp)":"[^"]*"/g, "");
  return [status, kept.map((name) => headers.get(name)), body];
}

test("an application by need answers as the whole one does", async () => {
  const tenant = await newTenant();
  const brand = (await tenant.post("/brands", { name: "Acme" })).body.id;
  const product = (await tenant.post("/products", { name: "Pen", brand_id: brand })).body.id;
  const parts = byNeed();
  const requests = [
    ["GET", "/health"],
    ["GET", "/api/v1/health/live"],
    ["GET", `/api/v1/brands/${brand}`],
    ["GET", "/api/v1/brands/?per_page=1"],
    ["HEAD", `/api/v1/brands/${brand}`],
    ["GET", `/api/v1/products/${product}?expand=brand`],
    ["GET", `/api/v1/products/${crypto.randomUUID()}`],
    ["GET", "/api/v1/products?per_page=many"],
    ["PUT", "/api/v1/products/search"],
    ["DELETE", "/api/v1/brands"],
    ["OPTIONS", "/api/v1/brands"],
    ["OPTIONS", "/api/v1/nothing"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/nothing"],
    ["GET", "/"],
    ["GET", "/products/1"],
    ["GET", "/docs/errors"],
    ["GET", "/api/v1"],
    ["GET", "/api/v1/openapi-public.json"],
  ] as const;
  for (const [method, path] of requests) {
    const request = () =>
      new Request(`http://localhost${path}`, {
        method,
        headers: { "x-api-key": tenant.apiKey, origin: "http://a.example" },
      });
    const answers = [await said(await parts.fetch(request())), await said(await app.fetch(request()))];
    expect([method, path, answers[0]]).toEqual([method, path, answers[1]]);
  }
});

test("requests that wait for a family are all answered", async () => {
  const tenant = await newTenant();
  const parts = byNeed();
  const asked = Array.from({ length: 8 }, () =>
    parts.fetch(new Request("http://localhost/api/v1/tags", { headers: { "x-api-key": tenant.apiKey } })),
  );
  const whole = await app.fetch(
    new Request("http://localhost/api/v1/tags", { headers: { "x-api-key": tenant.apiKey } }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => whole.status));
});

test("a word goes before a parameter, and leads back to it where its path ends", () => {
  const find = findPlaces({ "GET /a/:id": "one", "GET /a/b/c": "two", "GET /a/:id/d": "three", "POST /a": "four" });
  expect(find("GET", "/a/b")).toEqual({ owner: "one", parameters: 1 });
  expect(find("GET", "/a/b/c")).toEqual({ owner: "two", parameters: 0 });
  expect(find("GET", "/a/b/d/")).toEqual({ owner: "three", parameters: 1 });
  expect([find("GET", "/a"), find("PUT", "/a/b"), find("GET", "/a/b/c/d"), find("GET", "/")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
