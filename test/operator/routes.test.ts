import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { clock, newTenant, send, services } from "../harness.ts";

const KEY = "an operator key 0123456789";
const withKey = createApp({ ...services, config: { ...services.config, operatorKey: KEY } }, { checkAnswers: true });
const without = createApp(
  { ...services, config: { ...services.config, operatorKey: undefined } },
  { checkAnswers: true },
);
const UNKNOWN = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";

/** Calls the operator's routes. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { "x-operator-key": KEY },
  app = withKey,
) {
  const response = await app.handle(
    new Request(`http://localhost/api/v1/operator${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const subscription = (more: Record<string, unknown> = {}) => ({
  email: `${services.newId()}@example.com`,
  company_name: "Example Ltd",
  ...more,
});
const register = (token: string) =>
  send("POST", "/auth/register", { token, password: "a safe password 1", first_name: "Anna", last_name: "Martin" });

const CALLS: [method: string, path: string, body: unknown][] = [
  ["POST", "/subscriptions", subscription()],
  ["GET", `/tenants/${UNKNOWN}`, undefined],
  ["PATCH", `/tenants/${UNKNOWN}`, { license_status: "suspended" }],
];

describe("the operator key", () => {
  test.each(CALLS)("S10.5 %s %s is not there without one in the settings", async (method, path, body) => {
    const answer = await call(method, path, body, { "x-operator-key": KEY }, without);

    expect(answer.status).toBe(404);
    expect(answer.body.error.error_code).toBe("NOT_FOUND");
  });

  test.each(CALLS)(
    "S10.5 %s %s refuses who has none or another, before it looks at the request",
    async (method, path) => {
      const broken = method === "GET" ? undefined : "{";

      const none = await call(method, path, broken, {});
      const wrong = await call(method, path, broken, { "x-operator-key": `${KEY}x` });

      expect([none.status, wrong.status]).toEqual([401, 401]);
      expect(none.body.error.error_code).toBe("AUTHENTICATION_REQUIRED");
      expect(wrong.body.error.error_code).toBe("INVALID_OPERATOR_KEY");
      expect(JSON.stringify(wrong.body)).not.toContain(KEY);
    },
  );

  test("S10.5 no tenant's credential is in for it", async () => {
    const { apiKey, adminToken, id } = await newTenant();

    for (const headers of [{ "x-api-key": apiKey }, { authorization: `Bearer ${adminToken}` }]) {
      expect((await call("PATCH", `/tenants/${id}`, { license_status: "active" }, headers)).status).toBe(401);
    }
  });
});

describe("POST /operator/subscriptions", () => {
  test("S10.5 S3.13 invites a subscriber, who becomes the admin of a new tenant with the modules that were sold", async () => {
    const sold = subscription({ plan: "business", modules: { enrichment: false, appsync: false } });

    const { status, body } = await call("POST", "/subscriptions", sold);

    expect(status).toBe(201);
    expect(Date.parse(body.expires_at)).toBe(clock.nowMs + 7 * 86_400_000);
    const registered = await register(body.token);
    expect(registered.status).toBe(201);
    const { role, tenant } = registered.body.user;
    expect([role, tenant.id, tenant.name]).toEqual(["admin", body.tenant_id, "Example Ltd"]);
    expect(tenant.modules).toHaveLength(11);
    expect((await call("GET", `/tenants/${tenant.id}`)).body.modules).toMatchObject({
      enrichment: false,
      imports: true,
    });
  });

  test("S10.5 refuses what is missing or wrong, and an address that has an account", async () => {
    const known = subscription();
    await register((await call("POST", "/subscriptions", known)).body.token);

    for (const body of [
      {},
      { email: "anna", company_name: "x" },
      subscription({ company_name: " " }),
      subscription({ modules: { none: true } }),
    ]) {
      expect((await call("POST", "/subscriptions", body)).status).toBe(422);
    }
    expect((await call("POST", "/subscriptions", known)).body.error.error_code).toBe("DUPLICATE_RESOURCE");
  });
});

describe("GET and PATCH /operator/tenants/{id}", () => {
  test("S10.5 shows and changes licence and modules; what is absent stays", async () => {
    const { id } = await newTenant();

    const changed = await call("PATCH", `/tenants/${id}`, { modules: { imports: false, exports: false } });
    const again = await call("PATCH", `/tenants/${id}`, { license_status: "suspended", modules: { exports: true } });

    expect(changed.body).toMatchObject({ id, license_status: "active", modules: { imports: false, exports: false } });
    expect(again.body).toMatchObject({ license_status: "suspended", modules: { imports: false, exports: true } });
    expect((await call("GET", `/tenants/${id}`)).body).toEqual(again.body);
    expect(Object.keys(again.body.modules)).toHaveLength(13);
  });

  test("S1.4 answers 404 for an unknown tenant, with any form of id, 422 for what is no status or module", async () => {
    const { id } = await newTenant();

    expect((await call("GET", `/tenants/${UNKNOWN}`)).status).toBe(404);
    expect((await call("PATCH", `/tenants/${UNKNOWN}`, {})).status).toBe(404);
    expect((await call("GET", "/tenants/one")).status).toBe(404);
    for (const body of [
      { license_status: "gone" },
      { modules: { none: true } },
      { modules: { imports: 1 } },
      { modules: [] },
    ]) {
      expect((await call("PATCH", `/tenants/${id}`, body)).status).toBe(422);
    }
  });

  test("leaves a note in the tenant's audit log", async () => {
    const { id, admin } = await newTenant();
    await call(
      "PATCH",
      `/tenants/${id}`,
      { license_status: "suspended" },
      { "x-operator-key": KEY, "x-request-id": "op-1" },
    );

    const [entry] = (await admin.get("/audit-log")).body.items;

    expect(entry).toMatchObject({
      actor: { type: "operator", id: null },
      action: "tenant.changed",
      details: { license_status: { from: "active", to: "suspended" } },
      request_id: "op-1",
      address: "127.0.0.1",
    });
  });
});

describe("a suspended licence", () => {
  const WRITES: [method: "post" | "put" | "patch" | "delete", path: string, body?: unknown][] = [
    ["post", "/products", { name: "One" }],
    ["patch", `/products/${UNKNOWN}`, { name: "One" }],
    ["delete", `/products/${UNKNOWN}`],
    ["post", "/imports/upload"],
    ["post", "/exports/csv/products", {}],
  ];

  test("S10.2 D1-150 refuses writes by key and by session, and lets both read", async () => {
    const tenant = await newTenant();
    await call("PATCH", `/tenants/${tenant.id}`, { license_status: "suspended" });

    for (const [method, path, body] of WRITES) {
      const answer = await tenant[method](path, body);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        403,
        { detail: expect.any(String), code: "LICENSE_SUSPENDED" },
      ]);
    }
    expect((await tenant.admin.post("/api-keys", { name: "x" })).body.code).toBe("LICENSE_SUSPENDED");
    expect((await tenant.admin.put("/settings/erp", {})).body.code).toBe("LICENSE_SUSPENDED");
    expect((await tenant.admin.patch(`/settings/users/${tenant.adminId}`, {})).body.code).toBe("LICENSE_SUSPENDED");
    for (const path of ["/products", "/imports"]) expect((await tenant.get(path)).status).toBe(200);
    expect((await tenant.admin.get("/api-keys")).status).toBe(200);
  });

  test("S10.2 leaves logging out, and searching by POST; other tenants go on", async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await call("PATCH", `/tenants/${tenant.id}`, { license_status: "suspended" });

    expect((await other.post("/products", { name: "One" })).status).toBe(201);
    expect((await tenant.admin.post("/auth/logout")).status).toBe(200);
    const search = await tenant.post("/products/search", {});
    expect(search.body?.code).not.toBe("LICENSE_SUSPENDED");
  });

  test("S10.5 a tenant's admin cannot lift it", async () => {
    const tenant = await newTenant();
    await call("PATCH", `/tenants/${tenant.id}`, { license_status: "suspended" });

    await tenant.admin.patch("/auth/me", { tenant: { license_status: "active" } });
    await tenant.admin.put("/settings/languages", { license_status: "active" });

    expect((await tenant.post("/products", { name: "One" })).body.code).toBe("LICENSE_SUSPENDED");
  });
});

describe("a module that is off", () => {
  test("S10.1 D1-149 refuses its family in the documented shape, and no other", async () => {
    const tenant = await newTenant();
    await call("PATCH", `/tenants/${tenant.id}`, { modules: { imports: false, exports: false } });

    for (const [path, module] of [
      ["/imports", "imports"],
      ["/exports/progress/x", "exports"],
    ] as const) {
      const { status, body } = await tenant.get(path);
      expect([status, body]).toEqual([403, { detail: expect.any(String), code: "MODULE_DISABLED", module_id: module }]);
    }
    expect((await tenant.get("/products")).status).toBe(200);
    await call("PATCH", `/tenants/${tenant.id}`, { modules: { imports: true } });
    expect((await tenant.get("/imports")).status).toBe(200);
  });

  test("S10.3 a write of a suspended tenant is refused for the licence first, a read for the module", async () => {
    const tenant = await newTenant();
    await call("PATCH", `/tenants/${tenant.id}`, { license_status: "suspended", modules: { imports: false } });

    expect((await tenant.post("/imports/upload")).body.code).toBe("LICENSE_SUSPENDED");
    expect((await tenant.get("/imports")).body.code).toBe("MODULE_DISABLED");
  });
});
