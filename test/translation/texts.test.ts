import { describe, expect, test } from "bun:test";
import { callTranslator } from "../../src/ai/translation/call-translator.ts";
import { protect, protectedTerms, restore } from "../../src/ai/translation/protect.ts";
import { qualityScore } from "../../src/ai/translation/quality.ts";
import { openTranslator } from "../doubles/translator.ts";
import { newTenant } from "../harness.ts";
import { testOutbound } from "../outbound/names.ts";
import { faults } from "../products/given.ts";

describe("the protocols of translators", () => {
  test.each([
    ["deepl", "/v2/translate", "authorization", "DeepL-Auth-Key secret"],
    ["google", "/language/translate/v2", "x-goog-api-key", "secret"],
    ["libretranslate", "/translate", "content-type", "application/json"],
  ])("%s", async (provider, path, header, value) => {
    const translator = await openTranslator();
    const ready = { value: { provider, base_url: translator.baseUrl }, secret: "secret" };
    const request = { texts: ["Un", "Deux"], source: "fr", target: "es" };
    const answer = await callTranslator(testOutbound(), ready, request);
    expect(answer).toMatchObject({ texts: ["Un [es]", "Deux [es]"] });
    expect(translator.asked[0]).toMatchObject({ path, headers: { [header]: value } });
    translator.translates(() => 456);
    expect(await callTranslator(testOutbound(), ready, request)).toMatchObject({ failure: { kind: "rejected" } });
  });
});

test("DeepL is asked for the Norwegian that it has; Google for no more than it takes at once", async () => {
  const translator = await openTranslator();
  const ready = (provider: string) => ({ value: { provider, base_url: translator.baseUrl }, secret: "secret" });
  await callTranslator(testOutbound(), ready("deepl"), { texts: ["Un"], source: "fr", target: "no" });
  expect(translator.asked[0]?.target).toBe("nb");
  translator.asked.length = 0;
  translator.translates((html) => html.toUpperCase());
  const long = `<p>${"Une phrase assez courte. ".repeat(3000)}</p>`;
  const texts = ["<p>Un</p>", long, "<p>Deux</p>"];
  const answer = await callTranslator(testOutbound(), ready("google"), { texts, source: "fr", target: "es" });
  expect(answer).toEqual({ texts: texts.map((text) => text.toUpperCase()) });
  const sizes = translator.asked.map((each) => each.texts.join("").length);
  expect(sizes.length).toBe(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(30_000);
  // A later request that fails: those before it are paid for.
  translator.translates((html) => (html.includes("Deux") ? 500 : html));
  const failed = await callTranslator(testOutbound(), ready("google"), { texts, source: "fr", target: "es" });
  expect(failed).toMatchObject({ failure: { kind: "busy", isMaybePaid: true } });
});

describe("what translations keep", () => {
  const stored = protectedTerms(
    { do_not_translate: ["kWh", "Nord"], glossary: { es: { Chêne: "roble" } } },
    "es",
    "Eco+",
  );

  test("S34.13 placeholders, tags, brands and terms; the glossary takes their place", () => {
    const html = '<p title="Nord">Nord, 5 kWh, chêne Eco+ {{sku}} %s Nordique</p>';
    const made = protect(html, stored, true);
    expect(made.spans).toEqual(["Nord", "kWh", "roble", "Eco+", "{{sku}}", "%s"]);
    const translated = made.html.replaceAll(/<span translate="no">[^<]*/g, '<span translate="no">traducido');
    expect(restore(translated, made)).toBe('<p title="Nord">Nord, 5 kWh, roble Eco+ {{sku}} %s Nordique</p>');
  });

  test("plain texts come back plain", () => {
    const made = protect("A < B & Nord", stored, false);
    expect(made.html).toBe('A &lt; B &amp; <span translate="no">Nord</span>');
    expect(restore(made.html.replace("A", "L&#39;A"), made)).toBe("L'A < B & Nord");
  });

  test("a span that was lost leaves the rest as it is", () => {
    const made = protect("Nord kWh", stored, false);
    expect(restore('<span translate="no">kWh</span> Norte', made)).toBe("kWh Norte");
  });
});

describe("D3-082 S34.15 the quality of a translation", () => {
  const PIVOT = "<p>Une chaise en chêne massif de 80 cm pour la salle à manger.</p>";
  const score = (variant: string, field = "description") => qualityScore(PIVOT, variant, { field, language: "es" });
  test.each([
    ["<p>Una silla de roble macizo de 80 cm para el comedor de su casa.</p>", 100],
    ["<p>Una silla de roble macizo para el comedor de su casa.</p>", 75],
    ["Una silla de roble macizo de 80 cm para el comedor de su casa.", 80],
    [PIVOT, 70],
    ["<p>A solid oak chair of 80 cm for the dining room of your house.</p>", 70],
    [" ", 0],
  ])("of %s is %i", async (variant, expected) => {
    expect(await score(variant)).toBe(expected);
  });

  test("long texts for search engines lose five", async () => {
    expect(await qualityScore("x".repeat(61), "y".repeat(61), { field: "seo_title", language: "es" })).toBe(95);
  });
});

describe("/settings/translation-terms", () => {
  test("is empty at first, is replaced whole, and knows languages", async () => {
    const { admin, get } = await newTenant();
    expect((await admin.get("/settings/translation-terms")).body).toEqual({ do_not_translate: [], glossary: {} });
    const terms = { do_not_translate: ["Nord"], glossary: { es: { chêne: "roble" } } };
    expect((await admin.put("/settings/translation-terms", terms)).body).toEqual(terms);
    const wrong = await admin.put("/settings/translation-terms", { ...terms, glossary: { zz: {} } });
    expect([wrong.status, faults(wrong)]).toEqual([422, ["glossary.zz"]]);
    expect((await get("/settings/translation-terms")).status).toBe(403);
  });
});
