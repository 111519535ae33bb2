import { describe, expect, test } from "bun:test";
import { CONFIG_FIELDS, PLATFORM_TYPES } from "../../src/exports/platforms/platform-types.ts";
import { SOURCE_BODIES } from "../../src/imports/sources/bodies.ts";
import { SOURCE_TYPES } from "../../src/imports/sources/source.ts";
import { DEPENDENCIES } from "../../src/settings/dependencies.ts";
import { newTenant } from "../harness.ts";
import { GOOD, NAMES, pathOf } from "../settings/dependency-bodies.ts";
import { newWebhook } from "../webhooks/given.ts";

const MASK = "********";
const SECRETS = new Set(["password", "api_key", "key", "secret_key", "private_key", "passphrase", "key_passphrase"]);
/** Two values of every field: what is stored, and what it is changed to. A field without them fails the test. */
const VALUES: Record<string, [unknown, unknown]> = {
  base_url: ["https://one.example.com/x", "https://two.example.com/x"],
  endpoint: ["https://one.example.com", "https://two.example.com"],
  host: ["one.example.com", "two.example.com"],
  imap_host: ["one.example.com", "two.example.com"],
  port: [2121, 2122],
  imap_port: [993, 1993],
  username: ["anna", "mallory"],
  access_key: ["anna", "mallory"],
  email: ["anna@example.com", "mallory@example.com"],
  bucket: ["one", "two"],
  path_style: [true, false],
  secure: [true, false],
  host_fingerprint: ["SHA256:one", "SHA256:two"],
  ca_certificate: ["-----BEGIN CERTIFICATE-----1", "-----BEGIN CERTIFICATE-----2"],
  region: ["eu-west-1", "eu-west-2"],
  folder: ["one", "two"],
  directory_path: ["one", "two"],
  file_pattern: ["*.csv", "*.xml"],
  settle_seconds: [1, 2],
  marker: ["{name}.one", "{name}.two"],
  partial_pattern: ["one*", "two*"],
  passive: [true, false],
  sender_filter: ["one", "two"],
  subject_filter: ["one", "two"],
  unseen_only: [true, false],
  mark_as_read: [true, false],
  provider: [undefined, "libretranslate"],
  model: ["one", "two"],
  economy_model: ["one", "two"],
  temperature: [0.1, 0.2],
  reasoning_effort: ["low", "high"],
  // Only servers of a tenant's own have these: elsewhere none may be sent.
  token_field: [undefined, undefined],
  system_role: [undefined, undefined],
  json_output: [undefined, undefined],
  requests_per_minute: [10, 20],
  tokens_per_minute: [1_000, 2_000],
  daily_budget: [1, 2],
  monthly_budget: [10, 20],
  max_output_tokens: [100, 200],
  timeout_seconds: [10, 20],
  concurrency: [1, 2],
  usd_eur_rate: [0.9, 0.8],
  prices: [{}, { one: { input: 1, output: 2 } }],
  assignments: [{}, { seo: { provider: "openai", model: "two" } }],
  dimensions: [10, 20],
  from_address: ["a@example.com", "b@example.com"],
  from_name: ["One", "Two"],
  price_per_million: [1, 2],
  max_results: [1, 2],
};
/** Fields whose change leaves where, as whom and how safely a secret is sent. All others ask for it again. */
const FREE = new Set(
  `region folder directory_path file_pattern settle_seconds marker partial_pattern passive sender_filter subject_filter unseen_only mark_as_read model
   economy_model temperature reasoning_effort token_field system_role json_output requests_per_minute tokens_per_minute
   daily_budget monthly_budget max_output_tokens timeout_seconds concurrency usd_eur_rate prices assignments dimensions
   from_address from_name price_per_million max_results`.split(/\s+/),
);
/** Those with values of their own. */
const SECURITY: Record<string, [unknown, unknown]> = {
  smtp: ["tls", "none"],
  ftp: ["explicit", "none"],
  email: ["tls", "none"],
};
const PROVIDER: Record<string, [unknown, unknown]> = {
  "ai-provider": ["openai", "mistral"],
  translator: ["deepl", "google"],
  "web-search": ["brave", "tavily"],
};

function valuesOf(owner: string, field: string): [unknown, unknown] {
  const known = field === "security" ? SECURITY[owner] : field === "provider" ? PROVIDER[owner] : VALUES[field];
  if (!known) throw new TypeError(`${owner} has the field ${field}: say here what it may hold, and whether it is free`);
  return known;
}
const filled = (owner: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, valuesOf(owner, name)[0]]));
const reported = ({ status, body }: { status: number; body: { error?: { details: { field: string }[] } } }) => ({
  status,
  fields: (body.error?.details ?? []).map(({ field }) => field),
});
const wanted = (field: string, secret: string) =>
  FREE.has(field) ? { status: 200, fields: [] } : { status: 422, fields: expect.arrayContaining([secret]) };

