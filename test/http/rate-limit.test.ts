import { describe, expect, test } from "bun:test";
import { TIERS, type Tier } from "../../src/config/tiers.ts";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import { clock, principal, testApp } from "./test-app.ts";

/** A limiter with a clock of its own, started at a time that is no round number. */
function limiterAt(startMs = 1_700_000_012_345) {
  const time = { nowMs: startMs };
  const limiter = new RateLimiter({ rateLimits: {}, rateLimitDisabled: false }, () => time.nowMs);
  return { time, limiter, take: (tier: Tier, caller = "a") => limiter.takeAnonymous(tier, caller) };
}

describe("the tiers", () => {
  test("D1-172 S10.6 are 26", () => expect(Object.keys(TIERS)).toHaveLength(26));

  test.each([
    ["AUTH_LOGIN", 5, 900],
    ["AUTH_PASSWORD_RESET", 3, 900],
    ["AUTH_REGISTER", 3, 900],
    ["AUTH_REFRESH", 30, 60],
    ["AUTH_LOGOUT", 30, 60],
    ["READ_STANDARD", 1000, 60],
    ["READ_SENSITIVE", 50, 60],
    ["WRITE_UPLOAD", 100, 60],
    ["BULK_DELETE", 500, 60],
    ["AI_SINGLE", 10, 60],
    ["AI_BATCH", 1, 3600],
    ["EXPORT_STREAM", 50, 60],
    ["PROGRESS_POLL", 1000, 60],
  ] as const)("D1-162…171 %s allows %d in %d s, and one more after the window", (tier, limit, windowSeconds) => {
    const { time, take } = limiterAt();

    for (let count = 1; count <= limit; count++) expect(take(tier)?.remaining).toBe(limit - count);
    expect(take(tier)?.retryAfterSeconds).toBe(windowSeconds);
    time.nowMs += windowSeconds * 1000;
    expect(take(tier)?.retryAfterSeconds).toBeUndefined();
  });
});

describe("the window", () => {
  test("T31 D1-173 slides: each request frees its place a window after it came", () => {
    const { time, take } = limiterAt();
    for (let count = 0; count < 5; count++) {
      take("AUTH_LOGIN");
      time.nowMs += 60_000;
    }

    expect(take("AUTH_LOGIN")?.retryAfterSeconds).toBe(600);
    time.nowMs += 599_999;
    expect(take("AUTH_LOGIN")?.retryAfterSeconds).toBe(1);
    time.nowMs += 1;
    expect(take("AUTH_LOGIN")?.retryAfterSeconds).toBeUndefined();
    expect(take("AUTH_LOGIN")?.retryAfterSeconds).toBe(60);
  });

  test("S9.1 a refused request does not count", () => {
    const { time, take } = limiterAt();
    for (let count = 0; count < 50; count++) take("AUTH_REGISTER");
    time.nowMs += 900_000;

    expect(take("AUTH_REGISTER")?.remaining).toBe(2);
  });

  test("S9.4 says when the oldest request leaves it", () => {
    const { time, take } = limiterAt();
    const first = take("READ_STANDARD");
    time.nowMs += 10_000;

    expect(first?.resetSeconds).toBe(Math.ceil(1_700_000_012.345 + 60));
    expect(take("READ_STANDARD")?.resetSeconds).toBe(first?.resetSeconds ?? 0);
  });

  test("D1-177 D1-172 callers and tiers do not share places", () => {
    const { take } = limiterAt();
    for (let count = 0; count < 4; count++) take("AUTH_REGISTER", "a");

    expect(take("AUTH_REGISTER", "b")?.remaining).toBe(2);
    expect(take("AUTH_PASSWORD_RESET", "a")?.remaining).toBe(2);
  });

  test("counts on when the machine's clock is set back or ahead, and shows its end by that clock", () => {
    const wall = { nowMs: 1_700_000_000_000 };
    const steady = { nowMs: 5_000 };
    const later = (ms: number) => {
      wall.nowMs += ms;
      steady.nowMs += ms;
    };
    const limits = { rateLimits: { READ_STANDARD: { limit: 2, windowSeconds: 60 } }, rateLimitDisabled: false };
    const limiter = new RateLimiter(
      limits,
      () => wall.nowMs,
      [],
      () => steady.nowMs,
    );
    const take = () => limiter.takeAnonymous("READ_STANDARD", "a");
    for (const leapMs of [-2 * 86_400_000, 3_600_000]) {
      take();
      take();
      wall.nowMs += leapMs;
      expect(take()).toMatchObject({ retryAfterSeconds: 60, resetSeconds: Math.ceil(wall.nowMs / 1000) + 60 });
      later(60_000);
    }
    expect(take()?.retryAfterSeconds).toBeUndefined();
  });

  test("forgets callers that stay away", () => {
    const { time, limiter } = limiterAt();
    for (let caller = 0; caller < 9_000; caller++) limiter.takeAnonymous("READ_PUBLIC", String(caller));
    time.nowMs += 61_000;
    for (let count = 0; count < 1_001; count++) limiter.takeAnonymous("READ_PUBLIC", "one");

    expect(limiter.size).toBe(1);
  });
});

