import { describe, expect, test } from "bun:test";
import { decodeJwt } from "jose";
import { createApp } from "../../src/app.ts";
import { PERMISSIONS } from "../../src/http/gate/credentials/principal.ts";
import { emailIdentity, formIdentity } from "../../src/identity/auth/login/identity.ts";
import { clientWith, send, services } from "../harness.ts";
import { newAccount, PASSWORD } from "./account.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
/** What is the same in the answers to two requests that differ in nothing. */
const lasting = (body: { error: Record<string, unknown> }) => ({ ...body.error, request_id: "", timestamp: "" });

describe("POST /auth/login", () => {
  test("S3.1 takes a form, and ignores the other fields of OAuth2", async () => {
    const { email, tenantId, userId } = await newAccount();

    const body = form({ username: email, password: PASSWORD, grant_type: "password", scope: "" });
    const answer = await send("POST", "/auth/login", body, FORM);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: "bearer", expires_in: 900 });
    expect(answer.body.user).toMatchObject({ id: userId, email, tenant: { id: tenantId, name: "Example Ltd" } });
  });

  test.each(["username", "email"])("S3.1 takes JSON with %s", async (field) => {
    const { email } = await newAccount();

    const answer = await send("POST", "/auth/login", { [field]: email.toUpperCase(), password: PASSWORD });

    expect(answer.status).toBe(200);
  });

  test("S3.1 names what is missing", async () => {
    const nothing = await send("POST", "/auth/login", "", FORM);
    const noUser = await send("POST", "/auth/login", form({ password: PASSWORD }), FORM);

    expect(nothing.status).toBe(422);
    expect(nothing.body.error.details).toMatchObject([{ field: "password", type: "missing" }]);
    expect(noUser.status).toBe(422);
    expect(noUser.body.error.details).toMatchObject([{ field: "username", type: "missing" }]);
  });
});

describe("POST /auth/login/json", () => {
  test("S3.2 answers with a token and the whole user", async () => {
    const { email, tenantId } = await newAccount();

    const { status, body } = await send("POST", "/auth/login/json", { email, password: PASSWORD });

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["access_token", "token_type", "expires_in", "user"]);
    expect(body.user).toMatchObject({
      email,
      first_name: null,
      last_name: null,
      role: "admin",
      permissions: [...PERMISSIONS],
      tenant: { id: tenantId, license_status: "active" },
      locale: "en",
      is_active: true,
    });
    expect(body.user.tenant.modules).toHaveLength(13);
    expect(body.user.last_login_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("D1-122 S3.3 signs a token that lasts 900 s and names user, tenant, session and role", async () => {
    const { email, tenantId, userId } = await newAccount();

    const { body } = await send("POST", "/auth/login/json", { email, password: PASSWORD });
    const claims = decodeJwt(body.access_token);

    expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
    expect(claims).toMatchObject({ sub: userId, tid: tenantId, role: "admin", typ: "access" });
    expect(claims["sid"]).toBeString();
    expect(claims.jti).toBeString();
    const me = await clientWith({ authorization: `Bearer ${body.access_token}` }).get("/auth/me");
    expect(me.body).toEqual(body.user);
  });

  test("T5 S3.1 answers a wrong password and an unknown address the same", async () => {
    const { email } = await newAccount();

    const wrong = await send("POST", "/auth/login/json", { email, password: "wrong password 1" });
    const unknown = await send("POST", "/auth/login/json", { email: `x${email}`, password: PASSWORD });

    expect(wrong.status).toBe(401);
    expect(wrong.body.error.error_code).toBe("INVALID_CREDENTIALS");
    expect(wrong.headers.get("www-authenticate")).toBe("Bearer");
    expect(lasting(unknown.body)).toEqual(lasting(wrong.body));
  });

  test("S3.1 names every field that is wrong", async () => {
    const { status, body } = await send("POST", "/auth/login/json", { email: 5 });

    expect(status).toBe(422);
    expect(body.error.details.map(({ field, type }: { field: string; type: string }) => [field, type])).toEqual([
      ["password", "missing"],
      ["email", "wrong_type"],
    ]);
  });
});

describe("AUTH_LOGIN", () => {
  const limited = createApp({ ...services, config: { ...services.config, rateLimitDisabled: false } });
  const attempt = async (email: string) => {
    const request = new Request("http://localhost/api/v1/auth/login/json", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "wrong password 1" }),
    });
    return (await limited.handle(request)).status;
  };

  test("T4 S9.1 counts the attempts of one address for one account", async () => {
    const email = `${services.newId()}@example.com`;

    const five = await Promise.all([1, 2, 3, 4, 5].map(() => attempt(email)));

    expect(five.filter((status) => status === 429)).toEqual([]);
    expect(await attempt(email.toUpperCase())).toBe(429);
    expect(await attempt(`other-${email}`)).toBe(401);
  });

  test.each([
    [{ username: " Anna@Example.com" }, "anna@example.com"],
    [{ email: "Anna@Example.com" }, "anna@example.com"],
    [{ email: 5 }, ""],
    [undefined, ""],
    ["text", ""],
  ])("S9.1 counts %p for %p", (body, identity) => {
    expect(formIdentity(body)).toBe(identity);
  });

  test("S9.1 counts by the field that is read, so another one is no way around the limit", () => {
    const body = { username: "random@example.com", email: "anna@example.com" };

    expect(formIdentity(body)).toBe("random@example.com");
    expect(emailIdentity(body)).toBe("anna@example.com");
    expect(emailIdentity({ username: "anna@example.com" })).toBe("");
  });
});