describe("a stored secret is sent nowhere else than it was meant for", () => {
  const sealed = NAMES.filter((name) => DEPENDENCIES[name].secret.storedAs === "sealed");
  test.each(sealed)("T14 setting %s: each field in turn", async (name) => {
    const { admin } = await newTenant();
    const names = Object.keys(DEPENDENCIES[name].fields);
    const secret = DEPENDENCIES[name].secret.field;
    const { [secret]: value, ...rest }: Record<string, unknown> = {
      enabled: true,
      ...GOOD[name],
      ...filled(name, names),
    };
    expect((await admin.put(pathOf(name), { ...rest, [secret]: value })).status).toBe(200);
    expect((await admin.put(pathOf(name), rest)).status).toBe(200);
    for (const field of names) {
      const answer = await admin.put(pathOf(name), { ...rest, [field]: valuesOf(name, field)[1] });
      expect({ field, ...reported(answer) }).toEqual({ field, ...wanted(field, secret) });
      if (FREE.has(field)) await admin.put(pathOf(name), rest);
    }
  });

  test.each(PLATFORM_TYPES)("S36.1 export platform %s: each field in turn", async (type) => {
    const tenant = await newTenant();
    const names = Object.keys(CONFIG_FIELDS[type]).filter((name) => !SECRETS.has(name));
    const secret = type.startsWith("object") ? "secret_key" : "password";
    const config = { ...filled(type, names), [secret]: MASK };
    const made = await tenant.post("/exports/platforms", {
      name: "Partner",
      platform_type: type,
      config: { ...config, [secret]: "hidden-4711" },
    });
    const at = `/exports/platforms/${made.body.id}`;
    expect((await tenant.put(at, { config })).status).toBe(200);
    for (const field of names) {
      const answer = await tenant.put(at, { config: { ...config, [field]: valuesOf(type, field)[1] } });
      expect({ field, ...reported(answer) }).toEqual({ field, ...wanted(field, `config.${secret}`) });
      if (FREE.has(field)) await tenant.put(at, { config });
    }
  });

  // What a key is called the operator decides, and an address has no secret beside it.
  const sourceOf = (type: keyof typeof SOURCE_BODIES) =>
    type === "url" ? { url: "https://one.example.com/list.csv" } : filled(type, namesOf(type));
  const namesOf = (type: keyof typeof SOURCE_BODIES) =>
    Object.keys(SOURCE_BODIES[type].properties).filter((name) => !SECRETS.has(name) && name !== "key_file_path");
  const withPassword = SOURCE_TYPES.filter((type) => type !== "url");
  const given = async (type: keyof typeof SOURCE_BODIES) => {
    const tenant = await newTenant();
    const made = await tenant.post("/import-configs", {
      name: "Nightly",
      source_type: type,
      source: { ...sourceOf(type), password: "hidden-4711" },
    });
    expect(made.status).toBe(201);
    return { tenant, at: `/import-configs/${made.body.id}` };
  };

  test.each(withPassword)("S37.35 import source %s: each field in turn", async (type) => {
    const { tenant, at } = await given(type);
    const source = sourceOf(type);
    expect((await tenant.put(at, { name: "Hourly", source })).status).toBe(200);
    for (const field of namesOf(type)) {
      const answer = await tenant.put(at, { source: { ...source, [field]: valuesOf(type, field)[1] } });
      expect({ field, ...reported(answer) }).toEqual({ field, ...wanted(field, "source.password") });
      if (FREE.has(field)) await tenant.put(at, { source });
    }
  });

  test.each(withPassword.flatMap((from) => SOURCE_TYPES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    "S37.35 import source %s becomes %s",
    async (from, to) => {
      const { tenant, at } = await given(from);
      const answer = reported(await tenant.put(at, { source_type: to, source: sourceOf(to) }));
      if (to !== "url") return expect(answer).toEqual({ status: 422, fields: ["source.password"] });
      expect(answer.status).toBe(200);
      // What an address has no use for is deleted for good.
      const left = await tenant.db.all(
        "select field from secret where tenant_id = :tenant and place like 'import-configs/%'",
        {},
        (row) => String(row["field"]),
      );
      expect(left).toEqual([]);
    },
  );

  test("the headers of a webhook follow to another address only when they are sent with it", async () => {
    const { tenant, path, webhook } = await newWebhook({ headers: { "X-Api": "hidden-4711" } });
    const url = `${webhook.url}/other`;
    expect(reported(await tenant.patch(path, { url }))).toEqual({ status: 422, fields: ["headers"] });
    expect((await tenant.patch(path, { name: "Other" })).status).toBe(200);
    expect((await tenant.patch(path, { url: webhook.url })).status).toBe(200);
    expect((await tenant.patch(path, { url, headers: { "X-Api": "hidden-4711" } })).status).toBe(200);
  });
});
