import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/http/app.ts";
import { app, services } from "../harness.ts";

const get = async (path: string): Promise<Response> => app.fetch(new Request(`http://catalogd.test${path}`));

test("the bare address leads a browser to the documentation, which loads nothing from elsewhere", async () => {
  const root = await get("/");
  expect([root.status, root.headers.get("location")]).toEqual([302, "/docs"]);

  const page = await get("/docs");
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(loaded.length).toBeGreaterThan(0);
  for (const address of [...loaded, "/docs/start.js"]) {
    expect([address, (await get(address)).status]).toEqual([address, 200]);
  }
});

test("the framework's own page and description are made when they are asked for", async () => {
  const page = await get("/internal/swagger");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf8"]);

  const described = (await (await get("/internal/swagger/json")).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(described.paths)).toContain("/api/v1/products/{product_id}");
});

describe("S-22 what only the operator can call", () => {
  const KEY = "an operator key 0123456789";
  const config = { ...services.config, operatorKey: KEY };
  const appFor = (address: string) => createApp({ ...services, config, addressOf: () => address });
  /** What is described to a caller from somewhere. */
  async function described(address: string, headers = {}) {
    const answer = await appFor(address).fetch(new Request("http://pim.example/api/v1/openapi.json", { headers }));
    const { paths, components } = (await answer.json()) as {
      paths: Record<string, unknown>;
      components: { securitySchemes: Record<string, unknown> };
    };
    return {
      operator: Object.keys(paths).filter((path) => path.includes("/operator/")).length,
      others: Object.keys(paths).filter((path) => !path.includes("/operator/")).length,
      hasScheme: "operatorKey" in components.securitySchemes,
    };
  }

  test("is described on this machine and to who has the key", async () => {
    const whole = await described("127.0.0.1");

    expect(whole.operator).toBeGreaterThan(0);
    expect(await described("192.0.2.1", { "x-operator-key": KEY })).toEqual(whole);
    const strangers = { operator: 0, others: whole.others, hasScheme: false };
    expect(await described("192.0.2.1")).toEqual(strangers);
    expect(await described("192.0.2.1", { "x-operator-key": `${KEY}x` })).toEqual(strangers);
    expect(await described("127.0.0.1", { "x-forwarded-for": "192.0.2.1" })).toEqual(strangers);
  });

  test.each(["/internal/swagger", "/internal/swagger/json"])("is not found by strangers in %s", async (path) => {
    const status = async (address: string) =>
      (await appFor(address).fetch(new Request(`http://pim.example${path}`))).status;

    expect([await status("127.0.0.1"), await status("192.0.2.1")]).toEqual([200, 404]);
  });
});
