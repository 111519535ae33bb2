import { describe, expect, test } from "bun:test";
import { translationFaults } from "../../src/ai/translation/check-translation.ts";
import { protectedTerms } from "../../src/ai/translation/protect.ts";
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

  test("is asked once more with what it lost, and names have rules of their own", async () => {
    const { provider, run, spanish } = await givenTexts();
    provider.says((body) => JSON.stringify(body.includes("Not all was kept") ? KEPT : LOST));
    expect((await run("?types=translate")).body.applied).toBe(true);
    expect(await spanish()).toMatchObject(KEPT);
    expect(provider.asked.length).toBe(2);
    expect(provider.told()).toContain("description: term not kept: chêne = roble");
    expect(provider.told()).toContain("title est un nom de produit");
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
