import { describe, expect, test } from "bun:test";
import { isEcho } from "../../src/ai/enrichment/run/generate.ts";
import { DESCRIPTION, givenModel, refusal } from "./given-provider.ts";

/** What TinyLlama says of a chair. */
const DATA = "Données du produit :\n<data>Titre: Chaise\nMatière: Chêne</data>";
const RULES =
  "<p>Ne dites que ce que disent les données. Chaque nombre, unité, matière, couleur figure dans les données.</p>";

describe("a model that repeats what it is given", () => {
  test.each([DATA, RULES])("is asked once more: %.30s", async (echo) => {
    const { provider, run } = await givenModel({}, { description: null });
    const answers = [echo, DESCRIPTION];
    provider.says(() => answers.shift() ?? 500);
    expect((await run("?types=descriptions")).body).toMatchObject({ applied: true, descriptions: DESCRIPTION });
    expect(provider.asked.length).toBe(2);
  });

  test("and repeats it again: nothing is stored", async () => {
    const { provider, run, tenant, id } = await givenModel({}, { description: null });
    provider.says(() => DATA);
    const answer = await run("?types=descriptions&auto_apply=always");
    expect(refusal(answer)).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
    expect((await tenant.get(`/products/${id}`)).body.description).toBeNull();
  });

  test("a tenant's own prompt may ask for sentences of its own; what is said of a product is no echo", () => {
    const system = "Finissez par : Livraison offerte dès cinquante euros d'achat en France métropolitaine.";
    const text = "<p>Une chaise. Livraison offerte dès cinquante euros d'achat en France métropolitaine.</p>";
    const given = { facts: [], written: {} };
    expect(isEcho(text, { origin: "custom", system }, given)).toBe(false);
    expect(isEcho(text, { origin: "builtin", system }, given)).toBe(true);
    expect(isEcho(DESCRIPTION, { origin: "builtin", system: RULES }, given)).toBe(false);
  });

  test("lines of the data alone are one, beside a sentence they are not", () => {
    const builtin = { origin: "builtin", system: RULES } as const;
    const facts = [{ name: "weight", label: "Poids", value: "4.2 kg" }];
    const given = { facts, written: { description: "Lame en acier, manche en hêtre." } };
    expect(isEcho("Description: Lame en acier, manche en hêtre.", builtin, given)).toBe(true);
    expect(isEcho("<ul><li>Poids : 4.2 kg</li></ul>", builtin, given)).toBe(true);
    expect(isEcho("<p>Un couteau solide.</p><ul><li>Poids : 4.2 kg</li></ul>", builtin, given)).toBe(false);
    expect(isEcho("<p>Lame en acier, manche en hêtre.</p>", builtin, given)).toBe(false);
  });
});
