import { describe, expect, test } from "bun:test";
import { translationFaults } from "../../src/ai/translation/check-translation.ts";
import { protect, protectedTerms } from "../../src/ai/translation/protect.ts";
import { qualityScore } from "../../src/ai/translation/quality.ts";
import { givenModel } from "../enrichment/given-provider.ts";

const TERMS = protectedTerms({ do_not_translate: ["EcoFrame"], glossary: { es: { chêne: "roble" } } }, "es", "Nordlys");
const PIVOT = "<p>La chaise Nordlys EcoFrame en chêne pèse 3,2 kg. {{sku}}</p>";
const faults = (variant: string, field = "description") =>
  translationFaults(PIVOT, variant, { field, terms: TERMS }).map(({ kind, text }) => `${kind}: ${text}`);

describe("what a translation must keep", () => {
  test.each([
    ["<p>La silla Nordlys EcoFrame de roble pesa 3.2 kg. {{sku}}</p>", []],
    ["<p>La silla Aurora Boreal EcoFrame de roble pesa 3,2 kg. {{sku}}</p>", ["term: Nordlys"]],
    ["<p>La silla Nordlys EcoFrame de haya pesa 3,2 kg. {{sku}}</p>", ["term: chêne = roble"]],
    ["<p>La silla Nordlys EcoFrame de roble pesa 3,2 lb. {{sku}}</p>", ["unit: 3,2 kg"]],
    ["<p>La silla Nordlys EcoFrame de roble pesa 7 kg. {{sku}}</p>", ["number: 3.2"]],
    ["La silla Nordlys EcoFrame de roble pesa 3,2 kg.", ["markup: <p", "markup: {{sku}}", "markup: </p"]],
  ])("%s", (variant, expected) => {
    expect(faults(variant).toSorted()).toEqual(expected.toSorted());
  });

  test("a brand with a sign that HTML writes as an entity", () => {
    const terms = protectedTerms({ do_not_translate: [], glossary: {} }, "es", "Black & Decker");
    const html = "<p>Perceuse Black &amp; Decker</p>";
    const lost = (variant: string) => translationFaults(html, variant, { field: "description", terms });
    expect(lost("<p>Taladro Black &amp; Decker</p>")).toEqual([]);
    expect(lost("<p>Taladro Negro y Decker</p>")).toMatchObject([{ kind: "term", text: "Black & Decker" }]);
    expect(protect(html, terms, true).spans).toEqual(["Black &amp; Decker"]);
    expect(protect("Perceuse Black & Decker", terms, false).spans).toEqual(["Black &amp; Decker"]);
  });

  test("the limit of its field", () => {
    const terms = protectedTerms({ do_not_translate: [], glossary: {} }, "es", "");
    expect(translationFaults("Un", "x".repeat(501), { field: "title", terms })).toMatchObject([{ kind: "value" }]);
    expect(translationFaults("Un", "x".repeat(500), { field: "title", terms })).toEqual([]);
  });

  test("lowers the score", async () => {
    const variant = "<p>La silla Aurora Boreal EcoFrame de roble macizo pesa 3,2 lb. {{sku}}</p>";
    const flags = translationFaults(PIVOT, variant, { field: "description", terms: TERMS });
    const about = { field: "description", language: "es" };
    expect(await qualityScore(PIVOT, variant, about)).toBe(100);
    expect(await qualityScore(PIVOT, variant, { ...about, faults: flags })).toBe(50);
  });
});

