import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { SignJWT } from "jose";
import { PERMISSIONS, SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { instanceKey } from "../../src/identity/auth/callers/instance-key.ts";
import { startSession } from "../../src/identity/auth/sessions/start-session.ts";
import { clientWith, newTenant, send, services } from "../harness.ts";

const bearer = (token: string) => clientWith({ authorization: `Bearer ${token}` });
const SECRET = await instanceKey(services, "access-token-key");

describe("GET /auth/me", () => {
  test("D1-136 returns the user of the session", async () => {
    const tenant = await newTenant();

    const { status, body } = await tenant.admin.get("/auth/me");

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: tenant.adminId, role: "admin", tenant: { id: tenant.id } });
  });

  test("D1-136 asks for a session", async () => {
    const tenant = await newTenant();

    expect((await send("GET", "/auth/me")).body.error.error_code).toBe("AUTHENTICATION_REQUIRED");
    expect((await tenant.get("/auth/me")).body.error.error_code).toBe("PERMISSION_DENIED");
  });

  test.each([
    ["manager", 12],
    ["editor", 7],
    ["viewer", 3],
  ] as const)("S5.5 reports a %s of %i permissions", async (role, count) => {
    const { body } = await (await (await newTenant()).as(role)).get("/auth/me");

    expect(body.role).toBe(role);
    expect(body.permissions).toHaveLength(count);
  });
});

describe("GET /auth/test", () => {
  test("D1-136 S3.15 says whom a session belongs to", async () => {
    const tenant = await newTenant();

    expect((await tenant.admin.get("/auth/test")).body).toEqual({
      status: "ok",
      authenticated: true,
      auth_type: "session",
      subject: tenant.adminId,
      tenant_id: tenant.id,
      permissions: [...PERMISSIONS],
    });
  });

  test("D1-118 D1-136 S3.15 says whom a key belongs to", async () => {
    const tenant = await newTenant();

    const { status, body } = await tenant.get("/auth/test");

    expect(status).toBe(200);
    expect(body).toMatchObject({ auth_type: "api_key", tenant_id: tenant.id, scopes: [...SCOPES] });
  });

  test("D1-120 D1-136 refuses who has none", async () => {
    const { status, body } = await send("GET", "/auth/test");

    expect(status).toBe(401);
    expect(body.error).toMatchObject({ error_code: "AUTHENTICATION_REQUIRED", type: "authentication_error" });
  });

  test("T12 D1-118 refuses a key sent as a bearer token", async () => {
    const { apiKey } = await newTenant();

    const { status, body } = await bearer(apiKey).get("/auth/test");

    expect(status).toBe(401);
    expect(body.error.error_code).toBe("INVALID_API_KEY");
    expect(body.error.message).toContain("X-API-Key");
  });
});

describe("POST /auth/logout", () => {
  test("T9 D1-135 S3.14 ends this session at once, and no other", async () => {
    const tenant = await newTenant();
    const userId = tenant.adminId;
    const sessionId = await services.write(startSession, tenant.id, { userId });
    const subject = { userId, tenantId: tenant.id, sessionId, role: "admin" as const };
    const other = bearer(await services.authenticator.signAccessToken(subject));
    expect((await tenant.admin.get("/auth/me")).status).toBe(200);

    const answer = await tenant.admin.post("/auth/logout", undefined, { "accept-language": "fr" });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: "Vous avez été déconnecté" });
    expect((await tenant.admin.get("/auth/me")).body.error.error_code).toBe("INVALID_TOKEN");
    expect((await tenant.admin.post("/auth/logout")).status).toBe(401);
    expect((await other.get("/auth/me")).status).toBe(200);
  });

  test("asks for a session", async () => {
    const tenant = await newTenant();

    expect((await send("POST", "/auth/logout")).status).toBe(401);
    expect((await tenant.post("/auth/logout")).status).toBe(403);
  });
});

describe("an access token", () => {
  async function given() {
    const tenant = await newTenant();
    const sessionId = await services.write(startSession, tenant.id, { userId: tenant.adminId });
    const claims = {
      iss: "catalogd",
      aud: "catalogd-api",
      sub: tenant.adminId,
      tid: tenant.id,
      sid: sessionId,
      jti: services.newId(),
      typ: "access",
      role: "admin",
    };
    const nowSeconds = Math.floor(Date.now() / 1000);
    const sign = (changes: Record<string, unknown> = {}, { key = SECRET, alg = "HS256" } = {}) =>
      new SignJWT({ ...claims, iat: nowSeconds, exp: nowSeconds + 900, ...changes })
        .setProtectedHeader({ alg })
        .sign(key);
    const codeOf = async (token: string) => {
      const { status, body } = await bearer(token).get("/auth/me");
      return status === 200 ? "OK" : body.error.error_code;
    };
    return { tenant, nowSeconds, sign, codeOf };
  }

  test("passes when it is as we sign it", async () => {
    const { sign, codeOf } = await given();

    expect(await codeOf(await sign())).toBe("OK");
  });

  test("T8 D1-122 S3.3 is refused as expired from the second it ends", async () => {
    const { sign, codeOf, nowSeconds } = await given();

    expect(await codeOf(await sign({ iat: nowSeconds - 901, exp: nowSeconds - 1 }))).toBe("TOKEN_EXPIRED");
  });

  test.each<[string, Record<string, unknown>]>([
    ["another issuer", { iss: "other" }],
    ["another audience", { aud: "other" }],
    ["another type", { typ: "refresh" }],
    ["no end", { exp: undefined }],
    ["no start", { iat: undefined }],
    ["no session", { sid: undefined }],
    ["a session that never was", { sid: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01" }],
    ["another tenant", { tid: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01" }],
    ["no user", { sub: undefined }],
  ])("is refused with %s", async (_, changes) => {
    const { sign, codeOf } = await given();

    expect(await codeOf(await sign(changes))).toBe("INVALID_TOKEN");
  });

  test("S-17 is refused when it says that it lives longer than those we sign, now or later", async () => {
    const { sign, codeOf, nowSeconds } = await given();

    expect(await codeOf(await sign({ exp: nowSeconds + 901 }))).toBe("INVALID_TOKEN");
    expect(await codeOf(await sign({ exp: nowSeconds + 28 * 365 * 86_400 }))).toBe("INVALID_TOKEN");
    expect(await codeOf(await sign({ iat: nowSeconds + 900, exp: nowSeconds + 1_800 }))).toBe("INVALID_TOKEN");
  });

  test("T8 is refused with another key, another algorithm, none, or a changed claim", async () => {
    const { sign, codeOf } = await given();
    const [header = "", payload = "", signature = ""] = (await sign()).split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());

    expect(await codeOf(await sign({}, { key: Buffer.alloc(32, 7) }))).toBe("INVALID_TOKEN");
    expect(await codeOf(await sign({}, { key: Buffer.concat([SECRET, SECRET]), alg: "HS512" }))).toBe("INVALID_TOKEN");
    expect(await codeOf(`${encode({ alg: "none" })}.${payload}.`)).toBe("INVALID_TOKEN");
    expect(await codeOf(`${header}.${encode({ ...claims, tid: "x" })}.${signature}`)).toBe("INVALID_TOKEN");
    expect(await codeOf("nonsense")).toBe("INVALID_TOKEN");
  });
});
