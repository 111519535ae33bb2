import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createApp } from "../../src/app.ts";
import { SCREENS } from "../../src/http/console/screens.ts";
import { app, services } from "../harness.ts";

const get = async (path: string, headers = {}, of: Pick<typeof app, "fetch"> = app): Promise<Response> =>
  of.fetch(new Request(`http://catalogd.test${path}`, { headers }));

/** The addresses of this service that the page loads. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, address = ""]) => address);

test("/ is the console, a page that loads nothing from elsewhere and runs nothing inline", async () => {
  const page = await get("/");
  const html = await page.text();
  const policy = page.headers.get("content-security-policy") ?? "";

  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:");
  expect(policy).not.toContain("unsafe");
  expect(html).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(filesOf(html).length).toBeGreaterThan(0);
});

test("the files it loads are named by their content, stay good for a year, and go compressed", async () => {
  const html = await (await get("/")).text();
  for (const address of filesOf(html)) {
    const plain = await get(address);
    const text = await plain.text();
    const etag = plain.headers.get("etag") ?? "";
    expect([address, plain.status, plain.headers.get("cache-control")]).toEqual([
      address,
      200,
      "public, max-age=31536000, immutable",
    ]);
    const [gzip, brotli] = [
      await get(address, { "accept-encoding": "gzip" }),
      await get(address, { "accept-encoding": "gzip, br" }),
    ];
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(text);
    expect((await get(address, { "if-none-match": etag })).status).toBe(304);
  }
});

test("the page and /health name the same build, and a page of another build sees it", async () => {
  const html = await (await get("/")).text();
  const named = /<meta name="build" content="(\w+)">/.exec(html)?.[1];
  const { build } = (await (await get("/api/v1/health")).json()) as { build: string };
  expect([build, typeof named]).toEqual([named ?? "none", "string"]);
});

test("the page is asked for again each time and sent only when it changed", async () => {
  const page = await get("/");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect((await get("/", { "if-none-match": page.headers.get("etag") ?? "" })).status).toBe(304);
});

test.each(SCREENS)("/%s and what lies below it answer the page", async (screen) => {
  const page = await (await get("/")).text();
  expect(await (await get(`/${screen}`)).text()).toBe(page);
  expect(await (await get(`/${screen}/0190a000-0000-7000-8000-000000000000/texts`)).text()).toBe(page);
});

test("what is neither of the console nor of the API is not found, as before", async () => {
  for (const path of ["/nowhere", "/console/assets/main-old.js", "/api/v1/nowhere", "/api/nowhere", "/docs/nowhere"]) {
    const answer = await get(path, { accept: "text/html" });
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/json;charset=utf-8",
    ]);
  }
  const posted = await app.fetch(new Request("http://catalogd.test/products", { method: "POST" }));
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("CATALOGD_CONSOLE=off serves none of it: / leads to the documentation", async () => {
  const without = createApp({ ...services, config: { ...services.config, console: false } });
  const [file = ""] = filesOf(await (await get("/")).text());
  const root = await get("/", {}, without);

  expect([root.status, root.headers.get("location")]).toEqual([302, "/docs"]);
  for (const path of ["/products", "/review/1", file]) expect((await get(path, {}, without)).status).toBe(404);
  expect((await get("/docs", {}, without)).status).toBe(200);
});
