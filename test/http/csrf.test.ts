import { describe, expect, test } from "bun:test";
import { testApp } from "./test-app.ts";

const { withCookie, withKey, withSession, stranger } = testApp();
const RESOURCE = { name: "a" };

describe("a session by cookie", () => {
  test("S3.4 reads with the cookie alone", async () => {
    expect((await withCookie().get("/things")).status).toBe(200);
  });

  test("T10 D1-129 S3.6 writes only with its CSRF token, with any method", async () => {
    const { csrf, post, put, delete: remove } = withCookie();
    const id = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";

    expect((await post("/things", RESOURCE, csrf)).status).toBe(201);
    expect((await post("/things", RESOURCE)).body).toEqual({
      detail: "The CSRF token is missing or invalid",
      error_type: "csrf_validation_error",
      debug: { reason: "missing" },
    });
    expect((await put(`/things/${id}`)).body.debug).toEqual({ reason: "missing" });
    expect((await remove(`/things/${id}`)).status).toBe(403);
    expect((await remove(`/things/${id}`, csrf)).status).toBe(204);
  });

  test("S8.8 is refused in its language", async () => {
    const { headers, body } = await withCookie().post("/things", RESOURCE, { "accept-language": "fr" });

    expect(headers.get("content-language")).toBe("fr");
    expect(body.detail).toBe("Le jeton CSRF est absent ou invalide");
  });

  test("S4.6 is refused for its rate before its CSRF token, and for that before its licence and rights", async () => {
    const limited = testApp({ rateLimits: { BULK_CREATE: { limit: 1, windowSeconds: 60 } } });
    const { post } = limited.withCookie();
    const suspended = withCookie({ tenant: { licenseStatus: "suspended", modulesOff: new Set() } });

    expect((await post("/things", RESOURCE)).status).toBe(403);
    expect((await post("/things", RESOURCE)).status).toBe(429);
    expect((await suspended.post("/things", RESOURCE)).body.error_type).toBe("csrf_validation_error");
    expect((await suspended.post("/things", RESOURCE, suspended.csrf)).body.code).toBe("LICENSE_SUSPENDED");
    const viewer = withCookie({ permissions: new Set() });
    expect((await viewer.post("/things", RESOURCE)).body.error_type).toBe("csrf_validation_error");
    expect((await viewer.post("/things", RESOURCE, viewer.csrf)).body.error.error_code).toBe("PERMISSION_DENIED");
  });

  test("S3.7 is refused as a stranger when its cookie is no session's", async () => {
    const { status, body } = await stranger.post("/things", RESOURCE, { cookie: "access_token=unknown" });

    expect([status, body.error.error_code]).toEqual([401, "INVALID_TOKEN"]);
  });

  test("D1-140 is no credential for /ext and /appsync", async () => {
    const { csrf, post } = withCookie();

    expect((await post("/ext/products", RESOURCE, csrf)).status).toBe(401);
    expect((await post("/appsync/products", RESOURCE, csrf)).body.error_code).toBe("AUTHENTICATION_REQUIRED");
  });
});

test("T10 D1-130 S3.6 bearer tokens and API keys need no CSRF token, also beside cookies", async () => {
  const cookie = { cookie: "access_token=x; refresh_token=y" };
  const session = withSession({ permissions: new Set(["VIEW_CATALOG", "EDIT_CATALOG"]) });

  expect((await session.post("/things", RESOURCE, cookie)).status).toBe(201);
  expect((await withKey().post("/things", RESOURCE, cookie)).status).toBe(201);
});
