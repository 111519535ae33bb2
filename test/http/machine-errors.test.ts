import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import { changeTenant } from "../../src/identity/tenants/change-tenant.ts";
import { type Answer, newTenant, send, services } from "../harness.ts";

// Every error of the two machine APIs has its family's one shape, from any part that refuses the request: S8.3, S8.4,
// S22.1, S23.1.

const MIB = 1024 * 1024;
const EAN = "4006381333931";

interface Family {
  root: string;
  scope: "ext:products:read" | "appsync:read";
  module: "ext_api" | "appsync";
  /** The body of an error; `raw` stands beside the family's own keys. */
  shape: (status: number, code: string, more?: { details?: unknown; raw?: object; fields?: string[] }) => object;
  read: string;
  write: [method: string, path: string, body: unknown];
  missing: [method: string, path: string, body: unknown];
  /** A path and a method that it does not know. */
  method: [method: string, path: string, allow: string];
  bulk: string;
  invalid: [path: string, body: unknown, fields: string[]];
  parameter: [path: string, field: string];
}

const FAMILIES: Family[] = [
  {
    root: "/ext",
    scope: "ext:products:read",
    module: "ext_api",
    shape: (_status, code, { raw, fields } = {}) => ({
      success: false,
      data: null,
      meta: { total: 0, page: 1, page_size: 0, updated_at: null },
      errors: fields
        ? fields.map((field) => expect.stringMatching(new RegExp(`^${code}: ${field}: .+`)))
        : [expect.stringMatching(new RegExp(`^${code}: .+`))],
      ...raw,
    }),
    read: "/ext/products",
    write: ["POST", "/ext/products", { ean: EAN, name: "A" }],
    missing: ["PUT", `/ext/products/${EAN}`, { name: "A" }],
    method: ["DELETE", `/ext/products/${EAN}`, "GET, HEAD, PUT, PATCH"],
    bulk: "/ext/products/batch",
    invalid: ["/ext/products", { ean: "x", name: 5, weight: "heavy" }, ["ean", "name", "weight"]],
    parameter: ["/ext/products/delta", "since"],
  },
  {
    root: "/appsync",
    scope: "appsync:read",
    module: "appsync",
    shape: (status, code, { raw, fields } = {}) => ({
      ...raw,
      success: false,
      code: status,
      message: expect.any(String),
      data: null,
      count: 0,
      error_code: code,
      ...(fields && {
        details: fields.map((field) => ({ field, message: expect.any(String), type: expect.any(String) })),
      }),
    }),
    read: "/appsync/products",
    write: ["POST", "/appsync/products/sync", [{ reference: "A", name: "A" }]],
    missing: ["PATCH", "/appsync/products/none", { name: "A" }],
    method: ["DELETE", "/appsync/products/none", "GET, HEAD, PATCH"],
    bulk: "/appsync/products/sync",
    invalid: [
      "/appsync/stock/update",
      [{ ean: EAN, stock: -1 }, { stock: 1 }, { ean: EAN, stock: "1" }],
      ["0.stock", "1.ean", "2.stock"],
    ],
    parameter: ["/appsync/products?limit=501", "limit"],
  },
];

const changed = async (change: Parameters<typeof changeTenant.run>[1]) => {
  const tenant = await newTenant();
  await services.write(changeTenant, tenant.id, change);
  return tenant;
};
const keyed = (key: string, more: Record<string, string> = {}) => ({ "x-api-key": key, ...more });
/** What every error has, in any shape. */
function expectWhole({ headers }: Answer, language = "en"): void {
  expect(headers.get("content-type")).toStartWith("application/json");
  expect(headers.get("content-language")).toBe(language);
  expect(headers.get("vary")).toContain("Accept-Language");
  expect(headers.get("x-request-id")).toBeTruthy();
}

