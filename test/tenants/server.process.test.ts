import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readConfig } from "../../src/config/config.ts";
import { apiKeyChanges } from "../../src/identity/api-keys/api-key.ts";
import { newRawKey } from "../../src/identity/api-keys/raw-key.ts";
import { openAuthenticator } from "../../src/identity/auth/callers/authenticator.ts";
import { endSession, startSession } from "../../src/identity/auth/sessions/start-session.ts";
import { bootstrap } from "../../src/identity/tenants/bootstrap.ts";
import { createTenant } from "../../src/identity/tenants/create-tenant.ts";
import { openOutbound } from "../../src/outbound/outbound.ts";
import { openLog } from "../../src/runtime/log.ts";
import { newId } from "../../src/runtime/new-id.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { openSecretBox } from "../../src/secrets/secret-box.ts";
import { openLocalFiles } from "../../src/storage/local-files.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openServerDatabase } from "../db/databases.ts";
import { refusal } from "../refusal.ts";
import { startSqld } from "../servers/sqld.ts";

/** The longest that another process knows who has a key: it saves a round trip of each read. */
const SECOND_MS = 1_000;
const context = { now: Date.now, steadyNow: Date.now, newId };
const sqld = await startSqld();
afterAll(sqld.stop);

const secretKey = [randomBytes(32).toString("base64")];

/** One of the processes that share a server, and the key of its secrets. */
async function openProcess(): Promise<ThreadServices> {
  return {
    ...(await openServerDatabase(sqld.url, context)),
    ...context,
    config: readConfig({ env: { CATALOGD_DATABASE_URL: sqld.url } }),
    files: openLocalFiles(temporaryFolder()),
    secrets: openSecretBox({ secretKey, dataDir: temporaryFolder() }),
    search: openSearch(readConfig({ env: {} }), Date.now),
    pause: () => Promise.resolve(),
    count: () => undefined,
    outbound: openOutbound({ allow: { ranges: [], names: [] }, allowPrivate: false }),
    bell: { ring: () => undefined, count: () => 0, wait: () => Promise.resolve(), close: () => undefined },
    log: openLog("silent", "test"),
  };
}
const one = await openProcess();
const two = await openProcess();

describe("two processes on one server", () => {
  test("make one tenant when they start at once", async () => {
    const other = { ...two, config: { ...two.config, bootstrapAdminEmail: "other@example.com" } };

    const both = await Promise.all([bootstrap(one), bootstrap(other)]);

    expect(both.filter((first) => first !== undefined)).toHaveLength(1);
    expect(await bootstrap(one)).toBeUndefined();
  });

  test("D1-075 D1-135 refuse a session at once that the other has ended, and a key within a second", async () => {
    const [here, there] = await Promise.all([openAuthenticator(one), openAuthenticator(two)]);
    const tenantId = newId();
    const user = { email: `${tenantId}@example.com`, passwordHash: "none", role: "admin" as const, locale: "en" };
    const { userId } = await one.write(createTenant, tenantId, { name: "Example Ltd", user });
    const { key, stored } = newRawKey(false);
    const fields = { name: "ERP", scopes: ["products:read" as const], ...stored };
    const { id } = await one.write(apiKeyChanges.create, tenantId, { fields });
    const sessionId = await one.write(startSession, tenantId, { userId });
    // Signed by one, verified by the other: they share the key.
    const token = await here.signAccessToken({ userId, tenantId, sessionId, role: "admin" });
    expect(await there.byAccessToken(token)).toMatchObject({ tenantId, subjectId: userId });
    expect(await there.byApiKey(key)).toMatchObject({ tenantId, subjectId: id });

    await one.write(apiKeyChanges.remove, tenantId, { id, expected: null, how: undefined });
    await one.write(endSession, tenantId, { id: sessionId });

    const revokedAtMs = performance.now();
    expect(await refusal(there.byAccessToken(token))).toMatchObject({ code: "INVALID_TOKEN" });
    await Bun.sleep(SECOND_MS - (performance.now() - revokedAtMs));
    expect(await there.byApiKey(key)).toBeUndefined();
  });
});
