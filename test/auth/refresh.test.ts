import { describe, expect, test } from "bun:test";
import { newInstance, PASSWORD } from "./instance.ts";

const instance = await newInstance();
const { clock, newAccount, newBrowser } = instance;
const DAY_MS = 86_400_000;

/** A browser that has logged in. */
async function given() {
  const account = await newAccount();
  const browser = newBrowser();
  const { body } = await browser.logIn(account.email);
  const first = browser.cookies.get("refresh_token") ?? "";
  const presentIn = async (token: string) => {
    const other = newBrowser();
    other.cookies.set("refresh_token", token);
    return other.post("/auth/refresh");
  };
  const me = (token: string) => newBrowser().get("/auth/me", { authorization: `Bearer ${token}` });
  return { ...account, browser, first, presentIn, me, accessToken: String(body.access_token) };
}

describe("the cookies of a login", () => {
  test("D1-123 S3.4 carry both tokens; the refresh token is nowhere else", async () => {
    const { email } = await newAccount();

    const { setCookies, body } = await newBrowser().logIn(email);

    const [access, refresh] = setCookies;
    expect(access).toBe(`access_token=${body.access_token}; Max-Age=900; Path=/api/v1; HttpOnly; SameSite=Lax`);
    expect(refresh).toMatch(
      /^refresh_token=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(Object.keys(body)).toEqual(["access_token", "token_type", "expires_in", "user"]);
  });

  test("S3.4 are Secure behind a trusted proxy that says the browser speaks https", async () => {
    const trusting = await newInstance({ trustProxy: true });
    const secureOf = async ({ newBrowser: open, newAccount: make }: typeof trusting, protocol: string) => {
      const credentials = { email: (await make()).email, password: PASSWORD };
      const answer = await open().send("POST", "/auth/login/json", credentials, { "x-forwarded-proto": protocol });
      return answer.setCookies.map((each) => each.endsWith("; Secure"));
    };

    expect(await secureOf(trusting, "https")).toEqual([true, true, true]);
    expect(await secureOf(trusting, "https, http")).toEqual([false, false, false]);
    expect(await secureOf(instance, "https")).toEqual([false, false, false]);
    // Or when the settings say so.
    const https = await newInstance({ apiUrl: "https://api.example" });
    expect(await secureOf(https, "http")).toEqual([true, true, true]);
  });
});

describe("POST /auth/refresh", () => {
  test("D1-124 S3.5 gives new tokens for the cookie alone, and leaves the access token good", async () => {
    const { browser, first, me, accessToken } = await given();

    const { status, body } = await browser.post("/auth/refresh", { ignored: true });

    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 900 });
    expect(browser.cookies.get("refresh_token")).not.toBe(first);
    expect(browser.cookies.get("access_token")).toBe(body.access_token);
    expect((await me(body.access_token)).status).toBe(200);
    expect((await me(accessToken)).status).toBe(200);
  });

  test("D1-125 S3.5 refuses a caller without a cookie, with any other credential", async () => {
    const { accessToken } = await given();

    const stranger = await newBrowser().post("/auth/refresh");
    const bearer = await newBrowser().post("/auth/refresh", undefined, { authorization: `Bearer ${accessToken}` });

    expect([stranger.status, stranger.body.error.error_code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
    expect(bearer.body.error.error_code).toBe("AUTHENTICATION_REQUIRED");
  });

  test.each([
    "nonsense",
    `019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01.${"A".repeat(43)}`,
    `*.${"A".repeat(43)}`,
    "' or 1=1 --",
  ])("D1-125 refuses %p, and clears the cookies", async (token) => {
    const { presentIn } = await given();

    const { status, body, setCookies } = await presentIn(token);

    expect([status, body.error.error_code]).toEqual([401, "REFRESH_TOKEN_INVALID"]);
    expect(setCookies.filter((each) => each.includes("Max-Age=0"))).toHaveLength(3);
  });

  test("another tenant's id before a token finds nothing", async () => {
    const { first, presentIn } = await given();
    const { tenantId } = await newAccount();

    expect((await presentIn(first.replace(/^[^.]+/, tenantId))).body.error.error_code).toBe("REFRESH_TOKEN_INVALID");
    expect((await presentIn(first)).status).toBe(200);
  });

  test("D1-126 D1-127 T7 a token that is presented again ends its session at once, and no other", async () => {
    const { browser, first, presentIn, me, email } = await given();
    const other = newBrowser();
    await other.logIn(email);
    const { body } = await browser.post("/auth/refresh");
    const second = browser.cookies.get("refresh_token") ?? "";
    expect((await me(body.access_token)).status).toBe(200);

    const reused = await presentIn(first);

    expect([reused.status, reused.body.error.error_code]).toEqual([401, "REFRESH_TOKEN_REUSED"]);
    expect(reused.setCookies.filter((each) => each.includes("Max-Age=0"))).toHaveLength(3);
    expect((await presentIn(second)).status).toBe(401);
    expect((await me(body.access_token)).body.error.error_code).toBe("INVALID_TOKEN");
    expect((await other.post("/auth/refresh")).status).toBe(200);
  });

  test("T7 of 50 at once one gets through, and then the session is over", async () => {
    const { first, presentIn, me } = await given();

    const answers = await Promise.all(Array.from({ length: 50 }, () => presentIn(first)));

    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ body }) => body.error?.error_code === "REFRESH_TOKEN_REUSED")).toHaveLength(49);
    expect((await presentIn(/refresh_token=([^;]+)/.exec(String(winner?.setCookies))?.[1] ?? "")).status).toBe(401);
    expect((await me(winner?.body.access_token)).status).toBe(401);
  });

  test("S3.4 lasts 30 days from the last use, and so does the session", async () => {
    const { browser, me } = await given();
    for (let days = 0; days < 60; days += 20) {
      clock.nowMs += 20 * DAY_MS;
      expect((await browser.post("/auth/refresh")).status).toBe(200);
    }
    const { body } = await browser.post("/auth/refresh");

    expect((await me(body.access_token)).status).toBe(200);
    clock.nowMs += 30 * DAY_MS;
    expect((await browser.post("/auth/refresh")).body.error.error_code).toBe("REFRESH_TOKEN_INVALID");
    expect((await me(body.access_token)).status).toBe(401);
  });

  test("stores no token, only its hash", async () => {
    const { browser, first, tenantId } = await given();
    await browser.post("/auth/refresh");
    const second = browser.cookies.get("refresh_token") ?? "";

    const rows = await instance.services
      .reader(tenantId)
      .all("select token_hash from refresh_token where tenant_id = :tenant", {}, (row) => JSON.stringify(row));

    expect(rows).toHaveLength(2);
    for (const secret of [first, second]) expect(rows.join()).not.toContain(secret.slice(37));
  });
});
