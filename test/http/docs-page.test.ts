import { expect, test } from "bun:test";
import { app } from "../harness.ts";

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
