import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  ConfigError,
  flagOf,
  readConfig,
  settingProblems,
  settingTexts,
  unknownSettings,
} from "../../src/config/config.ts";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../src/config/settings.ts";
import { temporaryFolder } from "../cleanup.ts";

describe("readConfig", () => {
  test("D0.1 a flag beats the environment, which beats the file, which beats the default", async () => {
    const file = join(temporaryFolder(), "catalogd.conf");
    await Bun.write(file, "# ours\nport=1\nCATALOGD_HOST = 0.0.0.0\nTHREADS=3\n");
    const env = { CATALOGD_PORT: "2", CATALOGD_HOST: "127.0.0.2" };
    const config = readConfig({ flags: { port: "3" }, env, file });
    expect(config).toMatchObject({ port: 3, host: "127.0.0.2", threads: 3, drainSeconds: 20 });
    const texts = settingTexts({ flags: { port: "3" }, env, file });
    expect([texts.port, texts.host, texts.threads, texts.drainSeconds].map(({ origin }) => origin)).toEqual([
      "flag",
      "environment",
      "file",
      "default",
    ]);
  });

  test.each([
    ["CATALOGD_PORT", "http"],
    ["CATALOGD_PORT", "70000"],
    ["CATALOGD_TRUST_PROXY", "maybe"],
    ["CATALOGD_TRUST_PROXY", "10.0.0.0/99"],
    ["CATALOGD_LOG_LEVEL", "loud"],
    ["CATALOGD_RATE_LIMITS", "{"],
    ["CATALOGD_RATE_LIMITS", '{"READ_STANDARD":{"limit":0,"window_s":60}}'],
    ["CATALOGD_RATE_LIMITS", '{"NOPE":{"limit":1,"window_s":1}}'],
    ["CATALOGD_DATABASE_URL", "nonsense"],
    ["CATALOGD_DATABASE_URL", "file:catalogd.db"],
    ["CATALOGD_SMTP_URL", "nonsense"],
    ["CATALOGD_SMTP_URL", "http://mail.example.com"],
    ["CATALOGD_MEILISEARCH_EMBEDDER", "{"],
    ["CATALOGD_MEILISEARCH_EMBEDDER", '{"source":"userProvided"}'],
    ["CATALOGD_MEILISEARCH_EMBEDDER", '{"source":"openAi","documentTemplate":"{{doc.title}}"}'],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => readConfig({ env: { [name]: value } })).toThrow(ConfigError);
    expect(() => readConfig({ env: { [name]: value } })).toThrow(name);
  });

  test("an empty setting is one that is not set, from any source", async () => {
    const file = join(temporaryFolder(), "catalogd.conf");
    await Bun.write(file, "PORT=\nHOST=0.0.0.0\n");
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [variableOf(name), name === "threads" ? " " : ""]));
    const plain = readConfig({ env: {} });

    expect(readConfig({ env: empty })).toEqual(plain);
    expect(readConfig({ env: empty, file })).toEqual({ ...plain, host: "0.0.0.0" });
    expect(readConfig({ flags: { port: "" }, env: { CATALOGD_PORT: "5" } }).port).toBe(5);
    expect(settingTexts({ env: empty }).port).toEqual({ text: "3000", origin: "default" });
  });

  test("finds what is called like a setting and is none, with what may be meant", async () => {
    const file = join(temporaryFolder(), "catalogd.conf");
    await Bun.write(file, "thread=3\n");
    const env = {
      CATALOGD_PROT: "1",
      CATALOGD_HOST: "::1",
      CATALOGD_SOMETHING_ELSE: "1",
      HOME: "/",
      CATALOGD_CONFIG: file,
    };

    expect(unknownSettings({ env })).toEqual([
      { name: "CATALOGD_PROT", meant: "CATALOGD_PORT" },
      { name: "CATALOGD_SOMETHING_ELSE", meant: null },
      { name: "CATALOGD_THREAD", meant: "CATALOGD_THREADS" },
    ]);
  });

  test.each([["http://127.0.0.1:8080"], ["https://db.example.com/path"], ["libsql://name.turso.io"]])(
    "takes the database server %s",
    (url) => {
      expect(readConfig({ env: { CATALOGD_DATABASE_URL: url } }).databaseUrl).toBe(url);
    },
  );

  test("says which config file cannot be read", () => {
    expect(() => readConfig({ env: {}, file: "/does/not/exist" })).toThrow("/does/not/exist");
  });

  test("every setting has a flag of its own and a default that parses", () => {
    expect(new Set(SETTING_NAMES.map(flagOf)).size).toBe(SETTING_NAMES.length);
    for (const name of SETTING_NAMES) {
      const { fallback, parse } = SETTINGS[name];
      if (fallback !== undefined) expect(() => parse(fallback)).not.toThrow();
    }
  });
});

test("the file is read as .env files are: quotes, comments, export, names with hyphens", async () => {
  const file = join(temporaryFolder(), "catalogd.env");
  const lines = ["# ours", 'export PORT="3116"', 'BOOTSTRAP_TENANT="My Shop" # the shop', "data-dir='/srv/x'"];
  await Bun.write(file, lines.join("\n"));
  expect(readConfig({ env: {}, file })).toMatchObject({ port: 3116, bootstrapTenant: "My Shop", dataDir: "/srv/x" });
});

test("settingProblems reports every problem at once, and no secret", () => {
  const env = { CATALOGD_PORT: "x", CATALOGD_OPERATOR_KEY: "short", CATALOGD_HOTS: "::1" };
  expect(settingProblems({ env })).toEqual([
    { setting: "CATALOGD_HOTS", problem: "there is no such setting; is it CATALOGD_HOST?" },
    { setting: "CATALOGD_PORT", problem: 'expects a whole number from 0 to 65535: it is "x" (environment)' },
    { setting: "CATALOGD_OPERATOR_KEY", problem: "expects at least 16 characters (environment)" },
  ]);
});