describe.each(FAMILIES)(
  "$root",
  ({ module, shape, read, write, missing, method, bulk, invalid, parameter, ...family }) => {
    test("D2-121 D2-123 D2-154 S8.3 S8.4 401 of no key, a wrong one, and a session", async () => {
      const tenant = await newTenant();
      for (const [credential, code] of [
        [{}, "AUTHENTICATION_REQUIRED"],
        [keyed("pm_live_x"), "INVALID_API_KEY"],
        [{ authorization: `Bearer ${tenant.adminToken}` }, "AUTHENTICATION_REQUIRED"],
      ] as const) {
        const answer = await send("GET", read, undefined, credential);
        expect([answer.status, answer.body]).toEqual([401, shape(401, code)]);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
        expectWhole(answer);
      }
    });

    test("S8.4 403 of a key without the scope", async () => {
      const key = await (await newTenant()).keyWith([family.scope]);
      const answer = await send(...write, keyed(key));
      expect([answer.status, answer.body]).toEqual([403, shape(403, "PERMISSION_DENIED")]);
      expectWhole(answer);
    });

    test("S8.3 403 where the module is off carries the raw keys too", async () => {
      const tenant = await changed({ modules: { [module]: false } });
      const code = family.root === "/ext" ? { code: "MODULE_DISABLED" } : {};
      const raw = { detail: expect.any(String), module_id: module, ...code };
      for (const answer of [await tenant.get(read), await send(...write, keyed(tenant.apiKey))]) {
        expect([answer.status, answer.body]).toEqual([403, shape(403, "MODULE_DISABLED", { raw })]);
        expectWhole(answer);
      }
    });

    test("S8.3 403 of a write under a suspended licence; reads go on", async () => {
      const tenant = await changed({ licenseStatus: "suspended" });
      const code = family.root === "/ext" ? { code: "LICENSE_SUSPENDED" } : {};
      const answer = await send(...write, keyed(tenant.apiKey));
      const raw = { detail: expect.any(String), ...code };
      expect([answer.status, answer.body]).toEqual([403, shape(403, "LICENSE_SUSPENDED", { raw })]);
      expectWhole(answer);
      expect((await tenant.get(read)).status).toBe(200);
    });

    test("S8.4 404 of a product and of a path that does not exist", async () => {
      const { apiKey } = await newTenant();
      const product = await send(...missing, keyed(apiKey));
      expect([product.status, product.body]).toEqual([404, shape(404, "PRODUCT_NOT_FOUND")]);
      expectWhole(product);
      for (const path of [`${family.root}/nothing`, family.root, `${family.root}/products/a/b/c`]) {
        const answer = await send("GET", path, undefined, keyed(apiKey));
        expect([answer.status, answer.body]).toEqual([404, shape(404, "NOT_FOUND")]);
        expectWhole(answer);
      }
      expect((await send("GET", `${family.root}ension/products`)).body.error.error_code).toBe("NOT_FOUND");
    });

    test("S8.9 405 says what the path accepts", async () => {
      const [verb, path, allow] = method;
      const answer = await send(verb, path, undefined, keyed((await newTenant()).apiKey));
      expect([answer.status, answer.body]).toEqual([405, shape(405, "METHOD_NOT_ALLOWED")]);
      expect(answer.headers.get("allow")).toBe(allow);
      expectWhole(answer);
    });

    test("S8.9 413 of more than 10 MiB in bulk and of more than 1 MiB else", async () => {
      const { apiKey } = await newTenant();
      for (const [verb, path, bytes] of [
        ["POST", bulk, 10 * MIB],
        [missing[0], missing[1], MIB],
      ] as const) {
        const headers = keyed(apiKey, { "content-type": "application/json" });
        const answer = await send(verb, path, JSON.stringify("x".repeat(bytes)), headers);
        expect([answer.status, answer.body]).toEqual([413, shape(413, "PAYLOAD_TOO_LARGE")]);
        expectWhole(answer);
        // Within the limit it is read, and is no object.
        expect((await send(verb, path, JSON.stringify("x".repeat(bytes - 2)), headers)).status).toBe(422);
      }
    });

    test("S8.1 415 of a compressed body, 422 of one that is no JSON", async () => {
      const [verb, path, body] = write;
      const { apiKey } = await newTenant();
      const packed = await send(verb, path, body, keyed(apiKey, { "content-encoding": "gzip" }));
      expect([packed.status, packed.body]).toEqual([415, shape(415, "UNSUPPORTED_MEDIA_TYPE")]);
      expect(packed.headers.get("accept-encoding")).toBe("identity");
      expectWhole(packed);
      const table = await send(verb, path, "a;b", keyed(apiKey, { "content-type": "text/csv" }));
      expect([table.status, table.body]).toEqual([422, shape(422, "VALIDATION_FAILED", { fields: ["body"] })]);
    });

    test("S8.4 S8.6 422 names each field, in the caller's language", async () => {
      const [path, body, fields] = invalid;
      const { post } = await newTenant();
      const answer = await post(path, body);
      expect([answer.status, answer.body]).toEqual([422, shape(422, "VALIDATION_FAILED", { fields })]);
      expectWhole(answer);
      const french = await post(path, body, { "accept-language": "fr" });
      expect(french.body).toEqual(shape(422, "VALIDATION_FAILED", { fields }));
      expect(french.body).not.toEqual(answer.body);
      expectWhole(french, "fr");
      const broken = await post(path, "{", { "content-type": "application/json" });
      expect([broken.status, broken.body]).toEqual([422, shape(422, "VALIDATION_FAILED", { fields: ["body"] })]);
    });

    test("S8.4 400 of a wrong parameter", async () => {
      const [path, field] = parameter;
      const answer = await (await newTenant()).get(path);
      expect([answer.status, answer.body]).toEqual([400, shape(400, "INVALID_PARAMETER", { fields: [field] })]);
      expectWhole(answer);
    });

    test("S8.3 D1-174 429 says when to come back, in the raw keys and in headers", async () => {
      const rateLimits = { READ_STANDARD: { limit: 1, windowSeconds: 60 } };
      const { now } = services;
      const limiter = new RateLimiter({ ...readConfig({ env: {} }), rateLimits, rateLimitDisabled: false }, now);
      const app = createApp(services, { checkAnswers: true, limiter });
      const { apiKey } = await newTenant();
      const request = () => app.handle(new Request(`http://localhost/api/v1${read}`, { headers: keyed(apiKey) }));

      const first = await request();
      const second = await request();

      expect([first.status, first.headers.get("x-ratelimit-remaining")]).toEqual([200, "0"]);
      const { status, headers } = second;
      const body = await second.json();
      const raw = {
        error: "rate_limit_exceeded",
        message: expect.any(String),
        detail: "1 per minute",
        retry_after: 60,
      };
      expect([status, body]).toEqual([429, shape(429, "RATE_LIMIT_EXCEEDED", { raw })]);
      expect(headers.get("retry-after")).toBe("60");
      expect(headers.get("x-ratelimit-limit")).toBe("1");
      expect(headers.get("x-ratelimit-remaining")).toBe("0");
      expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(now() / 1000);
      expectWhole({ status, headers, body });
    });
  },
);
