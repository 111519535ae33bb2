import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { number, text } from "../../db/rows.ts";
import { openMailServer } from "../mail/mail-server.ts";
import { newInstance, PASSWORD } from "./instance.ts";

// Each new password is hashed at its full cost.
setDefaultTimeout(30_000);
const instance = await newInstance();
const { clock, newAccount, newBrowser, services } = instance;
const server = await openMailServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "another Horse 2 battery";
const TOKEN = /[0-9a-f-]{36}\.[\w-]{43}/;

const request = (email: string, headers = {}) => newBrowser().post("/auth/forgot-password", { email }, headers);
const choose = (token: string, password = NEW_PASSWORD) =>
  newBrowser().post("/auth/reset-password", { token, new_password: password });
const deliver = (config = {}) => instance.runJobs({ config: { ...services.config, smtpUrl: server.url, ...config } });

/** The mails that an address was sent, newest first. */
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email)).toReversed();

/** Asks for a new password and reads the mail. */
async function tokenFor(email: string): Promise<string> {
  await request(email);
  await deliver();
  return TOKEN.exec(mailsTo(email)[0]?.body ?? "")?.[0] ?? "no token";
}

describe("POST /auth/forgot-password", () => {
  test("D1-134 S3.10 T5 says the same for an address with and without an account, after the same work", async () => {
    const { email } = await newAccount();

    const known = await request(email);
    const unknown = await request(`x${email}`);

    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(unknown.body).toEqual(known.body);
    expect(unknown.headers.get("content-length")).toBe(known.headers.get("content-length"));
    await deliver();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(`x${email}`)).toEqual([]);
  });

  test("S-11 strangers store nothing, however many addresses they name, and hold up no one", async () => {
    const { email } = await newAccount();
    const rowsByTable = async () => {
      const db = services.reader("*");
      const names = await db.all("select name from sqlite_schema where type = 'table'", {}, (row) => text(row, "name"));
      const count = (name: string) =>
        db.one(`select count(*) as rows from "${name}"`, {}, (row) => number(row, "rows"));
      return Promise.all(names.map(async (name) => [name, await count(name)]));
    };
    // What the first makes once for all, such as the place of a queue.
    await request("first@example.com");
    const before = await rowsByTable();

    const requests = Array.from({ length: 300 }, (_, index) => request(`stranger-${index}@example.com`));
    const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));

    expect(statuses).toEqual(new Set([200]));
    expect(await rowsByTable()).toEqual(before);
    await request(email);
    await deliver();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test.each([{ email: "nonsense" }, { email: "" }, { email: 5 }, {}])("S3.10 refuses %p", async (body) => {
    const answer = await newBrowser().post("/auth/forgot-password", body);

    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toMatchObject([{ field: "email" }]);
  });

  test("S8.8 answers in the caller's language, and writes in that of the account", async () => {
    const { email } = await newAccount("fr");

    const { headers, body } = await request(email, { "accept-language": "en" });
    await deliver({ publicUrl: "https://shop.example/app/" });

    expect(headers.get("content-language")).toBe("en");
    expect(body.message).toStartWith("If an account exists");
    const [mail] = mailsTo(email);
    expect(mail?.body).toContain("La réinitialisation du mot de passe");
    expect(mail?.body).toMatch(new RegExp(`https://shop\\.example/app/reset-password#token=${TOKEN.source}`));
  });

  test("S3.10 requested twice before the mail is written, it writes one", async () => {
    const { email } = await newAccount();
    await Promise.all([request(email), request(email.toUpperCase()), request(email)]);

    await deliver();

    expect(mailsTo(email)).toHaveLength(1);
  });

  test("S9.1 D1-163 three an address, account and quarter of an hour", async () => {
    const limited = await newInstance({ rateLimitDisabled: false });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      statuses.push((await limited.newBrowser().post("/auth/forgot-password", { email: "a@example.com" })).status);
    }
    const other = await limited.newBrowser().post("/auth/forgot-password", { email: "b@example.com" });

    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(other.status).toBe(200);
  });
});

describe("POST /auth/reset-password", () => {
  test("S3.11 T9 sets the password, ends every session, lifts a lock, and works once", async () => {
    const { email } = await newAccount();
    const [browser, stranger] = [newBrowser(), newBrowser()];
    const { body } = await browser.logIn(email);
    const token = await tokenFor(email);
    for (let time = 0; time < 4; time++) await stranger.logIn(email, "wrong password 1");

    const answer = await choose(token);

    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "The password has been changed; log in with the new one" },
    ]);
    expect((await newBrowser().get("/auth/me", { authorization: `Bearer ${body.access_token}` })).status).toBe(401);
    expect((await browser.post("/auth/refresh")).status).toBe(401);
    expect((await stranger.logIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await stranger.logIn(email, PASSWORD)).status).toBe(401);
    expect((await choose(token)).body.error.error_code).toBe("RESET_TOKEN_INVALID");
  });

  test("T9 notifies the user by mail that the password was changed, in the language of the account and without a token", async () => {
    const { email } = await newAccount("fr");
    await choose(await tokenFor(email));

    await deliver();

    const [notice, reset] = mailsTo(email);
    expect(notice?.body).toContain("Le mot de passe de votre compte a été modifié");
    expect(notice?.body).not.toMatch(TOKEN);
    expect(reset?.body).toMatch(TOKEN);
  });

  test("S3.10 a newer mail makes the older void, and an hour makes each void", async () => {
    const { email } = await newAccount();
    const [older, newer] = [await tokenFor(email), await tokenFor(email)];

    expect((await choose(older)).status).toBe(400);
    clock.nowMs += HOUR_MS;
    expect((await choose(newer)).body.error).toMatchObject({ code: 400, error_code: "RESET_TOKEN_INVALID" });
  });

  test("of many at once with one token one gets through", async () => {
    const { email } = await newAccount();
    const token = await tokenFor(email);

    const statuses = (await Promise.all(Array.from({ length: 10 }, () => choose(token)))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });

  test("S3.12 a weak password is named, and leaves the token good", async () => {
    const { email } = await newAccount();
    const token = await tokenFor(email);

    const { status, body } = await choose(token, "short 1");

    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ field: "new_password", type: "too_short" }]);
    expect((await choose(token)).status).toBe(200);
  });

  test("another tenant's id before the token finds nothing", async () => {
    const [{ email }, other] = [await newAccount(), await newAccount()];
    const token = await tokenFor(email);

    expect((await choose(token.replace(/^[^.]+/, other.tenantId))).status).toBe(400);
    expect((await choose("nonsense")).status).toBe(400);
    expect((await choose(token)).status).toBe(200);
  });

  test("names every field that is wrong", async () => {
    const { status, body } = await newBrowser().post("/auth/reset-password", { token: 5 });

    expect(status).toBe(422);
    expect(body.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "new_password",
      "token",
    ]);
  });

  test("the database holds the hash of the token, and after sending no mail", async () => {
    const { email, tenantId } = await newAccount();
    const token = await tokenFor(email);
    const db = services.reader(tenantId);

    const resets = await db.all("select token_hash from password_reset where tenant_id = :tenant", {}, (row) => row);
    const mails = await db.all("select id from mail where tenant_id = :tenant", {}, (row) => row);

    expect(resets).toHaveLength(1);
    expect(JSON.stringify(resets)).not.toContain(token.slice(37));
    expect(mails).toEqual([]);
  });
});
