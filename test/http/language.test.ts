import { describe, expect, test } from "bun:test";
import { negotiateLanguage } from "../../src/http/input/language.ts";
import { testApp } from "./test-app.ts";

describe("D1-146 S8.8 the language", () => {
  test.each([
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["fr", "fr"],
    ["fr-CA", "fr"],
    ["FR-ca;q=0.5", "fr"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["fr;q=0.5,en;q=0.5", "fr"],
    ["de, fr;q=0.3", "fr"],
    ["de", "en"],
    ["fr;q=0, en;q=0.1", "en"],
    ["fr;q=0", "en"],
    ["fr;q=2", "en"],
    ["fr;q=abc", "en"],
    [";;;,,,q=1", "en"],
  ] as const)("%p is %s", (header, language) => {
    expect(negotiateLanguage(header, "en")).toBe(language);
  });

  test("is the default locale when the caller names neither", () => {
    expect(negotiateLanguage("de", "fr")).toBe("fr");
  });

  test("is announced, and varies the answer", async () => {
    const { headers, body } = await testApp().stranger.get("/things", { "accept-language": "fr-FR, en;q=0.8" });

    expect(body.error.message).toStartWith("Authentification requise");
    expect(headers.get("content-language")).toBe("fr");
    expect(headers.get("vary")).toBe("Accept-Language");
  });

  test("holds for the bodies outside the envelope", async () => {
    const client = testApp().withKey({ tenant: { licenseStatus: "suspended", modulesOff: new Set() } });
    const { headers, body } = await client.post("/things", {}, { "accept-language": "fr" });

    expect(body.detail).toContain("licence");
    expect(headers.get("content-language")).toBe("fr");
  });
});
