import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type AnyMutation, EVERY_TENANT, mutation } from "../../db/ports.ts";
import { listSecrets, putSecret } from "../../db/secrets/secrets.ts";
import { findSyncKeyTenant } from "../../db/settings/sync-keys.ts";
import { databasePath } from "../../src/config.ts";
import { MUTATIONS } from "../../src/mutations.ts";
import { SecretUnreadable } from "../../src/secrets/secret-box.ts";
import { DEPENDENCIES, type DependencyName } from "../../src/settings/dependencies.ts";
import { dependencyChangeOf } from "../../src/settings/dependency-change.ts";
import { putDependency } from "../../src/settings/put-dependency.ts";
import { readDependency, requireDependency } from "../../src/settings/read-dependency.ts";
import { openFileDatabase } from "../db/databases.ts";
import { clientWith, newTenant, services } from "../harness.ts";
import { refusal } from "../refusal.ts";

/** A body that configures each, with its secret. */
const GOOD: Record<DependencyName, Record<string, unknown>> = {
  erp: { base_url: "https://erp.example.com/api", api_key: "erp-key-0123456789" },
  "ai-provider": { provider: "openai", model: "gpt-4o-mini", api_key: "sk-0123456789abcdef" },
  "scraper-sync-key": { key: "sync-key-0123456789" },
  "search-vector": { base_url: "https://ai.example.com/v1", model: "embed", api_key: "vec-key-0123456789" },
  smtp: { host: "smtp.example.com", username: "anna", password: "mail-password-1", from_address: "a@example.com" },
  translator: { provider: "deepl", api_key: "deepl-0123456789abc" },
  "web-search": { provider: "brave", api_key: "brave-0123456789abc" },
};
const NAMES = Object.keys(GOOD) as DependencyName[]; // Object.keys forgets the literal types
const PLACE = "settings/erp";
const pathOf = (name: string) => `/settings/${name}`;
const secretOf = (name: DependencyName) => String(GOOD[name][DEPENDENCIES[name].secret.field]);
const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

/** A sync key opens one tenant only, so each test has its own. */
const bodyFor = (name: DependencyName) => ({
  enabled: true,
  ...GOOD[name],
  ...(name === "scraper-sync-key" && { key: `sync-${services.newId()}` }),
});

test("every dependency has a body here", () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(DEPENDENCIES).toSorted() as DependencyName[]);
});

describe.each(NAMES)("/settings/%s", (name) => {
  const path = pathOf(name);

  test("S10.4 is not configured, then is, then is not any more", async () => {
    const { admin } = await newTenant();
    expect((await admin.get(path)).body).toMatchObject({ enabled: false, is_configured: false, updated_at: null });

    const put = await admin.put(path, bodyFor(name));
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ enabled: true, is_configured: true });
    expect((await admin.get(path)).body).toEqual(put.body);

    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.get(path)).body).toMatchObject({ enabled: false, is_configured: false, updated_at: null });
    expect((await admin.delete(path)).status).toBe(204);
  });

  test("threat 30 never shows its secret, not in answers, the audit log or the database", async () => {
    const { admin } = await newTenant();
    const body = bodyFor(name);
    const secret = String(body[DEPENDENCIES[name].secret.field as keyof typeof body]);

    const answers = [
      await admin.put(path, body, { "idempotency-key": services.newId() }),
      await admin.get(path),
      await admin.get("/audit-log"),
    ];
    const database = databasePath(services.config);
    const files = [database, `${database}-wal`].filter(existsSync).map((file) => readFileSync(file));

    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain(secret);
    for (const bytes of files) expect(bytes.includes(secret)).toBe(false);
  });

  test("S10.4 is each tenant's own", async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await one.admin.put(path, bodyFor(name));

    expect((await other.admin.get(path)).body.is_configured).toBe(false);
    await other.admin.delete(path);
    expect((await one.admin.get(path)).body.is_configured).toBe(true);
  });

  test("S10.4 S5.5 is for admins only", async () => {
    const tenant = await newTenant();
    const manager = await tenant.as("manager");
    const calls = (client: typeof manager) => [client.get(path), client.put(path, bodyFor(name)), client.delete(path)];

    for (const client of [manager, await tenant.as("editor"), await tenant.as("viewer"), tenant]) {
      for (const { status } of await Promise.all(calls(client))) expect(status).toBe(403);
    }
    for (const { status } of await Promise.all(calls(clientWith({})))) expect(status).toBe(401);
    expect((await tenant.admin.get(path)).body.is_configured).toBe(false);
  });

  test("D0.12 has an ETag that a change must match, and that a new secret changes", async () => {
    const { admin } = await newTenant();
    const first = (await admin.put(path, bodyFor(name))).headers.get("etag") ?? "";
    expect((await admin.get(path, { "if-none-match": first })).status).toBe(304);

    const second = (await admin.put(path, bodyFor(name), { "if-match": first })).headers.get("etag") ?? "";

    expect(second).not.toBe(first);
    expect((await admin.put(path, bodyFor(name), { "if-match": first })).status).toBe(412);
    expect((await admin.delete(path, undefined, { "if-match": first })).status).toBe(412);
    expect((await admin.delete(path, undefined, { "if-match": second })).status).toBe(204);
  });

  test("refuses a body without its fields", async () => {
    const { admin } = await newTenant();

    for (const body of [{}, { enabled: "yes" }, [], { ...bodyFor(name), [DEPENDENCIES[name].secret.field]: 1 }]) {
      expect((await admin.put(path, body)).status).toBe(422);
    }
    expect((await admin.get(path)).body.is_configured).toBe(false);
  });
});

