import { describe, expect, test } from "bun:test";
import { testApp } from "./test-app.ts";

const { withKey, withSession, stranger, callers, send } = testApp();
const suspended = { licenseStatus: "suspended" as const, modulesOff: new Set<string>() };

/** A known key's raw value and a session's token. */
function credentials() {
  withKey();
  withSession();
  return { key: [...callers.keys.keys()].at(-1) ?? "", token: [...callers.tokens.keys()].at(-1) ?? "" };
}

describe("who comes in", () => {
  test.each(["GET /things", "POST /things", "GET /things/not-a-uuid", "GET /things?page=0"])(
    "D1-120 S4.5 S4.6 %s answers 401 before it looks at what was sent",
    async (route) => {
      const [method = "", path = ""] = route.split(" ");
      const { status, headers, body } = await send(method, path, method === "POST" ? { body: "{bad" } : {});

      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(body.error).toMatchObject({ error_code: "AUTHENTICATION_REQUIRED", type: "authentication_error" });
    },
  );

  test("D1-118 S4.2 takes a key as X-API-Key only", async () => {
    const { key } = credentials();

    expect((await stranger.get("/things", { "x-api-key": key })).status).toBe(200);
    const { status, body } = await stranger.get("/things", { authorization: `Bearer ${key}` });
    expect(status).toBe(401);
    expect(body.error.error_code).toBe("INVALID_API_KEY");
    expect(body.error.message).toContain("X-API-Key");
  });

  test("D1-121 answers INVALID_API_KEY for an unknown key", async () => {
    const { status, body } = await stranger.get("/things", { "x-api-key": "pm_live_unknown" });

    expect([status, body.error.error_code]).toEqual([401, "INVALID_API_KEY"]);
  });

  test("D1-122 takes a session's token, and says when it has expired", async () => {
    const { token } = credentials();

    expect((await stranger.get("/things", { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await stranger.get("/things", { authorization: `bearer ${token}` })).status).toBe(200);
    expect((await stranger.get("/things", { authorization: "Bearer expired" })).body.error.error_code).toBe(
      "TOKEN_EXPIRED",
    );
    expect((await stranger.get("/things", { authorization: "Bearer x" })).body.error.error_code).toBe("INVALID_TOKEN");
    expect((await stranger.get("/things", { authorization: "Basic eDp5" })).body.error.error_code).toBe(
      "AUTHENTICATION_REQUIRED",
    );
  });

  test("S4.3 with both headers the key decides", async () => {
    const { key, token } = credentials();
    const bearer = { authorization: `Bearer ${token}` };

    expect((await stranger.get("/things/whoami", { ...bearer, "x-api-key": key })).body.kind).toBe("api_key");
    expect((await stranger.get("/things", { ...bearer, "x-api-key": "pm_live_bad" })).status).toBe(401);
  });

  test("S4.3 on a route for sessions a key is ignored when there is a token", async () => {
    const manager = withSession({ permissions: new Set(["MANAGE_USERS"]) });

    expect((await manager.get("/things/session", { "x-api-key": "pm_live_bad" })).status).toBe(200);
  });

  test("S4.4 on a route for sessions a valid key is 403, an invalid one 401", async () => {
    const { status, body, headers } = await withKey().get("/things/session");

    expect([status, body.error.error_code]).toEqual([403, "PERMISSION_DENIED"]);
    expect(headers.get("x-ratelimit-limit")).toBe("1000");
    expect((await stranger.get("/things/session", { "x-api-key": "pm_live_bad" })).status).toBe(401);
  });

  test("a route for keys does not take a session", async () => {
    const { status, body } = await withSession().get("/things/key");

    expect([status, body.error.error_code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
    expect((await withKey().get("/things/key")).status).toBe(200);
  });

  test("S4.3 a public route ignores credentials", async () => {
    expect((await stranger.get("/open", { "x-api-key": "pm_live_bad" })).status).toBe(200);
  });
});

describe("what they may do", () => {
  test("D1-119 S5.6 a key needs the scope", async () => {
    const { status, body } = await withKey({ scopes: new Set(["products:read"]) }).post("/things", "{bad");

    expect(status).toBe(403);
    expect(body.error).toMatchObject({
      error_code: "PERMISSION_DENIED",
      type: "authorization_error",
      details: { required_scope: "products:write" },
    });
  });

  test("S5.6 a session needs the permission", async () => {
    const { status, body } = await withSession().post("/things", { name: "a" });

    expect([status, body.error.details]).toEqual([403, { required_permission: "EDIT_CATALOG" }]);
    expect((await withSession({ permissions: new Set(["EDIT_CATALOG"]) }).post("/things", { name: "a" })).status).toBe(
      201,
    );
  });

  test("D1-149 a module that is off answers its own body", async () => {
    const client = withKey({ tenant: { licenseStatus: "active", modulesOff: new Set(["imports"]) } });
    const { status, body } = await client.get("/things/module");

    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.any(String), code: "MODULE_DISABLED", module_id: "imports" });
    expect((await client.get("/things")).status).toBe(200);
  });

  test("D1-150 S10.2 a suspended licence stops writes only", async () => {
    const client = withKey({ tenant: suspended });
    const { status, body } = await client.post("/things", { name: "a" });

    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.any(String), code: "LICENSE_SUSPENDED" });
    expect((await client.get("/things")).status).toBe(200);
    expect((await client.post("/things/search", {})).status).toBe(200);
  });

  test("S4.6 the licence is looked at before the scope", async () => {
    const client = withKey({ tenant: suspended, scopes: new Set() });

    expect((await client.post("/things", { name: "a" })).body.code).toBe("LICENSE_SUSPENDED");
  });

  test("S1.8 gives the handler the caller's own tenant", async () => {
    const tenantId = crypto.randomUUID();

    expect((await withKey({ tenantId }).get("/things/whoami")).body.tenantId).toBe(tenantId);
  });
});

test("publishes each route's policy", () => {
  const { app } = testApp();
  const route = app.routes.find(({ method, path }) => method === "POST" && path === "/api/v1/ext/products");

  expect(route?.hooks.detail).toMatchObject({
    security: [{ apiKeyAuth: [] }],
    "x-credential": "api_key",
    "x-scope": "ext:products:write",
    "x-rate-limit-tier": "WRITE_STANDARD",
    "x-module": "ext_api",
  });
});