describe("over HTTP", () => {
  test("D1-148 D1-174 S9.4 a key gets its rate limit state, also when it is refused", async () => {
    const client = testApp({ rateLimits: { READ_STANDARD: { limit: 2, windowSeconds: 60 } } }).withKey();
    const state = async () => {
      const { status, headers } = await client.get("/things?page=0");
      return [status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")];
    };

    expect(await state()).toEqual([400, "2", "1"]);
    expect(await state()).toEqual([400, "2", "0"]);
    const { status, headers, body } = await client.get("/things");
    expect(status).toBe(429);
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(headers.get("x-ratelimit-reset"))).toBe(Math.ceil(clock.nowMs / 1000) + 60);
    expect(headers.get("retry-after")).toBe("60");
    expect(body).toEqual({
      error: "rate_limit_exceeded",
      message: "Too many requests; try again in 60 s",
      detail: "2 per minute",
      retry_after: 60,
    });
  });

  test("S9.4 so it is on a path that does not exist, and with a method that a path does not take", async () => {
    const client = testApp({ rateLimits: { READ_STANDARD: { limit: 2, windowSeconds: 60 } } }).withKey();

    const answers = [await client.get("/nowhere"), await client.put("/things"), await client.get("/nowhere")];

    expect(
      answers.map(({ status, headers }) => [
        status,
        headers.get("x-ratelimit-limit"),
        headers.get("x-ratelimit-remaining"),
      ]),
    ).toEqual([
      [404, "2", "1"],
      [405, "2", "0"],
      [429, "2", "0"],
    ]);
  });

  test("D1-175 sessions and strangers do not get it", async () => {
    const { withSession, stranger } = testApp();

    expect((await withSession().get("/things")).headers.has("x-ratelimit-limit")).toBe(false);
    expect((await withSession().get("/nowhere")).headers.has("x-ratelimit-limit")).toBe(false);
    expect((await stranger.get("/open")).headers.has("x-ratelimit-limit")).toBe(false);
    const refused = await stranger.get("/things", { "x-api-key": "pm_live_bad" });
    expect(refused.headers.has("x-ratelimit-limit")).toBe(false);
  });

  test("D1-176 S9.3 a key's own limit replaces those of the tiers, for every operation", async () => {
    const client = testApp().withKey({ rateLimitPerMinute: 2 });

    expect((await client.get("/things")).headers.get("x-ratelimit-limit")).toBe("2");
    expect((await client.post("/things", { name: "a" })).headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await client.get("/things/key")).status).toBe(429);
  });

  test("S9.3 the tiers that protect from cost hold besides a key's own limit", () => {
    const { limiter } = limiterAt();
    const key = principal({ rateLimitPerMinute: 100 });

    expect(limiter.take("AI_BATCH", key)).toMatchObject({ limit: 1, remaining: 0 });
    expect(limiter.take("AI_BATCH", key)?.retryAfterSeconds).toBe(3600);
    expect(limiter.take("READ_STANDARD", key)).toMatchObject({ limit: 100, remaining: 98 });
  });

  test("S34.2 S9.2 a costly operation counts separately from the others of its tier, and only when it is accepted", async () => {
    const client = testApp().withKey();

    expect((await client.post("/things/batch", { value: 5 })).status).toBe(422);
    expect((await client.post("/things/batch", { value: "a" })).status).toBe(200);
    expect((await client.post("/things/batch", { value: "a" })).status).toBe(429);
    expect((await client.post("/things/batch/start", {})).status).toBe(200);
    clock.nowMs += 3_600_000;
    expect((await client.post("/things/batch", { value: 5 })).status).toBe(422);
    expect((await client.post("/things/batch", { value: "a" })).status).toBe(200);
  });

  test("S9.1 a login counts by address and by the email it names", async () => {
    const { stranger, address } = testApp();
    const logIn = async (email: string) => (await stranger.post("/open/login", { email })).status;

    for (let count = 0; count < 5; count++) expect(await logIn("a@b.fr")).toBe(200);
    expect(await logIn("a@b.fr")).toBe(429);
    expect(await logIn("c@b.fr")).toBe(200);
    address.now = "192.0.2.2";
    expect(await logIn("a@b.fr")).toBe(200);
  });

  test("S9.1 a guessed key counts on the address; a missing one does not", async () => {
    const { stranger } = testApp({ rateLimits: { READ_STANDARD: { limit: 2, windowSeconds: 60 } } });
    const guess = async () => (await stranger.get("/things", { "x-api-key": "pm_live_guess" })).status;

    for (let count = 0; count < 5; count++) expect((await stranger.get("/things")).status).toBe(401);
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });

  test("T31 S9.1 X-Forwarded-For names the caller only behind a trusted proxy", async () => {
    const limits = { READ_PUBLIC: { limit: 1, windowSeconds: 60 } };
    const direct = testApp({ rateLimits: limits });
    const proxied = testApp({ rateLimits: limits, trustProxy: true });
    const from = (app: typeof direct, address: string) => app.stranger.get("/open", { "x-forwarded-for": address });

    expect([(await from(direct, "1.1.1.1")).status, (await from(direct, "2.2.2.2")).status]).toEqual([200, 429]);
    expect([(await from(proxied, "1.1.1.1")).status, (await from(proxied, "9.9.9.9, 2.2.2.2")).status]).toEqual([
      200, 200,
    ]);
    expect((await from(proxied, "3.3.3.3, 2.2.2.2")).status).toBe(429);
  });

  test("can be switched off", async () => {
    const { stranger } = testApp({ rateLimitDisabled: true });

    const login = () => stranger.post("/open/login", { email: "a@b.fr" });
    for (let count = 0; count < 10; count++) expect((await login()).status).toBe(200);
  });

  test("S8.3 a refused call under /appsync carries both shapes", async () => {
    const client = testApp({ rateLimits: { WRITE_STANDARD: { limit: 1, windowSeconds: 60 } } }).withKey();
    await client.post("/appsync/products", {});

    expect((await client.post("/appsync/products", {})).body).toMatchObject({
      success: false,
      code: 429,
      data: null,
      count: 0,
      error: "rate_limit_exceeded",
      detail: "1 per minute",
      retry_after: 60,
    });
  });
});