describe("the secret of a setting", () => {
  test("S32.1 stays when it is not sent, goes with null, and shows its end", async () => {
    const { admin } = await newTenant();
    const { api_key, ...rest } = GOOD["ai-provider"];
    const path = pathOf("ai-provider");
    expect((await admin.put(path, { enabled: true, ...rest, api_key })).body.key_hint).toBe("cdef");

    const kept = await admin.put(path, { enabled: true, ...rest, temperature: 1 });
    expect(kept.body).toMatchObject({ key_hint: "cdef", temperature: 1, is_configured: true });
    const gone = await admin.put(path, { enabled: true, ...rest, api_key: null });
    expect([gone.status, fields(gone)]).toEqual([422, ["api_key"]]);
    const off = await admin.put(path, { enabled: false, ...rest, api_key: null });

    expect(off.body).toMatchObject({ key_hint: null, is_configured: false });
  });

  test("threat 14 must be sent again for another address, so that nobody has it sent to their own", async () => {
    const { admin } = await newTenant();
    const smtp = GOOD.smtp;
    await admin.put(pathOf("smtp"), { enabled: true, ...smtp });
    const { password, ...rest } = smtp;

    for (const enabled of [true, false]) {
      const moved = await admin.put(pathOf("smtp"), { enabled, ...rest, host: "evil.example.com" });
      expect([moved.status, fields(moved)]).toEqual([422, ["password"]]);
    }
    expect((await admin.put(pathOf("smtp"), { enabled: true, ...rest, from_name: "Shop" })).status).toBe(200);
    expect((await admin.put(pathOf("smtp"), { enabled: true, ...rest, host: "b.example.com", password })).status).toBe(
      200,
    );
  });

  test("threat 30 does not open once somebody has swapped it in the database", async () => {
    const swap = mutation("test.swap", async (tx, { from }: { from: string }) => {
      for (const secret of await listSecrets(tx.as(from), PLACE)) await putSecret(tx, PLACE, secret);
    });
    const mutations = new Map<string, AnyMutation>([...MUTATIONS, [swap.name, swap]]);
    const { reader, write } = await openFileDatabase(mutations, { now: Date.now, newId: services.newId });
    const { secrets } = services;
    for (const tenantId of ["one", "two"]) {
      const change = dependencyChangeOf(secrets, { tenantId, name: "erp", expected: null }, bodyFor("erp"));
      await write(putDependency, tenantId, change);
      expect((await readDependency(reader(tenantId), secrets, "erp"))?.secret).toBe(secretOf("erp"));
    }

    await write(swap, "one", { from: "two" });

    expect(await refusal(readDependency(reader("one"), secrets, "erp"))).toBeInstanceOf(SecretUnreadable);
    expect((await readDependency(reader("two"), secrets, "erp"))?.secret).toBe(secretOf("erp"));
  });

  test("S32.1 S32.4 S32.5 is not asked for where there is none", async () => {
    const { admin } = await newTenant();
    const base_url = "http://127.0.0.1:11434/v1";
    const bodies: [DependencyName, Record<string, unknown>][] = [
      ["ai-provider", { provider: "openai_compatible", model: "llama" }],
      ["translator", { provider: "libretranslate" }],
      ["web-search", { provider: "searxng" }],
    ];

    for (const [name, body] of bodies) {
      const without = await admin.put(pathOf(name), { enabled: true, ...body });
      expect([without.status, fields(without)]).toEqual([422, ["base_url"]]);
      const answer = await admin.put(pathOf(name), { enabled: true, ...body, base_url });
      expect([answer.status, answer.body.is_configured]).toEqual([200, true]);
    }
  });
});

