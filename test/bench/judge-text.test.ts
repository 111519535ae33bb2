import { describe, expect, test } from "bun:test";
import { judgeText, summarise } from "../../bench/judge/judge-text.ts";
import { KEPT_PRODUCTS } from "../../bench/judge/kept-products.ts";

const GIVEN = {
  naming: ["Titre: Chaise Nordlys 80"],
  facts: ["Couleur: Bleu", "Matière: Chêne massif", "Poids: 4.2 kg", "Hauteur: 80 cm"],
  length: { min: 10, max: 30 },
  language: "fr",
};
const TRUE =
  "<p>La chaise Nordlys 80 est une chaise bleue en chêne massif pour la salle à manger. Elle pèse 4,2 kg et mesure 80 cm.</p>";

describe("the judge of texts", () => {
  test("finds nothing to say against a true text", () => {
    expect(judgeText(TRUE, GIVEN)).toEqual({
      words: expect.any(Number),
      invented: [],
      said: 4,
      facts: 4,
      isInLength: true,
      isInLanguage: true,
    });
  });

  test.each([
    ["<p>Chaise en chêne, garantie 25 ans.</p>", ["25", "garantie"]],
    ["<p>Chaise rouge en acier inoxydable.</p>", ["rouge", "acier", "inoxydable"]],
    ["<p>Fabriquée en Suède, certifiée FSC.</p>", ["suede", "certifiee", "fsc"]],
    ["<p>Cette chaise de la marque Braza est une Nordlys.</p>", ["Braza"]],
    ["<p>Haute de 80 cm, lourde de 4,20 kg.</p>", []],
  ])("%s", (text, invented) => {
    expect(judgeText(text, GIVEN).invented).toEqual(invented);
  });

  test("counts facts, words and the language", () => {
    expect(judgeText("<p>Une chaise de couleur bleue.</p>", GIVEN)).toMatchObject({ said: 1, isInLength: false });
    const english = "<p>This is a blue chair of solid oak that weighs 4.2 kg and is made for the dining room.</p>";
    expect(judgeText(english, GIVEN).isInLanguage).toBe(false);
  });

  test("sums up, and counts products without a text", () => {
    const [good, bad] = [judgeText(TRUE, GIVEN), judgeText("<p>Chaise rouge.</p>", GIVEN)];
    expect(summarise([good, bad, null])).toMatchObject({
      products: 3,
      texts: 2,
      clean: 1,
      inventedPerText: 0.5,
      coverage: 4 / 8,
      inLength: 1,
    });
  });

  test("has forty kept products, no two alike", () => {
    expect(new Set(KEPT_PRODUCTS.map(({ title }) => title)).size).toBe(40);
  });
});
