import { describe, expect, test } from "bun:test";
import { toWire } from "../../db/local/write-port.ts";
import { ApiError, reviveError } from "../../src/http/output/errors.ts";
import { ERRORS } from "../../src/http/output/faults/error-codes.ts";
import { MESSAGE_KEYS, type MessageKey, translate } from "../../src/http/output/messages.ts";
import { clock, principal, testApp } from "./test-app.ts";

const { withKey, stranger, lines, send } = testApp();

describe("the envelope", () => {
  test("D1-142 D1-143 S8.7 has all eight keys", async () => {
    const { body } = await stranger.get("/things?page=0&secret=1", { "x-request-id": "trace-1" });

    expect(body).toEqual({
      error: {
        code: 401,
        error_code: "AUTHENTICATION_REQUIRED",
        type: "authentication_error",
        message: expect.stringMatching(/^Authentication is required: send an API key in the X-API-Key header/),
        details: null,
        path: "/api/v1/things",
        request_id: "trace-1",
        timestamp: new Date(clock.nowMs).toISOString(),
      },
    });
  });

  test("D0.13 carries how to fix it, in the caller's language", async () => {
    const { status, body } = await withKey().get("/things/helped", { "accept-language": "fr" });

    expect(status).toBe(409);
    expect(body.error.details).toEqual({ dependency: "erp", how_to_fix: expect.stringContaining("session") });
  });
});

