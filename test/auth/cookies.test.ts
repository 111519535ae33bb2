import { describe, expect, test } from "bun:test";
import { newInstance, PASSWORD } from "./instance.ts";

const { newAccount, newBrowser, services } = await newInstance();

/** A browser that has logged in, and its CSRF token. */
async function given() {
  const account = await newAccount();
  const browser = newBrowser();
  await browser.logIn(account.email);
  const { body } = await browser.get("/auth/csrf-token");
  return { ...account, browser, csrf: { "x-csrf-token": String(body.csrf_token) } };
}
const NEW_KEY = { name: "ERP", scopes: ["products:read"] };

describe("GET /auth/csrf-token", () => {
  test("D1-128 S3.7 needs no credential, and gives the token also as a cookie that pages can read", async () => {
    const { status, body, setCookies } = await newBrowser().get("/auth/csrf-token");

    expect(status).toBe(200);
    expect(setCookies).toEqual([`csrf_token=${body.csrf_token}; Path=/; SameSite=Strict`]);
  });

  test("S3.7 gives one of the session also to a browser whose access token has run out", async () => {
    const { browser } = await given();
    browser.cookies.delete("access_token");

    const { body } = await browser.get("/auth/csrf-token");
    browser.cookies.delete("csrf_token");

    expect((await browser.post("/auth/logout", undefined, { "x-csrf-token": body.csrf_token })).status).toBe(200);
  });
});