describe("a model that does not keep it", () => {
  const KEPT = { title: "Silla Nordlys", description: "Silla de roble de 3 kg para el comedor de su casa" };
  const LOST = { ...KEPT, description: "Silla de haya de 3 lb para el comedor de su casa" };

  async function givenTexts() {
    const made = await givenModel(
      {},
      { title: "Chaise Nordlys", description: "Chaise en chêne de 3 kg pour la salle à manger" },
    );
    const terms = { do_not_translate: ["Nordlys"], glossary: { es: { chêne: "roble" } } };
    await made.tenant.admin.put("/settings/translation-terms", terms);
    await made.tenant.admin.put("/settings/languages", { enabled: ["fr", "es"] });
    const spanish = async () => (await made.tenant.get(`/products/${made.id}/content-variants/es`)).body;
    return { ...made, spanish };
  }

  test("is asked once more with what it lost", async () => {
    const { provider, run, spanish } = await givenTexts();
    provider.says((body) => JSON.stringify(body.includes("Tout n'a pas été gardé") ? KEPT : LOST));
    expect((await run("?types=translate")).body.applied).toBe(true);
    expect(await spanish()).toMatchObject(KEPT);
    expect(provider.asked.length).toBe(3);
    expect(provider.told()).toContain("description : terme non gardé : chêne = roble");
  });

  describe("names", () => {
    const systems = (asked: readonly { body: Record<string, unknown> }[]) =>
      asked.map(({ body }) => String(Object(body["messages"])[0].content).split("\n")[0]);
    const slugs = async ({ tenant }: Awaited<ReturnType<typeof givenTexts>>) =>
      (await tenant.get("/enrichment/calls")).body.items.map((row: { prompt_slug: string }) => row.prompt_slug);

    test("have a prompt of their own, which the ledger, the history, the preview and the queue name", async () => {
      const made = await givenTexts();
      const { tenant, provider, run, path } = made;
      provider.says(() => JSON.stringify({ ...KEPT, title: "Silla Aurora" }));
      const { body: preview } = await tenant.get(`${path}/prompt-preview?types=translate`);
      const { body } = await run("?types=translate");
      const [name, , texts] = provider.asked.map((each) => each.body["messages"]);
      expect(preview.prompts[0].names_prompt).toMatchObject({ slug: "builtin-names-fr", version: "names-1" });
      expect([preview.prompts[0].names_prompt.messages, preview.prompts[0].messages]).toEqual([name, texts]);
      expect(JSON.stringify(name)).toContain("Chaise Nordlys");
      expect(JSON.stringify(name)).not.toContain("salle à manger");
      expect(JSON.stringify(texts)).not.toContain("Traduisez ce nom");
      expect((await slugs(made)).toSorted()).toEqual(["builtin-names-fr", "builtin-names-fr", "builtin-translate-fr"]);
      const { translate } = body.ai_metadata;
      expect(translate.names_prompt).toEqual({ slug: "builtin-names-fr", version: "names-1" });
      const [entry] = (await tenant.get(`${path}/history`)).body;
      expect(entry.prompt_version).toBe(`${translate.prompt_version}, names-1`);
      const [held] = (await tenant.get("/enrichment/review?field=title")).body.items;
      expect(held).toMatchObject({ prompt_slug: "builtin-names-fr", prompt_version: "names-1" });
    });

    test("are translated by the tenant's prompt for names, or by its own one for all texts", async () => {
      const made = await givenTexts();
      const { tenant, provider, run } = made;
      provider.says(() => JSON.stringify(KEPT));
      const own = { purpose: "translate", name: "Own", user_prompt_template: "{{source_text}}" };
      const names = { ...own, slug: "our-names", category: "names", system_prompt: "Our names." };
      const texts = { ...own, slug: "our-texts", system_prompt: "Our texts." };
      for (const prompt of [names, texts]) expect((await tenant.post("/enrichment/prompts/", prompt)).status).toBe(201);
      await run("?types=translate&auto_apply=false");
      expect(await slugs(made)).toEqual(["builtin-translate-fr", "our-names"]);
      await tenant.patch("/enrichment/prompts/our-names", { is_active: false });
      await tenant.put("/enrichment/prompt-bindings/group/translate", { prompt_slug: "our-texts" });
      await run("?types=translate&auto_apply=false");
      expect(systems(provider.asked)).toEqual(["Our names.", expect.stringContaining("Vous traduisez"), "Our texts."]);
      expect(provider.told()).toContain("title est un nom de produit");
    });
  });

  test("and loses it again: what it lost waits, the rest is stored", async () => {
    const { tenant, provider, run, spanish } = await givenTexts();
    provider.says(() => JSON.stringify(LOST));
    const { body } = await run("?types=translate");
    expect(body.held).toMatchObject([{ field: "description", language: "es", reason: "unsure" }]);
    expect(await spanish()).toMatchObject({ title: "Silla Nordlys", description: null });
    const { body: queue } = await tenant.get("/enrichment/review?kind=translation&language=es");
    expect(queue.items[0].flags.map(({ kind }: { kind: string }) => kind)).toEqual(["term", "unit"]);
    await tenant.post(`/enrichment/review/${queue.items[0].id}/accept`, { value: "Silla de roble de 3 kg" });
    expect(await spanish()).toMatchObject({ description: "Silla de roble de 3 kg" });
  });
});