describe("the request id", () => {
  test("S8.7 is the caller's own when it is well-formed, and echoed", async () => {
    expect((await withKey().get("/things", { "x-request-id": "a-b_c.9" })).headers.get("x-request-id")).toBe("a-b_c.9");
  });

  test.each(["a b", "a\tb", "é", "x".repeat(129), "a;b"])("S8.7 is a new one in place of %p", async (id) => {
    const { headers } = await stranger.get("/things", { "x-request-id": id });

    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("routes", () => {
  test.each(["/nope", "/things/x/y/z", "/graphql", "/%00"])("D1-147 D1-181 %s answers 404", async (path) => {
    const { status, body } = await withKey().get(path);

    expect([status, body.error.error_code, body.error.type]).toEqual([404, "NOT_FOUND", "not_found"]);
  });

  test("D1-001 D1-178 nothing is outside /api/v1", async () => {
    const { app } = testApp();

    for (const path of ["/things", "/api/v2/things", "/"]) {
      expect((await app.handle(new Request(`http://localhost${path}`))).status).toBe(404);
    }
  });

  test("S8.9 a wrong method answers 405 with Allow", async () => {
    const { status, headers, body } = await send("PATCH", "/things");

    expect([status, body.error.error_code, body.error.type]).toEqual([405, "METHOD_NOT_ALLOWED", "http_error"]);
    expect(headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await send("POST", "/things/number/1")).headers.get("allow")).toBe("GET, HEAD");
    expect((await send("TRACE", "/things")).status).toBe(405);
  });

  test("S1.3 a trailing slash makes no difference", async () => {
    expect((await withKey().get("/things/")).status).toBe(200);
    expect((await withKey().get("/things/number/1/")).status).toBe(200);
    expect((await send("PATCH", "/things/")).status).toBe(405);
  });

  test("answers under a short host name", async () => {
    expect((await testApp().app.handle(new Request("http://x/api/v1/things"))).status).toBe(401);
  });

  test("HEAD answers like GET, without a body", async () => {
    const { app, callers } = testApp();
    callers.keys.set("pm_live_head", principal());
    const head = await app.handle(
      new Request("http://localhost/api/v1/things", { method: "HEAD", headers: { "x-api-key": "pm_live_head" } }),
    );

    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("failures", () => {
  test("T34 D1-158 says nothing of an unforeseen error, and logs it with its id", async () => {
    const { status, body } = await withKey().get("/things/fails");

    expect([status, body.error.error_code, body.error.type]).toEqual([
      500,
      "SYSTEM_INTERNAL_ERROR",
      "internal_server_error",
    ]);
    expect(JSON.stringify(body)).not.toContain("select");
    const line = lines.find((each) => each["error"] && each["request_id"] === body.error.request_id);
    expect(line?.["error"]).toContain("select secret from password");
  });

  test("S8.1 a failing database is a database_error", async () => {
    const { body } = await withKey().get("/things/database-fails");

    expect(body.error).toMatchObject({ code: 500, error_code: "SYSTEM_INTERNAL_ERROR", type: "database_error" });
  });

  test("D1-157 S8.10 an overloaded database is 503 with Retry-After", async () => {
    const { status, headers, body } = await withKey().get("/things/overloaded");

    expect([status, body.error.error_code, headers.get("retry-after")]).toEqual([
      503,
      "SYSTEM_SERVICE_UNAVAILABLE",
      "30",
    ]);
  });

  test.each([
    ["full", 503, "SYSTEM_SERVICE_UNAVAILABLE", "30"],
    ["EROFS", 503, "SYSTEM_SERVICE_UNAVAILABLE", "30"],
    ["ENOSPC", 507, "INSUFFICIENT_STORAGE", null],
    ["EDQUOT", 507, "INSUFFICIENT_STORAGE", null],
    ["EIO", 500, "SYSTEM_INTERNAL_ERROR", null],
  ])("of a disk, %s, are %d and say that nothing was stored", async (code, expected, errorCode, retryAfter) => {
    const { status, headers, body } = await withKey().get(`/things/disk/${code}`);

    expect([status, body.error.error_code, headers.get("retry-after")]).toEqual([expected, errorCode, retryAfter]);
    expect(body.error.message.includes("This request changed nothing")).toBe(expected !== 500);
  });

  test("S8.10 maintenance answers 503 to all but health and the description", async () => {
    const closed = testApp({ maintenance: true });
    const { status, headers } = await closed.withKey().get("/things");

    expect([status, headers.get("retry-after")]).toEqual([503, "300"]);
    expect((await closed.stranger.get("/health")).status).toBe(404);
    expect((await closed.stranger.get("/openapi.json")).status).toBe(404);
  });
});

describe("/ext and /appsync", () => {
  test("D1-151 S8.4 answer in the external API's shape", async () => {
    const rights = { scopes: new Set(["ext:products:write"]) };
    const meta = { total: 0, page: 1, page_size: 0, updated_at: null };

    for (const [answer, status] of [
      [stranger.post("/ext/products", {}), 401],
      [withKey().post("/ext/products", {}), 403],
      [stranger.get("/ext/nope"), 404],
    ] as const) {
      const { status: given, body } = await answer;
      expect(given).toBe(status);
      expect(body).toEqual({ success: false, data: null, meta, errors: [expect.stringMatching(/^[A-Z_]+: .+/)] });
    }
    const { body } = await withKey(rights).post("/ext/products", { ean: "1" });
    expect(body.errors).toEqual([
      "VALIDATION_FAILED: name: This field is required",
      "VALIDATION_FAILED: ean: This value is malformed",
    ]);
  });

  test("D1-152 S8.4 answer in the ERP-sync API's shape", async () => {
    for (const [answer, status] of [
      [stranger.post("/appsync/products", {}), 401],
      [withKey().post("/appsync/products", {}), 403],
      [stranger.get("/appsync/nope"), 404],
    ] as const) {
      const { body } = await answer;
      expect(body).toMatchObject({
        success: false,
        code: status,
        data: null,
        count: 0,
        error_code: expect.any(String),
      });
      expect(typeof body.message).toBe("string");
    }
  });

  test("S8.3 carry the raw keys besides their own", async () => {
    const off = { tenant: { licenseStatus: "active" as const, modulesOff: new Set(["ext_api"]) } };

    expect((await withKey(off).post("/ext/products", {})).body).toMatchObject({
      success: false,
      code: "MODULE_DISABLED",
      module_id: "ext_api",
    });
    expect((await withKey(off).post("/appsync/products", {})).body).toMatchObject({
      success: false,
      code: 403,
      error_code: "MODULE_DISABLED",
      module_id: "ext_api",
    });
  });
});

describe("the catalogue", () => {
  test("has a message and a remedy for every code, in both languages", () => {
    for (const { says, fix } of Object.values(ERRORS)) {
      expect(says.fr).not.toBe("");
      expect(fix.fr).not.toBe(fix.en);
    }
  });

  test("names the same parameters in both languages", () => {
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

    for (const key of MESSAGE_KEYS as ReadonlySet<MessageKey>) {
      expect(holes(translate("fr", key))).toEqual(holes(translate("en", key)));
    }
  });

  test("an error keeps its code, details and headers on its way through a thread", () => {
    const error = new ApiError("DUPLICATE_EAN", { details: { ean: "1" }, headers: { "x-a": "b" } });

    const revived = reviveError(structuredClone(toWire(error)));

    expect(revived).toBeInstanceOf(ApiError);
    expect(revived).toMatchObject({
      code: "DUPLICATE_EAN",
      options: { details: { ean: "1" }, headers: { "x-a": "b" } },
    });
    expect(revived.stack).toBe(error.stack ?? "");
  });

  test("an error that is not ours keeps its name and stays unknown to callers", () => {
    const revived = reviveError(structuredClone(toWire(new TypeError("x"))));

    expect(revived).not.toBeInstanceOf(ApiError);
    expect(revived.name).toBe("TypeError");
  });
});
