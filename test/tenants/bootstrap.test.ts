import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findKeyHolder, findLogin } from "../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { findTenant } from "../../db/tenants/tenants.ts";
import { ConfigError, readConfig } from "../../src/config/config.ts";
import * as FAMILIES from "../../src/families.ts";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { hashKey } from "../../src/identity/api-keys/raw-key.ts";
import { isPassword, passwordProblem } from "../../src/identity/auth/accounts/passwords.ts";
import { bootstrap } from "../../src/identity/tenants/bootstrap.ts";
import { User } from "../../src/identity/users/user.ts";
import { openOutbound } from "../../src/outbound/outbound.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { openLog } from "../../src/runtime/log.ts";
import { newId } from "../../src/runtime/new-id.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { openSecretBox } from "../../src/secrets/secret-box.ts";
import { openLocalFiles } from "../../src/storage/local-files.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";
import { refusal } from "../refusal.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const context = { now: Date.now, steadyNow: Date.now, newId };

/** An instance that never started, with these settings. */
async function given(settings: Record<string, string> = {}): Promise<{ path: string; services: ThreadServices }> {
  const folder = temporaryFolder();
  const path = join(folder, "catalogd.db");
  const services: ThreadServices = {
    ...(await openFileDatabase(MUTATIONS, context, path)),
    ...context,
    config: readConfig({ env: { CATALOGD_DATA_DIR: folder, ...settings } }),
    files: openLocalFiles(join(folder, "files")),
    secrets: openSecretBox({ secretKey: undefined, dataDir: folder }),
    search: openSearch(readConfig({ env: {} }), Date.now),
    pause: () => Promise.resolve(),
    count: () => undefined,
    outbound: openOutbound({ allow: { ranges: [], names: [] }, allowPrivate: false }),
    bell: { ring: () => undefined, count: () => 0, wait: () => Promise.resolve(), close: () => undefined },
    log: openLog("silent", "test"),
  };
  return { path, services };
}

describe("bootstrap", () => {
  test("D0.11 S3.16 makes a tenant, an admin with a random password, and a key with every scope", async () => {
    const { services } = await given();

    const first = await bootstrap(services);
    const db = services.reader(EVERY_TENANT);
    const login = await findLogin(db, "admin@localhost.localdomain");
    const holder = await findKeyHolder(db, hashKey(first?.apiKey ?? ""));

    expect(first?.email).toBe("admin@localhost.localdomain");
    expect(passwordProblem(first?.password ?? "", first?.email ?? "")).toBeUndefined();
    expect(await isPassword(first?.password ?? "", login?.passwordHash)).toBe(true);
    expect(holder).toMatchObject({ tenantId: first?.tenantId, scopes: [...SCOPES], expiresAtMs: null });
    expect(await findTenant(services.reader(first?.tenantId ?? ""))).toMatchObject({ name: "Default" });
  });

  test("S3.16 D0.1 takes names, address and password from the settings", async () => {
    const { services } = await given({
      CATALOGD_BOOTSTRAP_TENANT: "Example Ltd",
      CATALOGD_BOOTSTRAP_ADMIN_EMAIL: "Anna@Example.com",
      CATALOGD_BOOTSTRAP_ADMIN_PASSWORD: "a safe password 1",
      CATALOGD_DEFAULT_LOCALE: "fr",
    });

    const first = await bootstrap(services);
    const login = await findLogin(services.reader(EVERY_TENANT), "anna@example.com");
    const db = services.reader(first?.tenantId ?? "");

    expect(first).toMatchObject({ email: "anna@example.com", password: undefined });
    expect(await isPassword("a safe password 1", login?.passwordHash)).toBe(true);
    expect(await findTenant(db)).toMatchObject({ name: "Example Ltd" });
    expect(await User.table.find(db, login?.userId ?? "")).toMatchObject({
      role: "admin",
      locale: "fr",
      last_login_at: null,
    });
  });

  test("makes nothing on a second start, with any settings", async () => {
    const { services } = await given();
    await bootstrap(services);
    const changed = { ...services.config, bootstrapAdminEmail: "other@example.com" };

    expect(await bootstrap({ ...services, config: changed })).toBeUndefined();
    expect(await findLogin(services.reader(EVERY_TENANT), "other@example.com")).toBeUndefined();
  });

  test("makes one tenant when two processes start at once", async () => {
    const { services } = await given();
    const changed = { ...services.config, bootstrapAdminEmail: "other@example.com" };

    const both = await Promise.all([bootstrap(services), bootstrap({ ...services, config: changed })]);

    expect(both.filter((first) => first !== undefined)).toHaveLength(1);
  });

  test.each([
    [{ CATALOGD_BOOTSTRAP_ADMIN_EMAIL: "anna" }, "CATALOGD_BOOTSTRAP_ADMIN_EMAIL"],
    [{ CATALOGD_BOOTSTRAP_ADMIN_PASSWORD: "short 1" }, "CATALOGD_BOOTSTRAP_ADMIN_PASSWORD"],
  ])("refuses %p with a sentence", async (settings, name) => {
    const { services } = await given(settings);

    const error = await refusal(bootstrap(services));

    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(name);
    expect(String(error)).not.toContain("short 1");
    expect(await findLogin(services.reader(EVERY_TENANT), "admin@localhost.localdomain")).toBeUndefined();
  });

  test("D1-078 leaves neither the password nor the key in the database", async () => {
    const { services, path } = await given();

    const first = await bootstrap(services);
    const files = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file));

    expect(files.some((bytes) => bytes.includes(first?.email ?? ""))).toBe(true);
    for (const secret of [first?.password ?? "", first?.apiKey ?? ""]) {
      expect(files.some((bytes) => bytes.includes(secret))).toBe(false);
    }
  });
});