describe("a cookie session", () => {
  test("S3.4 reads with its cookie alone, and writes with a CSRF token", async () => {
    const { browser, csrf, email } = await given();

    expect((await browser.get("/auth/me")).body.email).toBe(email);
    expect((await browser.post("/api-keys", NEW_KEY, csrf)).status).toBe(201);
  });

  test("D1-129 S3.7 T10 is refused without a token, with a wrong one, and with that of another session", async () => {
    const { browser } = await given();
    const other = await given();

    const missing = await browser.post("/api-keys", NEW_KEY);
    const wrong = await browser.post("/api-keys", NEW_KEY, { "x-csrf-token": "x.y" });
    const stolen = await browser.post("/api-keys", NEW_KEY, other.csrf);

    expect([missing.status, wrong.status, stolen.status]).toEqual([403, 403, 403]);
    expect(missing.body).toEqual({
      detail: "The CSRF token is missing or invalid",
      error_type: "csrf_validation_error",
      debug: { reason: "missing" },
    });
    expect(wrong.body.debug).toEqual({ reason: "invalid" });
    expect(stolen.body.debug).toEqual({ reason: "invalid" });
    expect((await browser.get("/api-keys")).body).toMatchObject({ total: 0 });
  });

  test("S3.7 takes an anonymous token only together with its cookie", async () => {
    const { email } = await newAccount();
    const browser = newBrowser();
    const { body } = await browser.get("/auth/csrf-token");
    const csrf = { "x-csrf-token": body.csrf_token };
    await browser.logIn(email);

    expect((await browser.post("/api-keys", NEW_KEY, csrf)).status).toBe(201);
    browser.cookies.delete("csrf_token");
    expect((await browser.post("/api-keys", NEW_KEY, csrf)).status).toBe(403);
  });

  test("S3.7 its token lasts as long as the session, through refreshes", async () => {
    const { browser, csrf } = await given();
    browser.cookies.delete("csrf_token");
    await browser.post("/auth/refresh");

    expect((await browser.post("/api-keys", NEW_KEY, csrf)).status).toBe(201);
  });

  test("T10 its token is refused from a page of another origin", async () => {
    const { browser, csrf } = await given();
    const from = async (headers: Record<string, string>) =>
      (await browser.post("/api-keys", NEW_KEY, { ...csrf, ...headers })).status;

    expect(await from({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await from({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await from({ origin: "https://evil.example", host: "localhost" })).toBe(403);
    expect(await from({ origin: "null", host: "localhost" })).toBe(403);
    expect(await from({ origin: "http://localhost", host: "localhost" })).toBe(201);
    expect(await from({ "sec-fetch-site": "same-origin", origin: "https://shop.example", host: "10.0.0.1" })).toBe(201);
  });

  test("D1-130 bearer tokens need no CSRF token, also beside cookies", async () => {
    const { browser } = await given();
    const bearer = { authorization: `Bearer ${browser.cookies.get("access_token")}` };

    expect((await browser.post("/api-keys", NEW_KEY, bearer)).status).toBe(201);
  });

  test("S3.4 counts only where no other credential is sent", async () => {
    const { browser } = await given();

    expect((await browser.get("/auth/test", { "x-api-key": "pm_live_x" })).body.error.error_code).toBe(
      "INVALID_API_KEY",
    );
    expect((await browser.get("/auth/me", { authorization: "Basic YTpi" })).body.error.error_code).toBe(
      "AUTHENTICATION_REQUIRED",
    );
  });

  test("S3.7 without a cookie the answer is 401, not CSRF", async () => {
    expect((await newBrowser().post("/api-keys", NEW_KEY)).status).toBe(401);
  });
});

describe("POST /auth/logout by cookie", () => {
  test("T9 D1-135 S3.14 ends the session and clears its cookies; a second time is 401", async () => {
    const { browser, csrf } = await given();
    const refresh = browser.cookies.get("refresh_token") ?? "";
    const access = browser.cookies.get("access_token") ?? "";

    expect((await browser.post("/auth/logout")).status).toBe(403);
    const { status, setCookies } = await browser.post("/auth/logout", undefined, csrf);

    expect(status).toBe(200);
    expect(setCookies.filter((each) => each.includes("Max-Age=0"))).toHaveLength(3);
    expect(browser.cookies.has("refresh_token")).toBe(false);
    browser.cookies.set("refresh_token", refresh).set("access_token", access);
    expect((await browser.post("/auth/refresh")).body.error.error_code).toBe("REFRESH_TOKEN_INVALID");
    browser.cookies.set("refresh_token", refresh).set("access_token", access);
    expect((await browser.get("/auth/me")).status).toBe(401);
    expect((await browser.post("/auth/logout", undefined, csrf)).status).toBe(401);
  });

  test("S3.14 takes the refresh cookie when the access token has run out", async () => {
    const { browser, csrf } = await given();
    browser.cookies.set("access_token", "expired.or.nonsense");

    expect((await browser.post("/auth/logout")).status).toBe(403);
    expect((await browser.post("/auth/logout", undefined, csrf)).status).toBe(200);
  });

  test("S3.14 takes it also beside a bearer token that has run out", async () => {
    const { browser } = await given();

    expect((await browser.post("/auth/logout", undefined, { authorization: "Bearer x.y.z" })).status).toBe(200);
  });

  test("nothing else takes the refresh cookie for a session", async () => {
    const { browser, csrf } = await given();
    browser.cookies.delete("access_token");

    expect((await browser.get("/auth/me")).status).toBe(401);
    expect((await browser.post("/api-keys", NEW_KEY, csrf)).status).toBe(401);
  });
});

describe("a page of another site", () => {
  const FOREIGN = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

  test.each(["/auth/login", "/auth/login/json"])("S-21 logs no one in by %s", async (path) => {
    const { email } = await newAccount();
    const credentials = { email, username: email, password: PASSWORD };
    const from = (headers: Record<string, string>) => newBrowser().post(path, credentials, headers);

    const refused = await from(FOREIGN);
    expect([refused.status, refused.setCookies]).toEqual([403, []]);
    expect(refused.body).toEqual({
      detail: "Logging in from another website is not allowed",
      error_type: "csrf_validation_error",
      debug: { reason: "invalid" },
    });
    expect((await from({ origin: "https://evil.example", host: "localhost" })).status).toBe(403);
    expect((await from({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    // A program sends neither.
    expect((await from({})).status).toBe(200);
  });

  test("N-9 refreshes no session", async () => {
    const { browser } = await given();

    const { status, setCookies } = await browser.post("/auth/refresh", undefined, FOREIGN);

    expect([status, setCookies]).toEqual([403, []]);
    // The token is not used up.
    expect((await browser.post("/auth/refresh")).status).toBe(200);
  });

  test("S-21 registers no one", async () => {
    expect((await newBrowser().post("/auth/register", { token: "x" }, FOREIGN)).status).toBe(403);
  });
});

test("T8 a signature is good for its own content and context only", () => {
  const { newCsrfToken, isCsrfToken } = services.authenticator;
  const token = newCsrfToken("session-1");
  const [nonce = "", signature = ""] = token.split(".");

  expect(isCsrfToken(token, "session-1")).toBe(true);
  expect(isCsrfToken(token, "session-2")).toBe(false);
  expect(isCsrfToken(token, null)).toBe(false);
  expect(isCsrfToken(`x${nonce}.${signature}`, "session-1")).toBe(false);
  expect(isCsrfToken(`${nonce}.`, "session-1")).toBe(false);
  expect(isCsrfToken("", "session-1")).toBe(false);
});