describe("the values of a setting", () => {
  test("S32.1 S32.5 fill in the defaults", async () => {
    const { admin } = await newTenant();

    const provider = await admin.put(pathOf("ai-provider"), bodyFor("ai-provider"));
    const search = await admin.put(pathOf("web-search"), bodyFor("web-search"));

    expect(provider.body).toMatchObject({
      temperature: 0.3,
      max_output_tokens: 2000,
      timeout_seconds: 60,
      concurrency: 4,
      usd_eur_rate: 0.92,
      prices: null,
      assignments: null,
    });
    expect(search.body.max_results).toBe(5);
  });

  test("S32.1 take prices and assignments by name", async () => {
    const { admin } = await newTenant();
    const more = {
      prices: { "gpt-4o-mini": { input: 0.15, output: 0.6 } },
      assignments: { seo: { provider: "openai", model: "gpt-4o" } },
    };

    const { body } = await admin.put(pathOf("ai-provider"), { ...bodyFor("ai-provider"), ...more });

    expect(body).toMatchObject(more);
    for (const wrong of [
      { prices: { x: { input: -1, output: 0 } } },
      { assignments: { cooking: more.assignments.seo } },
    ]) {
      expect((await admin.put(pathOf("ai-provider"), { ...bodyFor("ai-provider"), ...wrong })).status).toBe(422);
    }
  });

  test.each<[DependencyName, Record<string, unknown>]>([
    ["erp", { base_url: "ftp://erp.example.com" }],
    ["erp", { base_url: "https://user:secret@erp.example.com" }],
    ["erp", { base_url: "javascript:alert(1)" }],
    ["ai-provider", { provider: "other" }],
    ["ai-provider", { temperature: 3 }],
    ["scraper-sync-key", { key: "short" }],
    ["smtp", { host: "smtp.example.com\r\nX" }],
    ["smtp", { port: 0 }],
    ["smtp", { from_name: "a\r\nBcc: x@example.com" }],
    ["translator", { price_per_million: -1 }],
    ["web-search", { max_results: 0 }],
  ])("refuse %s with %o", async (name, wrong) => {
    const { admin } = await newTenant();

    const answer = await admin.put(pathOf(name), { ...bodyFor(name), ...wrong });

    expect([answer.status, fields(answer)]).toEqual([422, Object.keys(wrong)]);
  });
});

describe("the sync key", () => {
  test("S4.7 says which tenant is meant, by its hash, and no two tenants share one", async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const key = `sync-${services.newId()}`;
    const hash = createHash("sha256").update(key).digest("hex");
    await one.admin.put(pathOf("scraper-sync-key"), { enabled: true, key });

    expect(await findSyncKeyTenant(services.reader(EVERY_TENANT), hash)).toBe(one.id);
    const taken = await other.admin.put(pathOf("scraper-sync-key"), { enabled: true, key });
    expect([taken.status, fields(taken)]).toEqual([422, ["key"]]);
    expect((await one.admin.put(pathOf("scraper-sync-key"), { enabled: false })).body).toMatchObject({
      enabled: false,
      key_hint: key.slice(-4),
    });
    await one.admin.delete(pathOf("scraper-sync-key"));
    expect((await other.admin.put(pathOf("scraper-sync-key"), { enabled: true, key })).status).toBe(200);
  });
});

describe("requireDependency", () => {
  test.each(NAMES.filter((name) => name !== "smtp"))(
    "D1-153 %s answers 409 while it is not configured or switched off",
    async (name) => {
      const { admin, db } = await newTenant();
      const { code } = DEPENDENCIES[name];
      const expected = { code, options: { details: { dependency: name.replaceAll("-", "_") } } };
      expect(await refusal(requireDependency(db, services.secrets, name))).toMatchObject(expected);

      await admin.put(pathOf(name), bodyFor(name));
      const ready = await requireDependency(db, services.secrets, name);
      await admin.put(pathOf(name), { ...bodyFor(name), enabled: false });

      expect(ready.secret).toBe(name === "scraper-sync-key" ? null : secretOf(name));
      expect(await refusal(requireDependency(db, services.secrets, name))).toMatchObject(expected);
    },
  );
});

test("a change that is not allowed leaves secret and setting as they were", async () => {
  const { admin, db, id } = await newTenant();
  await admin.put(pathOf("erp"), bodyFor("erp"));
  const sealed = {
    hint: null,
    ...services.secrets.seal({ tenantId: id, place: "settings/erp", field: "api_key" }, "x"),
  };
  const change = { name: "erp" as const, isEnabled: true, value: {}, secret: sealed, expected: ["other"] };

  expect(await refusal(services.write(putDependency, id, change))).toMatchObject({ code: "PRECONDITION_FAILED" });

  expect((await readDependency(db, services.secrets, "erp"))?.secret).toBe(secretOf("erp"));
});
