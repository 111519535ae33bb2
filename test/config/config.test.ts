import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ConfigError, flagOf, readConfig, settingTexts } from "../../src/config.ts";
import { SETTING_NAMES, SETTINGS } from "../../src/settings.ts";
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
    ["CATALOGD_LOG_LEVEL", "loud"],
    ["CATALOGD_RATE_LIMITS", "{"],
    ["CATALOGD_RATE_LIMITS", '{"READ_STANDARD":{"limit":0,"window_s":60}}'],
    ["CATALOGD_MEILISEARCH_EMBEDDER", "{"],
    ["CATALOGD_MEILISEARCH_EMBEDDER", '{"source":"userProvided"}'],
    ["CATALOGD_MEILISEARCH_EMBEDDER", '{"source":"openAi","documentTemplate":"{{doc.title}}"}'],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => readConfig({ env: { [name]: value } })).toThrow(ConfigError);
    expect(() => readConfig({ env: { [name]: value } })).toThrow(name);
  });

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
