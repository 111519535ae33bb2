import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createApp } from "../../src/app.ts";
import { AUDIENCES } from "../../src/http/describe/documents/audiences.ts";
import { SERVED_DOCUMENTS } from "../../src/http/describe/pages/served-documents.ts";
import { app, services } from "../harness.ts";

const get = async (path: string, headers = {}): Promise<Response> =>
  app.fetch(new Request(`http://catalogd.test${path}`, { headers }));

/** Every address of this service that a page names. */
const addressesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="([^"#]+)[^"]*"/g)].map(([, address = ""]) => address)),
];
const PAGES = [
  ...["/docs", "/docs?language=fr", "/docs/api", "/docs/errors", "/docs/errors?language=fr", "/docs/search?q=import"],
  "/docs/search?q=fournisseur&language=fr",
  ...SERVED_DOCUMENTS.flatMap(({ id }) => [`/docs/${id}`, `/docs/${id}?language=fr`]),
];

test.each(PAGES)("%s is a page that loads nothing from elsewhere, and whose links lead somewhere", async (path) => {
  const page = await get(path, { accept: "text/html,*/*;q=0.8" });
  const html = await page.text();

  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).toMatch(/<html lang="(?:en|fr)">/);
  expect([...html.matchAll(/<h1/g)].length).toBe(path === "/docs/api" ? 0 : 1);
  // As a browser follows them, from the page.
  const own = addressesOf(html).flatMap((address) => {
    const { origin, pathname, search } = new URL(address, `http://localhost${path}`);
    return origin === "http://localhost" ? [pathname + search] : [];
  });
  const loaded = [...html.matchAll(/(?:src|rel="(?:stylesheet|icon)" href)="([^"]+)"/g)].map(([, each = ""]) => each);
  expect(loaded.filter((address) => !address.startsWith("/"))).toEqual([]);
  for (const address of own) expect([address, (await get(address)).status]).toEqual([address, 200]);
  // Where a link names a place on a page of ours, the page has it, in the language of this one.
  const [, language = ""] = /<html lang="(\w+)">/.exec(html) ?? [];
  const anchored = [...html.matchAll(/href="((?:\/docs\/[^"#?]+)?)(?:\?language=\w+)?#([^"]+)"/g)];
  for (const [, to = "", anchor = ""] of anchored) {
    if (to === "/docs/api") continue;
    const target =
      to === "" ? html : await (await get(to, { accept: "text/html", "accept-language": language })).text();
    expect([to, anchor, target.split(`id="${decodeURIComponent(anchor)}"`).length]).toEqual([to, anchor, 2]);
  }
});

test("the error reference has an anchor for every code, and is JSON for who does not ask for a page", async () => {
  const html = await (await get("/docs/errors", { accept: "text/html" })).text();
  const plain = await get("/docs/errors");
  const { errors } = (await plain.json()) as { errors: { error_code: string }[] };

  expect(plain.headers.get("vary")).toContain("Accept, Accept-Language");
  expect(errors.length).toBeGreaterThan(0);
  for (const { error_code: code } of errors) expect(html).toContain(`id="${code}"`);
});

test.each(["/docs/swagger-ui-bundle.js", "/docs/api/catalog.json", "/api/v1/openapi.json", "/docs"])(
  "%s goes compressed, and is not sent again to who has it",
  async (path) => {
    const plain = await get(path);
    const text = await plain.text();
    const etag = plain.headers.get("etag") ?? "";
    const [gzip, brotli] = [
      await get(path, { "accept-encoding": "gzip" }),
      await get(path, { "accept-encoding": "gzip, br" }),
    ];

    expect([plain, gzip, brotli].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip", "br"]);
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);
    const packed = await brotli.arrayBuffer();
    expect(brotliDecompressSync(packed).toString()).toBe(text);
    expect(packed.byteLength).toBeLessThan(text.length / 2);
    expect([gzip, brotli].map(({ headers }) => headers.get("etag"))).toEqual([etag, etag]);
    expect(gzip.headers.get("vary")).toContain("Accept-Encoding");
    const known = await get(path, { "if-none-match": etag });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
  },
);

test("what Swagger UI is made of is stored for good by its version, and the pages are requested again", async () => {
  const control = async (path: string) => (await get(path)).headers.get("cache-control");
  expect(await control("/docs/swagger-ui.css")).toBe("public, max-age=31536000, immutable");
  expect(await control("/docs")).toBe("no-cache");
});

describe("the parts that Swagger UI shows", () => {
  type Part = {
    openapi: string;
    paths: Record<string, object>;
    components: { securitySchemes: object; schemas?: object };
  };
  const part = async (id: string) => (await (await get(`/docs/api/${id}.json`)).json()) as Part;

  test("are valid OpenAPI 3.0, have every operation once, and nothing of 3.1", async () => {
    const whole = (await (await get("/api/v1/openapi.json")).json()) as Part;
    const parts = await Promise.all(AUDIENCES.map(({ id }) => part(id)));
    const isOperators = (path: string) => path.startsWith("/api/v1/operator/");

    for (const each of parts) {
      expect(each.openapi).toBe("3.0.3");
      expect(await new Validator().validate(structuredClone(each))).toEqual({ valid: true });
      expect(JSON.stringify(each)).not.toMatch(/"(?:const|patternProperties)":|"type":(?:\[|"null")/);
    }
    const shown = parts.flatMap(({ paths }) => Object.keys(paths)).toSorted();
    expect(shown).toEqual(
      Object.keys(whole.paths)
        .filter((path) => !isOperators(path))
        .toSorted(),
    );
  });

  test("refer to no component that they lack, and have none that they do not use", async () => {
    for (const { id } of AUDIENCES) {
      const { components, ...rest } = await part(id);
      const text = JSON.stringify({ components, ...rest });
      const named = new Set([...text.matchAll(/#\/components\/\w+\/([^"]+)/g)].map(([, name = ""]) => name));
      const { securitySchemes: _, ...kinds } = components;
      const there = Object.values(kinds).flatMap((kind) => Object.keys(kind as object));
      expect([id, there.toSorted()]).toEqual([id, [...named].toSorted()]);
    }
  });

  test("offer the credentials that a page can send", async () => {
    const schemes = async (id: string) => Object.keys((await part(id)).components.securitySchemes).toSorted();
    expect(await schemes("catalog")).toEqual(["apiKeyAuth", "signIn"]);
    expect(await schemes("prices")).toEqual(["apiKeyAuth", "signIn", "syncKeyAuth"]);
    expect(await schemes("machines")).toEqual(["apiKeyAuth"]);
    expect(await schemes("administration")).toEqual(["signIn"]);
  });

  test("show the operator's routes where there is an operator's key, on this machine", async () => {
    const config = { ...services.config, operatorKey: "an operator key 0123456789" };
    const described = async (address: string) => {
      const its = createApp({ ...services, config, addressOf: () => address });
      const answer = await its.fetch(new Request("http://pim.example/docs/api/administration.json"));
      return Object.keys(((await answer.json()) as Part).components.securitySchemes).includes("operatorKey");
    };
    expect([await described("127.0.0.1"), await described("192.0.2.1")]).toEqual([true, false]);
  });
});

test("the page of the API is that of the framework's plugin, whose own script alone may run inside it", async () => {
  const page = await get("/docs/api");
  const html = await page.text();
  const scripts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => script,
  );

  expect(html).not.toContain("https://");
  expect(scripts).toEqual([expect.stringContaining('SwaggerUIBundle({"url":"docs/api/catalog.json"')]);
  const digest = new Bun.CryptoHasher("sha256").update(scripts[0] ?? "").digest("base64");
  expect(page.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${digest}';`);
  const again = await get("/docs/api", { "if-none-match": page.headers.get("etag") ?? "" });
  expect([again.status, again.headers.get("content-security-policy")]).toEqual([
    304,
    page.headers.get("content-security-policy"),
  ]);
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

  test("is led to from /internal/swagger, where strangers find nothing", async () => {
    const led = async (address: string) => {
      const { status, headers } = await appFor(address).fetch(new Request("http://pim.example/internal/swagger"));
      return [status, headers.get("location")];
    };

    expect([await led("127.0.0.1"), await led("192.0.2.1")]).toEqual([
      [302, "/docs/api"],
      [404, null],
    ]);
  });
});
