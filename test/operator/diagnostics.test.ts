import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { createApp } from "../../src/app.ts";
import type { Finding } from "../../src/cli/doctor/finding.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../src/config/settings.ts";
import type { Diagnosis } from "../../src/identity/operator/diagnostics/diagnosis.ts";
import { RecentLines } from "../../src/runtime/recent-lines.ts";
import type { Services } from "../../src/runtime/services.ts";
import { diagnose } from "../../workers/operator/diagnose.ts";
import { clock, newTenant, services } from "../harness.ts";

const KEY = "an operator key 0123456789";

/** Asks for a bundle with the operator's key. */
async function ask(
  more: Partial<Services> & { config: Config },
  headers: Record<string, string> = { "x-operator-key": KEY },
) {
  const app = createApp({ ...services, ...more }, { checkAnswers: true });
  const response = await app.handle(new Request("http://localhost/api/v1/operator/diagnostics", { headers }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
const withKey = { ...services.config, operatorKey: KEY };

/** A value for each setting that holds a secret, and what must not be shown of it. */
const SECRETS: Record<string, { value: string; hidden: string[] }> = {
  CATALOGD_OPERATOR_KEY: { value: KEY, hidden: [KEY] },
  CATALOGD_SMTP_URL: {
    value: "smtp://mail-user:Smtp%2Fpass-1234@127.0.0.1:1",
    hidden: ["Smtp%2Fpass-1234", "Smtp/pass-1234", "mail-user"],
  },
  CATALOGD_SECRET_KEY: {
    value: Buffer.alloc(32, "k3y").toString("base64"),
    hidden: [Buffer.alloc(32, "k3y").toString("base64")],
  },
  CATALOGD_MEILISEARCH_EMBEDDER: {
    value: JSON.stringify({ source: "rest", url: "http://127.0.0.1:1/", apiKey: "sk-embedder-key-1234" }),
    hidden: ["sk-embedder-key-1234"],
  },
};
const secretOf = (env: string) => SECRETS[env] ?? { value: `hidden-${env}-1234`, hidden: [`hidden-${env}-1234`] };
const secretNames = SETTING_NAMES.filter((name) => "secret" in SETTINGS[name]).map(variableOf);
const hidden = secretNames.flatMap((env) => secretOf(env).hidden);

/** Every server is configured, and none answers. */
const whole = readConfig({
  env: {
    ...Object.fromEntries(secretNames.map((env) => [env, secretOf(env).value])),
    CATALOGD_DATA_DIR: services.config.dataDir,
    CATALOGD_DATABASE_URL: "http://127.0.0.1:1",
    CATALOGD_S3_ENDPOINT: "http://127.0.0.1:1",
    CATALOGD_S3_BUCKET: "catalogd",
    CATALOGD_MEILISEARCH_URL: "http://127.0.0.1:1",
    CATALOGD_OTLP_URL: "http://127.0.0.1:1",
    CATALOGD_RATE_LIMIT_DISABLED: "1",
  },
});

const diagnosed = (config: Config, more: Partial<Diagnosis> = {}): Pick<Services, "call"> => ({
  // As a worker thread of these settings answers.
  call: async (_, tenantId) => ({ ...(await diagnose({ ...services, config }, tenantId)), ...more }) as never,
});

const DAY_MS = 86_400_000;

describe("GET /operator/diagnostics", () => {
  test("is for the operator alone, and not there without a key in the settings", async () => {
    const { apiKey, adminToken } = await newTenant();

    const wrong = await ask({ config: withKey }, { "x-operator-key": `${KEY}x` });
    const tenant = await ask({ config: withKey }, { "x-api-key": apiKey, authorization: `Bearer ${adminToken}` });
    const none = await ask({ config: { ...withKey, operatorKey: undefined } });

    expect([wrong, tenant, none].map(({ status }) => status)).toEqual([401, 401, 404]);
  });

  test("says settings, versions, findings, health, jobs, figures and the last errors", async () => {
    const tenant = await newTenant();
    await tenant.post("/products", { name: "Kettle" });
    // Later than what other files of this process have stored, whose clocks went on.
    clock.nowMs += 5 * 365 * DAY_MS;
    const recentLines = new RecentLines();
    const line = { time: "2026-11-28T10:00:00.000Z", thread: "http", msg: "request", route: "/products", path: "/p" };
    recentLines.add(JSON.stringify({ ...line, level: "error", status: 500, address: "192.0.2.1" }));
    recentLines.add(JSON.stringify({ ...line, level: "warn", status: 404 }));
    recentLines.add(JSON.stringify({ ...line, level: "warn", status: 200, slow: true }));

    const { status, headers, body, text } = await ask({ config: withKey, recentLines });

    expect([status, body.left_out]).toEqual([200, []]);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="catalogd-diagnostics-\d{8}T\d{6}Z\.json"$/,
    );
    expect(body.version).toMatch(/^catalogd \d+\.\d+\.\d+ \(commit /);
    expect(body.settings).toContainEqual({ setting: "CATALOGD_RATE_LIMIT_DISABLED", value: "true", is_default: false });
    expect(body.settings).toContainEqual({ setting: "CATALOGD_PORT", value: "3000", is_default: true });
    expect(body.settings).toHaveLength(SETTING_NAMES.length);
    const found = Object.fromEntries(body.findings.map((each: Finding) => [each.check, each.status]));
    expect(found).toMatchObject({ disk: "ok", key: "ok", clock: "ok" });
    // Other files of this process leave jobs behind.
    expect(["ok", "warning"]).toContain(found["jobs"]);
    expect(body.health.database.status).toBe("up");
    expect(body.database.products).toBeGreaterThan(0);
    expect(body.metrics).toMatch(/^catalogd_jobs_waiting\{queue="bulk"\} \d+$/m);
    expect(body.errors).toEqual([{ ...line, path: undefined, level: "error", status: 500 }]);
    expect(body.warnings).toMatchObject([{ status: 200, slow: true }]);
    // Figures have lines for each route that was called: here by all tests of the process.
    expect(JSON.stringify({ ...body, metrics: "" }).length).toBeLessThan(200_000);
    expect(text).not.toContain("Kettle");
  });

  test("counts jobs by kind and state, and shows how the last ones failed", async () => {
    const config = withKey;
    const failures = [{ kind: "mail.send", failedMs: 1_764_000_000_000, attempts: 5, error: "no route to host" }];
    const jobs = [{ kind: "mail.send", state: "failed", count: 1, oldestMs: 1_764_000_000_000 }];

    const { body } = await ask({ config, ...diagnosed(config, { failures, jobs }) });

    const at = "2025-11-24T16:00:00.000Z";
    expect(body.jobs).toEqual({
      states: [{ kind: "mail.send", state: "failed", count: 1, oldest_at: at }],
      failures: [{ kind: "mail.send", failed_at: at, attempts: 5, error: "no route to host" }],
    });
  });

  test("shows what it can when a worker thread gives no answer, and what it could not", async () => {
    const { status, body } = await ask({ config: withKey, call: () => Promise.reject(new Error("no thread")) });

    expect([status, body.jobs, body.left_out]).toEqual([200, null, ["jobs, database and findings: no thread"]]);
    expect(body.settings).toHaveLength(SETTING_NAMES.length);
  });

  test("holds no secret of a service with every setting, nor of its tenants", async () => {
    expect(secretNames).toHaveLength(12);
    const tenant = await newTenant();
    const setting = { enabled: true, provider: "openai", api_key: "sk-of-the-tenant-1234", model: "gpt-4o-mini" };
    expect((await tenant.admin.put("/settings/ai-provider", setting)).status).toBe(200);
    const said = `refused: ${hidden.join(" ")} ${encodeURIComponent(hidden.join(" "))} ${tenant.apiKey}`;
    const basic = `Basic ${Buffer.from("mail-user:Smtp/pass-1234").toString("base64")}`;
    const recentLines = new RecentLines();
    for (const level of ["warn", "error"]) {
      const error = `${said}, ftp://anna:of-the-partner@ftp.example.com/a.csv, ${basic}`;
      recentLines.add(JSON.stringify({ level, msg: "cannot go on", error, deep: { error } }));
    }
    const failures = [{ kind: "mail.send", failedMs: 1, attempts: 5, error: said }];

    const { status, text, body } = await ask({ config: whole, recentLines, ...diagnosed(whole, { failures }) });

    expect([status, body.errors.length, body.warnings.length, body.jobs.failures.length]).toEqual([200, 1, 1, 1]);
    const told = [...hidden, tenant.apiKey, tenant.adminToken, "sk-of-the-tenant-1234", "of-the-partner", basic];
    expect(told.filter((secret) => text.includes(secret))).toEqual([]);
    expect(told.map(encodeURIComponent).filter((secret) => text.includes(secret))).toEqual([]);
    const away = body.findings.filter(({ status: found }: Finding) => found === "error" || found === "warning");
    expect(away.map(({ check }: Finding) => check)).toEqual(
      expect.arrayContaining(["database server", "object store", "search server", "mail server", "collector"]),
    );
  });
});
