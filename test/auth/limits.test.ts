import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openPasswords } from "../../src/identity/auth/accounts/passwords.ts";
import type { IdentityAuthenticator } from "../../src/identity/auth/callers/authenticator.ts";
import { newInstance, PASSWORD } from "./instance.ts";

// A queue of passwords is filled at their full cost.
setDefaultTimeout(60_000);

/** What a stranger on one address is answered by `count` requests, one after the other. */
async function statusesOf(count: number, request: (number: number) => [path: string, body?: unknown]) {
  const { newBrowser } = await newInstance({ rateLimitDisabled: false });
  const statuses: number[] = [];
  for (let number = 0; number < count; number++) {
    const [path, body] = request(number);
    statuses.push((await newBrowser().post(path, body)).status);
  }
  return statuses;
}

test("D1-162 S9.1 five logins an address and account in a quarter of an hour, in any way", async () => {
  const ways: [string, unknown][] = [
    ["/auth/login", { username: "a@example.com", password: "wrong" }],
    ["/auth/login/json", { email: "A@example.com", password: "wrong" }],
  ];

  const statuses = await statusesOf(6, (number) => ways[number % 2] ?? ["", undefined]);

  // Three failures, then the lock, which is no reason to be let in more often.
  expect(statuses).toEqual([401, 401, 401, 423, 423, 429]);
});

test.each(["/auth/refresh", "/auth/logout"])("D1-165 S9.1 %s thirty an address and minute", async (path) => {
  const statuses = await statusesOf(31, () => [path]);

  expect(statuses).toEqual([...Array(30).fill(401), 429]);
});

test("D1-172 the limits of one route leave the others alone", async () => {
  const statuses = await statusesOf(34, (number) => [number < 31 ? "/auth/logout" : "/auth/refresh"]);

  expect(statuses.slice(30)).toEqual([429, 401, 401, 401]);
});

describe("many accounts of one network", () => {
  /** An instance behind a proxy, and what it answers a login from somewhere. */
  async function given() {
    const { newBrowser, newAccount, services } = await newInstance({ rateLimitDisabled: false, trustProxy: true });
    const logIn = async (email: string, password: string, address: string) =>
      (await newBrowser().post("/auth/login/json", { email, password }, { "x-forwarded-for": address })).status;
    const forgot = async (email: string, address: string) =>
      (await newBrowser().post("/auth/forgot-password", { email }, { "x-forwarded-for": address })).status;
    return { logIn, forgot, newAccount, newBrowser, services };
  }

  test("S-12 twenty failed logins, for any accounts; other networks go on", async () => {
    const { logIn, newAccount } = await given();
    const accounts = await Promise.all(Array.from({ length: 25 }, () => newAccount()));
    const statuses: number[] = [];
    for (const [number, { email }] of accounts.entries()) {
      // All of them are one customer's.
      statuses.push(await logIn(email, "wrong password 1", `2001:db8:1:2::${number}`));
    }

    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect(await logIn(String(accounts[0]?.email), PASSWORD, "2001:db8:1:2::1")).toBe(429);
    expect(await logIn(String(accounts[0]?.email), PASSWORD, "2001:db8:1:3::1")).toBe(200);
  });

  test("S9.1 logins that succeed are not counted for the network: offices share an address", async () => {
    const { logIn, newAccount } = await given();
    const statuses: number[] = [];
    for (let number = 0; number < 25; number++) {
      statuses.push(await logIn((await newAccount()).email, PASSWORD, "192.0.2.1"));
    }

    expect(statuses).toEqual(Array(25).fill(200));
  });

  test("S-12 twelve requests for a new password", async () => {
    const { forgot } = await given();
    const statuses: number[] = [];
    for (let number = 0; number < 13; number++) statuses.push(await forgot(`a${number}@example.com`, "192.0.2.1"));

    expect(statuses).toEqual([...Array(12).fill(200), 429]);
    expect(await forgot("a@example.com", "192.0.2.2")).toBe(200);
  });

  test("S-12 bodies that name no one count as well", async () => {
    const { newBrowser } = await given();
    const statuses: number[] = [];
    for (let number = 0; number < 21; number++) {
      const body = number % 2 === 0 ? { email: number } : "no object";
      statuses.push((await newBrowser().post("/auth/login/json", body)).status);
    }

    expect(statuses.slice(0, 20).filter((status) => status !== 422 && status !== 429)).toEqual([]);
    expect(statuses[20]).toBe(429);
  });
});

