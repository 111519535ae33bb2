import { afterAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { principal, testApp } from "./test-app.ts";

const KEY = { "x-api-key": "pm_live_manners" };

/** A service with these settings, and a way to see its answers as they are on the wire. */
function serve(settings: Parameters<typeof testApp>[0] = {}) {
  const { app, callers } = testApp(settings);
  callers.keys.set("pm_live_manners", principal());
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
  afterAll(() => server.stop(true));
  return (path: string, headers: Record<string, string> = {}, method = "GET", body?: string) =>
    fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
      method,
      headers: { ...KEY, ...headers },
      decompress: false,
      ...(body !== undefined && { body }),
    });
}

const call = serve();
const READ: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};
const textOf = async (response: Response) => {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const encoding = response.headers.get("content-encoding");
  return new TextDecoder().decode(encoding === null ? bytes : READ[encoding]?.(bytes));
};

describe("compression", () => {
  test.each([
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["*", "zstd"],
    ["identity", null],
    ["gzip;q=0", null],
    ["identity, gzip;q=0.5", null],
    ["lzma", null],
  ])("%s takes %s", async (accepted, encoding) => {
    for (const turns of [0, 3]) {
      for (const length of [2_000, 100_000]) {
        const answer = await call(`/things/long/${turns}/${length}`, { "accept-encoding": accepted });

        expect(answer.headers.get("content-encoding")).toBe(encoding);
        expect(answer.headers.get("vary")).toBe("Accept-Encoding");
        expect(answer.headers.get("etag")).toBe(encoding === null ? '"long"' : 'W/"long"');
        expect(JSON.parse(await textOf(answer))).toEqual({ text: "Š".repeat(length) });
      }
    }
  });

  test("a short answer, a HEAD and a secret go as they are", async () => {
    const accepted = { "accept-encoding": "gzip" };
    const short = await call("/things/long/0/100", accepted);
    const head = await call("/things/long/0/2000", accepted, "HEAD");
    const json = { ...accepted, "content-type": "application/json" };
    const secret = await call("/things/long-secret", json, "POST", "{}");

    for (const answer of [short, head, secret]) expect(answer.headers.get("content-encoding")).toBeNull();
    expect(head.headers.get("content-length")).toBe("4011");
    expect((await secret.text()).length).toBeGreaterThan(2_000);
  });
});

describe("OPTIONS and HEAD", () => {
  test("OPTIONS says what a path takes", async () => {
    const answer = await call("/things", {}, "OPTIONS");

    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect(answer.headers.get("x-request-id")).not.toBeNull();
    expect((await call("/nothing", {}, "OPTIONS")).status).toBe(404);
  });
});

describe("pages of other origins", () => {
  const SHOP = "https://shop.example";
  const preflight = { origin: SHOP, "access-control-request-method": "PATCH" };
  const allowed = ({ headers }: Response) => [
    headers.get("access-control-allow-origin"),
    headers.get("access-control-allow-credentials"),
  ];

  test("may not call unless the settings say so", async () => {
    const [options, answer] = [await call("/things", preflight, "OPTIONS"), await call("/things", { origin: SHOP })];

    for (const each of [options, answer]) {
      expect([...each.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("may call from a listed origin, with cookies, errors too", async () => {
    const listed = serve({ corsOrigins: [SHOP] });
    const options = await listed("/things", preflight, "OPTIONS");
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
    expect(options.headers.get("access-control-allow-headers")).toContain("X-API-Key");
    expect(options.headers.get("access-control-max-age")).toBe("86400");
    for (const path of ["/things", "/nothing"]) {
      const answer = await listed(path, { origin: SHOP });
      expect(allowed(answer)).toEqual([SHOP, "true"]);
      expect(answer.headers.get("vary")).toContain("Origin");
      expect(answer.headers.get("access-control-expose-headers")).toMatch(/ETag, .*Link, .*Location, .*X-RateLimit-/);
    }
    expect(allowed(await listed("/things", { origin: "https://evil.example" }))).toEqual([null, null]);
    expect(allowed(await listed("/things", { origin: "https://shop.example.evil.example" }))).toEqual([null, null]);
  });

  test("may call from anywhere without cookies, when the settings say *", async () => {
    const open = serve({ corsOrigins: "*" });
    expect(allowed(await open("/things", { origin: SHOP }))).toEqual(["*", null]);
    expect(allowed(await open("/things", preflight, "OPTIONS"))).toEqual(["*", null]);
  });

  test("a listed origin may write with a cookie and its CSRF token, another may not", async () => {
    const { withCookie } = testApp({ corsOrigins: [SHOP] });
    const { post, csrf } = withCookie();
    const from = (origin: string) => ({ ...csrf, origin, "sec-fetch-site": "cross-site" });

    expect((await post("/things", { name: "a" }, from(SHOP))).status).toBe(201);
    expect((await post("/things", { name: "a" }, from("https://evil.example"))).status).toBe(403);
    expect((await post("/things", { name: "a" }, { origin: SHOP })).status).toBe(403);
  });
});

describe("pages of lists", () => {
  const linksOf = ({ headers }: Response) =>
    Object.fromEntries(
      [...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to, relation]) => [relation, to]),
    );

  test("Link leads to the first, previous, next and last page", async () => {
    expect(linksOf(await call("/things/flat?page=3&per_page=10&search=a%20b"))).toEqual({
      first: "/api/v1/things/flat?per_page=10&search=a+b",
      prev: "/api/v1/things/flat?per_page=10&search=a+b&page=2",
      next: "/api/v1/things/flat?per_page=10&search=a+b&page=4",
      last: "/api/v1/things/flat?per_page=10&search=a+b&page=5",
    });
    expect(linksOf(await call("/things/flat?per_page=100"))).toEqual({
      first: "/api/v1/things/flat?per_page=100",
      last: "/api/v1/things/flat?per_page=100",
    });
  });

  test("an unchanged page is 304", async () => {
    const first = await call("/things/flat");
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toStartWith('W/"');
    expect(first.headers.get("cache-control")).toBe("private, no-cache");

    const again = await call("/things/flat", { "if-none-match": tag });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await call("/things/flat?page=2", { "if-none-match": tag })).status).toBe(200);
  });

  test("fields= answers these fields only, and names the possible ones", async () => {
    const answer = await call("/things/named?fields=name,price");
    expect(await answer.json()).toMatchObject({ items: [{ name: "a", price: 1 }], meta: { total: 1 } });
    expect(Object.keys(JSON.parse(await (await call("/things/named?fields=price")).text()).items[0])).toEqual([
      "price",
    ]);

    const refused = await call("/things/named?fields=name,prise");
    expect(refused.status).toBe(400);
    const { error } = JSON.parse(await refused.text());
    expect(error.details).toEqual([
      {
        field: "fields",
        message: 'There is no field "prise" here. The fields are: name, price, tags',
        type: "invalid_value",
      },
    ]);
  });
});
