import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { databasePath } from "../../src/config/config.ts";
import { DEPENDENCIES, type DependencyName } from "../../src/settings/dependencies.ts";
import { clientWith, newTenant, services } from "../harness.ts";
import { bodyFor, fields, NAMES, pathOf } from "./dependency-bodies.ts";

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

  test("T30 never shows its secret, not in answers, the audit log or the database", async () => {
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

const LINK_LOCAL = [
  "169.254.169.254",
  "2852039166",
  "0xA9FEA9FE",
  "fe80::1",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "fd00:ec2::254",
  "100.100.100.200",
  "metadata.google.internal",
  "Metadata.Google.Internal.",
];
const ADDRESSED = NAMES.flatMap((name) => {
  const field = ["base_url", "host"].find((each) => each in DEPENDENCIES[name].fields);
  return field === undefined ? [] : [[name, field] as const];
});

test.each(ADDRESSED)("S31.9 /settings/%s refuses a link-local or metadata address in %s", async (name, field) => {
  const { admin } = await newTenant();
  const web = (host: string) => `http://${host.includes(":") ? `[${host}]` : host}/v1`;
  for (const host of LINK_LOCAL) {
    const { status, body } = await admin.put(pathOf(name), {
      ...bodyFor(name),
      [field]: field === "base_url" ? web(host) : host,
    });
    expect([host, status, body.error?.details]).toEqual([
      host,
      422,
      [expect.objectContaining({ field, type: expect.stringMatching(/invalid_(?:value|format)/) })],
    ]);
  }
  expect((await admin.get(pathOf(name))).body.is_configured).toBe(false);
  const inLan = field === "base_url" ? "http://10.1.2.3:8080/api" : "10.1.2.3";
  expect((await admin.put(pathOf(name), { ...bodyFor(name), [field]: inLan })).status).toBe(200);
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
