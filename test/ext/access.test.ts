import { expect, test } from "bun:test";
import { clientWith, newTenant } from "../harness.ts";
import { givenExt, refusal } from "./given.ts";

test.each([
  ["post", "/ext/products", { ean: "4006381333931", name: "A" }],
  ["post", "/ext/products/batch", { products: [] }],
  ["put", "/ext/products/4006381333931", { name: "A" }],
  ["patch", "/ext/products/4006381333931", {}],
  ["get", "/ext/status", undefined],
  ["get", "/ext/products", undefined],
  ["get", "/ext/products/delta?since=2026-01-01", undefined],
  ["get", "/ext/products/4006381333931", undefined],
] as const)("D2-125 %s %s asks for its own scope", async (verb, path, body) => {
  const tenant = await newTenant();
  const others = verb === "get" ? "ext:products:write" : "ext:products:read";
  expect(refusal(await (await tenant.withScopes(others, "products:write"))[verb](path, body))[0]).toBe(403);
  expect(refusal(await tenant.admin[verb](path, body))[0]).toBe(401);
  expect(refusal(await clientWith({ "x-api-key": "pm_live_x" })[verb](path, body))[0]).toBe(401);
});

test("D2-125 products of another tenant are not there", async () => {
  const { ean } = await givenExt({});
  const tenant = await newTenant();
  expect(refusal(await tenant.get(`/ext/products/${ean}`))[0]).toBe(404);
  expect(refusal(await tenant.put(`/ext/products/${ean}`, { name: "A" }))[0]).toBe(404);
  expect((await tenant.post("/ext/products", { ean, name: "Mine" })).status).toBe(201);
});
