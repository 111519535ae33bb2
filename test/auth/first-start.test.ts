import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { credentials } from "../../src/cli/start/welcome.ts";
import { bootstrap } from "../../src/identity/tenants/bootstrap.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newInstance } from "./instance.ts";

// Each new password is hashed at its full cost.
setDefaultTimeout(30_000);

const OWN = "another Horse 2 battery";
const DAY_MS = 86_400_000;

/** An instance that has started for the first time. */
async function firstStart(settings = {}) {
  const path = join(temporaryFolder(), "catalogd.db");
  const instance = await newInstance({ bootstrapAdminPassword: undefined, ...settings }, { path });
  const first = await bootstrap(instance.services);
  if (!first) throw new Error("The instance had started before");
  const choose = (token: unknown, password = OWN, headers = {}) =>
    instance.newBrowser().post("/auth/first-start", { token, new_password: password }, headers);
  return { ...instance, path, first, choose };
}

test("the link of the first start signs the admin in with a password of their own, once", async () => {
  const { choose, first, newBrowser } = await firstStart();
  const browser = newBrowser();

  const weak = await choose(first.linkToken, "short 1");
  const answer = await browser.post("/auth/first-start", { token: first.linkToken, new_password: OWN });

  expect([weak.status, weak.body.error.fields?.[0]?.field ?? weak.body.error.details]).toEqual([
    422,
    expect.anything(),
  ]);
  expect([answer.status, answer.body.user.role, answer.body.user.email]).toEqual([200, "admin", first.email]);
  expect((await browser.get("/auth/me")).status).toBe(200);
  expect((await newBrowser().logIn(first.email, OWN)).status).toBe(200);
  expect((await newBrowser().logIn(first.email, first.password)).status).toBe(401);
  const again = await choose(first.linkToken);
  expect([again.status, again.body.error.error_code]).toEqual([400, "RESET_TOKEN_INVALID"]);
});

test("the link runs out after a day; what was never one is refused alike", async () => {
  const { choose, clock, first } = await firstStart();
  expect((await choose(`${first.tenantId}.${"a".repeat(43)}`)).body.error.error_code).toBe("RESET_TOKEN_INVALID");
  expect((await choose("nothing")).body.error.error_code).toBe("RESET_TOKEN_INVALID");
  expect((await choose(5)).status).toBe(422);
  clock.nowMs += DAY_MS + 1;
  expect((await choose(first.linkToken)).body.error.error_code).toBe("RESET_TOKEN_INVALID");
});

test("the database has no more than a hash of it", async () => {
  const { first, path } = await firstStart();
  const token = first.linkToken ?? "";
  const files = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file));

  expect(token).toMatch(/^\w{10}\.[\w-]{43}$/);
  expect(files.some((bytes) => bytes.includes(first.email))).toBe(true);
  expect(files.some((bytes) => bytes.includes(token.slice(11)))).toBe(false);
});

test("another page cannot sign its reader in", async () => {
  const { choose, first } = await firstStart();
  const answer = await choose(first.linkToken, OWN, {
    origin: "https://elsewhere.example",
    "sec-fetch-site": "cross-site",
  });
  expect([answer.status, answer.body.error_type]).toEqual([403, "csrf_validation_error"]);
});

test("of processes that start together one has a link; a password of the settings needs none", async () => {
  const { services } = await newInstance({ bootstrapAdminPassword: undefined });
  const both = await Promise.all([bootstrap(services), bootstrap(services)]);
  expect(both.filter((each) => each?.linkToken !== undefined)).toHaveLength(1);
  const { first } = await firstStart({ bootstrapAdminPassword: OWN });
  expect(first.linkToken).toBeUndefined();
});

test("the banner's link leads to the console, and is not there where that is off", async () => {
  const { first, services } = await firstStart();
  const url = "http://localhost:3000";
  const linkOf = (console: boolean) => new Map(credentials(url, { ...services.config, console }, first)).get("Sign in");
  expect(linkOf(true)).toBe(`${url}/first-start#token=${first.linkToken}`);
  expect(linkOf(false)).toBeUndefined();
});