describe("under a flood of logins", () => {
  /** Fills the queue of passwords from some networks; says how many of them are done. */
  function flood(passwords: IdentityAuthenticator["passwords"], networks: string[]) {
    let done = 0;
    const all = networks.map(async (network) => {
      await passwords.hash("a flooding password 1", network).catch(() => undefined);
      done++;
    });
    return { done: () => done, over: Promise.all(all) };
  }

  test("S-10 an owner's right password takes its turn, before requests from elsewhere", async () => {
    const { newBrowser, newAccount, services } = await newInstance(
      { rateLimitDisabled: false },
      { passwords: openPasswords() },
    );
    const { email } = await newAccount();
    const { done, over } = flood(services.authenticator.passwords, Array(40).fill("192.0.2.66"));
    // Those without room are refused at once.
    await Bun.sleep(0);
    const refused = done();

    const { status } = await newBrowser().logIn(email);

    expect(status).toBe(200);
    // Two at most were under way, and as many went before in their turn; one had to make room.
    expect(done() - refused).toBeLessThanOrEqual(5);
    await over;
  });

  const UNRELATED = Array.from({ length: 40 }, (_, number) => `198.18.${number}.1`);

  test("N-3 a right password works from where it did before, while unrelated networks hold all places", async () => {
    const { newBrowser, newAccount, services } = await newInstance(
      { rateLimitDisabled: false, trustProxy: true },
      { passwords: openPasswords() },
    );
    const { email } = await newAccount();
    const from = async (address: string, browser = newBrowser()) =>
      (await browser.post("/auth/login/json", { email, password: PASSWORD }, { "x-forwarded-for": address })).status;
    const here = newBrowser();
    expect(await from("203.0.113.7", here)).toBe(200);
    const { done, over } = flood(services.authenticator.passwords, UNRELATED);
    await Bun.sleep(0);
    const refused = done();

    // Another browser, the same browser elsewhere, and a stranger.
    expect(await Promise.all([from("203.0.113.7"), from("203.0.113.8", here), from("203.0.113.9")])).toEqual([
      200, 200, 503,
    ]);
    expect(done() - refused).toBeLessThanOrEqual(6);
    await over;
  });

  test("N-3 the latest ten networks of a login are remembered, and none of them in clear", async () => {
    const { newBrowser, newAccount, services } = await newInstance({ trustProxy: true });
    const { email, tenantId } = await newAccount();
    for (let n = 1; n <= 12; n++) {
      const header = { "x-forwarded-for": `203.0.113.${n}` };
      expect((await newBrowser().post("/auth/login/json", { email, password: PASSWORD }, header)).status).toBe(200);
    }
    const hashes = await services
      .reader(tenantId)
      .all("select network_hash from login_network where tenant_id = :tenant", {}, (row) =>
        String(row["network_hash"]),
      );
    expect(hashes).toHaveLength(10);
    expect(hashes.join(" ")).not.toContain("203.0.113");
  });

  test("S-10 what we had no time for does not count as a try, neither of the account nor of the network", async () => {
    const { newBrowser, newAccount, services } = await newInstance(
      { rateLimitDisabled: false },
      { passwords: openPasswords() },
    );
    const { email } = await newAccount();
    const { over } = flood(
      services.authenticator.passwords,
      // None near another: those of one provider share their places.
      UNRELATED.slice(0, 20),
    );
    const statuses: number[] = [];
    for (let time = 0; time < 21; time++) statuses.push((await newBrowser().logIn(email)).status);
    await over;

    expect(statuses).toEqual(Array(21).fill(503));
    expect((await newBrowser().logIn(email)).status).toBe(200);
  });
});

test("S-09 bodies that are refused unread are counted for the network all the same", async () => {
  const statuses = await statusesOf(21, () => ["/auth/login/json", { email: "a".repeat(9_000) }]);

  expect(statuses).toEqual([...Array(20).fill(413), 429]);
});
