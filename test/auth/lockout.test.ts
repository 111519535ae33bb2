import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { newInstance, PASSWORD } from "./instance.ts";

// An address without an account is checked at full cost.
setDefaultTimeout(30_000);
const { clock, newAccount, newBrowser, bearerOf, suspend, services } = await newInstance();
const MINUTE_MS = 60_000;

/** Tries to log in as a stranger: without the cookies of an earlier login. */
const attempt = (email: string, password = "wrong password 1") => newBrowser().logIn(email, password);
const fail = async (email: string, times: number) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await attempt(email)).status);
  return statuses;
};

describe("a lock", () => {
  test("T4 D1-131 S3.8 comes with the fourth failure in a row, and stands against the right password", async () => {
    const { email } = await newAccount();

    expect(await fail(email, 4)).toEqual([401, 401, 401, 423]);
    const { status, headers, body } = await attempt(email.toUpperCase(), PASSWORD);

    expect(status).toBe(423);
    expect(headers.get("retry-after")).toBe("900");
    expect(body.error).toMatchObject({ code: 423, error_code: "ACCOUNT_LOCKED", type: "authentication_error" });
    expect(body.error.details).toEqual({
      locked_until: new Date(clock.nowMs + 15 * MINUTE_MS).toISOString(),
      retry_after: 900,
    });
  });

  test("T5 S3.8 comes the same for an address without an account", async () => {
    expect(await fail(`nobody-${services.newId()}@example.com`, 5)).toEqual([401, 401, 401, 423, 423]);
  });

  test("S3.8 ends after 15 minutes; attempts meanwhile do not make it longer", async () => {
    const { email } = await newAccount();
    await fail(email, 4);
    clock.nowMs += 14 * MINUTE_MS;
    expect((await attempt(email)).body.error.details.retry_after).toBe(60);
    clock.nowMs += MINUTE_MS;

    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  test("does not last longer when the clock is set back", async () => {
    const [locked, failed] = [await newAccount(), await newAccount()];
    await fail(locked.email, 4);
    await fail(failed.email, 3);
    clock.nowMs -= 2 * 24 * 60 * MINUTE_MS;

    expect((await attempt(locked.email, PASSWORD)).status).toBe(200);
    expect(await fail(failed.email, 4)).toEqual([401, 401, 401, 423]);
    clock.nowMs += 2 * 24 * 60 * MINUTE_MS;
  });

  test("S3.8 counts failures of the last 15 minutes only, and in a row only", async () => {
    const { email } = await newAccount();
    expect(await fail(email, 3)).toEqual([401, 401, 401]);
    clock.nowMs += 15 * MINUTE_MS;
    expect(await fail(email, 3)).toEqual([401, 401, 401]);
    expect((await attempt(email, PASSWORD)).status).toBe(200);

    expect(await fail(email, 4)).toEqual([401, 401, 401, 423]);
  });

  test("T4 leaves other accounts alone", async () => {
    const [locked, other] = [await newAccount(), await newAccount()];
    await fail(locked.email, 4);

    expect((await attempt(other.email, PASSWORD)).status).toBe(200);
  });

  test("T4 lets no more guesses through when they come at once, not even the right one", async () => {
    const { email } = await newAccount();
    const guesses = [...Array.from({ length: 11 }, (_, index) => `wrong password ${index}`), PASSWORD];

    const statuses = (await Promise.all(guesses.map((guess) => attempt(email, guess)))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 401).length).toBeLessThan(4);
    expect((await attempt(email, PASSWORD)).status).toBe(423);
  });

  test("T6 does not keep out the owner, from a browser that has logged in before", async () => {
    const { email } = await newAccount();
    const owner = newBrowser();
    await owner.logIn(email);
    await fail(email, 5);

    expect((await owner.logIn(email)).status).toBe(200);
    expect((await attempt(email, PASSWORD)).status).toBe(423);
  });

  test("T6 comes to a known browser that fails itself, and a browser is known to its own account only", async () => {
    const [{ email }, other] = [await newAccount(), await newAccount()];
    const browser = newBrowser();
    await browser.logIn(email);
    await fail(other.email, 4);

    expect((await browser.logIn(other.email)).status).toBe(423);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) statuses.push((await browser.logIn(email, "wrong password 1")).status);
    expect(statuses).toEqual([401, 401, 401, 423]);
    expect((await browser.logIn(email)).status).toBe(423);
  });

  test("S3.8 follows the settings", async () => {
    const strict = await newInstance({ lockoutThreshold: 2, lockoutMinutes: 1 });
    const { email } = await strict.newAccount();
    const logIn = (password: string) => strict.newBrowser().logIn(email, password);

    expect([(await logIn("wrong password 1")).status, (await logIn("wrong password 1")).status]).toEqual([401, 423]);
    strict.clock.nowMs += MINUTE_MS;
    expect((await logIn(PASSWORD)).status).toBe(200);
  });
});

describe("/auth/lockout", () => {
  async function given() {
    const account = await newAccount();
    const admin = await bearerOf(account.tenantId, "admin");
    const status = (email = account.email, headers = admin) =>
      newBrowser().get(`/auth/lockout/status/${encodeURIComponent(email)}`, headers);
    const unlock = (email = account.email, headers = admin) =>
      newBrowser().post(`/auth/lockout/unlock/${encodeURIComponent(email)}`, undefined, headers);
    return { ...account, status, unlock };
  }

  test("D1-132 S3.9 shows failures, then the lock, and lifts it", async () => {
    const { email, status, unlock } = await given();
    await fail(email, 2);
    const before = await status();
    await fail(email, 2);
    clock.nowMs += MINUTE_MS;
    const locked = await status(email.toUpperCase());

    const unlocked = await unlock();

    const free = { email, is_locked: false, max_attempts: 4, locked_until: null, remaining_seconds: 0 };
    expect(before.body).toEqual({ ...free, failed_attempts: 2 });
    expect(locked.body).toEqual({
      email,
      is_locked: true,
      failed_attempts: 4,
      max_attempts: 4,
      locked_until: new Date(clock.nowMs + 14 * MINUTE_MS).toISOString(),
      remaining_seconds: 840,
    });
    expect([unlocked.status, unlocked.body]).toEqual([200, { ...free, failed_attempts: 0 }]);
    expect((await unlock()).body).toEqual(unlocked.body);
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  test("S3.9 hides accounts of another tenant, and those that are not there", async () => {
    const { status, unlock } = await given();
    const other = await given();
    await fail(other.email, 4);

    for (const email of [other.email, "nobody@example.com", "nonsense"]) {
      expect((await status(email)).status).toBe(404);
      expect((await unlock(email)).status).toBe(404);
    }
    expect((await other.status()).body.is_locked).toBe(true);
  });

  test("S3.9 is for sessions that manage users", async () => {
    const { email, tenantId, status, unlock } = await given();
    const manager = await bearerOf(tenantId, "manager");
    await fail(email, 4);

    expect((await status(email, manager)).body.error.details).toEqual({ required_permission: "MANAGE_USERS" });
    expect((await unlock(email, manager)).status).toBe(403);
    expect((await unlock(email, { authorization: "" })).status).toBe(401);
    expect((await status()).body.is_locked).toBe(true);
  });

  test("S10.2 unlocks under a suspended licence too", async () => {
    const { tenantId, unlock } = await given();
    const admin = await bearerOf(tenantId, "admin");
    await suspend(tenantId);

    expect((await newBrowser().post("/api-keys", { name: "ERP", scopes: ["products:read"] }, admin)).status).toBe(403);
    expect((await unlock()).status).toBe(200);
  });
});
