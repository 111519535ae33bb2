import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { mutation, type Reader } from "../../db/ports.ts";
import { insertUser } from "../../db/users/users.ts";
import * as FAMILIES from "../../src/families.ts";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { newRawKey } from "../../src/identity/api-keys/raw-key.ts";
import { hashPassword } from "../../src/identity/auth/accounts/passwords.ts";
import { openAuthenticator } from "../../src/identity/auth/callers/authenticator.ts";
import { logIn } from "../../src/identity/auth/login/log-in.ts";
import { startSession } from "../../src/identity/auth/sessions/start-session.ts";
import { createTenant } from "../../src/identity/tenants/create-tenant.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";
import { services as shared } from "../harness.ts";
import { refusal } from "../refusal.ts";
import { PASSWORD } from "./account.ts";

const MUTATIONS = await loadMutations(FAMILIES);

/** What the families of users and operators will bring. */
const suspend = mutation("test.suspend", (tx, _: undefined) =>
  tx.run("update tenant set license_status = 'suspended', modules_off = '[\"imports\"]' where tenant_id = :tenant", {}),
);
const disable = mutation("test.disable", (tx, { id }: { id: string }) =>
  tx.run("update user set is_active = 0 where tenant_id = :tenant and id = :id", { id }),
);
const addUser = mutation("test.add", (tx, user: { id: string; passwordHash: string }) =>
  insertUser(tx, { ...user, email: `${user.id}@example.com`, role: "viewer", locale: "en", createdAtMs: 0 }),
);
const mutations = new Map([...MUTATIONS, ...[suspend, disable, addUser].map((each) => [each.name, each] as const)]);

const CALLER = { requestId: "request-1", address: "192.0.2.1", network: "", deviceToken: undefined };

/** An instance of its own with one tenant, that counts what it reads. */
async function given() {
  let reads = 0;
  let nowMs = Date.now();
  const context = { now: () => nowMs, newId };
  const database = await openFileDatabase(mutations, context, join(temporaryFolder(), "catalogd.db"));
  const reader = (tenantId: string): Reader => {
    reads++;
    return database.reader(tenantId);
  };
  const services = { ...shared, ...database, ...context, reader };
  const authenticator = await openAuthenticator(services);
  const tenantId = newId();
  const { key, stored } = newRawKey(false);
  const { userId } = await services.write(createTenant, tenantId, {
    name: "Example Ltd",
    user: { email: `${tenantId}@example.com`, passwordHash: "none", role: "admin", locale: "en" },
    apiKey: { name: "ERP", scopes: [...SCOPES], isTest: false, kept: stored },
  });
  const sessionId = await services.write(startSession, tenantId, { userId });
  const token = await authenticator.signAccessToken({ userId, tenantId, sessionId, role: "admin" });
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = reads;
    await work();
    return reads - before;
  };
  const later = (ms: number) => {
    nowMs += ms;
  };
  return {
    services: { ...services, authenticator },
    authenticator,
    tenantId,
    userId,
    sessionId,
    key,
    token,
    readsOf,
    later,
  };
}

describe("an authenticator", () => {
  test("looks once for a key and for a session, and again when the tenant is dropped", async () => {
    const { authenticator, tenantId, key, token, readsOf } = await given();
    const both = async () => [await authenticator.byApiKey(key), await authenticator.byAccessToken(token)];

    expect(await readsOf(both)).toBe(2);
    expect(await readsOf(both)).toBe(0);
    authenticator.drop(newId());
    expect(await readsOf(both)).toBe(0);
    authenticator.drop(tenantId);
    expect(await readsOf(both)).toBe(2);
  });

  test("T11 refuses a mistyped key without looking", async () => {
    const { authenticator, key, readsOf } = await given();
    const typo = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;

    expect(await readsOf(async () => expect(await authenticator.byApiKey(typo)).toBeUndefined())).toBe(0);
  });

  test("takes neither the id nor the token of a session for a key, nor a key for a token", async () => {
    const { authenticator, key, token, sessionId } = await given();
    await authenticator.byApiKey(key);
    await authenticator.byAccessToken(token);

    expect(await authenticator.byApiKey(sessionId)).toBeUndefined();
    expect(await authenticator.byApiKey(token)).toBeUndefined();
    expect(await refusal(authenticator.byAccessToken(key))).toMatchObject({ code: "INVALID_TOKEN" });
    expect(await refusal(authenticator.byAccessToken(sessionId))).toMatchObject({ code: "INVALID_TOKEN" });
  });

  test("S10.2 S10.1 meets a suspended licence and a module that is off", async () => {
    const { authenticator, services, tenantId, key, token } = await given();
    const states = async () => {
      const both = [await authenticator.byApiKey(key), await authenticator.byAccessToken(token)];
      return both.map((principal) => [principal?.tenant.licenseStatus, principal?.tenant.modulesOff.has("imports")]);
    };
    expect(await states()).toEqual([
      ["active", false],
      ["active", false],
    ]);

    await services.write(suspend, tenantId, undefined);
    authenticator.drop(tenantId);

    expect(await states()).toEqual([
      ["suspended", true],
      ["suspended", true],
    ]);
  });

  test("refuses the session of a user who was disabled, and one that ran out", async () => {
    const { authenticator, services, tenantId, userId, token } = await given();
    const other = await given();
    await authenticator.byAccessToken(token);
    await other.authenticator.byAccessToken(other.token);

    await services.write(disable, tenantId, { id: userId });
    authenticator.drop(tenantId);
    other.later(30 * 86_400_000);

    expect(await refusal(authenticator.byAccessToken(token))).toMatchObject({ code: "INVALID_TOKEN" });
    expect(await refusal(other.authenticator.byAccessToken(other.token))).toMatchObject({ code: "INVALID_TOKEN" });
  });
});

describe("logIn", () => {
  test("S3.1 shows a disabled account only to a user who knows the password", async () => {
    const { services, tenantId } = await given();
    const id = newId();
    await services.write(addUser, tenantId, { id, passwordHash: await hashPassword(PASSWORD) });
    await services.write(disable, tenantId, { id });
    const attempt = (password: string) => refusal(logIn(services, { email: `${id}@example.com`, password }, CALLER));

    expect(await attempt("wrong password 1")).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await attempt(PASSWORD)).toMatchObject({ code: "ACCOUNT_DISABLED" });
  });

  test("T5 S3.1 does the same work for an unknown account as for a known one", async () => {
    const { services, tenantId, readsOf } = await given();
    const hashes: (string | undefined)[] = [];
    const isRight = (_: string, hash: string | undefined) => {
      hashes.push(hash);
      return Promise.resolve(false);
    };
    const passwords = { ...services.authenticator.passwords, isRight };
    const watched = { ...services, authenticator: { ...services.authenticator, passwords } };
    const attempt = (email: string) => () => refusal(logIn(watched, { email, password: PASSWORD }, CALLER));

    expect(await readsOf(attempt(`${tenantId}@example.com`))).toBe(await readsOf(attempt("nobody@example.com")));
    expect(hashes).toEqual(["none", undefined]);
  });
});
