import { describe, expect, test } from "bun:test";
import type { Fact } from "../../src/ai/enrichment/facts/catalog-facts.ts";
import { groundAttribute, groundText, prepareGrounds } from "../../src/ai/enrichment/grounding/ground-text.ts";
import { measuredNumbers } from "../../src/ai/enrichment/grounding/measured-numbers.ts";
import { sentencesOf } from "../../src/ai/enrichment/grounding/sentences.ts";

const fact = (name: string, label: string, value: string): Fact => ({ name, label, value });
const SOURCE = { document_id: "d", title: "fiche.pdf", chunk_index: 3, page: 2, url: null, score: 1 };
const grounds = prepareGrounds({
  facts: [
    fact("title", "Titre", "Chaise Nordlys XR-500"),
    fact("brand", "Marque", "Nordlys"),
    fact("weight", "Poids", "3.2 kg"),
    fact("height", "Hauteur", "80 cm"),
    fact("country_of_origin", "Pays d'origine", "Suède"),
    fact("material", "Matière", "Chêne massif"),
  ],
  written: { description: "", short_description: "" },
  evidence: [{ source: SOURCE, text: "La charge maximale de l'assise est de 1 200 N selon EN 12520. Certifiée FSC." }],
});
const flags = (text: string, language = "fr") =>
  groundText(text, grounds, language).flags.map(({ kind, text: said }) => `${kind}: ${said}`);

describe("a text and its sources", () => {
  test("each sentence names its facts and passages, with the page", () => {
    const text =
      "<p>La chaise en chêne massif pèse 3,2 kg.</p><ul><li>Charge maximale de l'assise : 1200 N</li></ul><p>Élégante.</p>";
    const { sentences, confidence } = groundText(text, grounds, "fr");
    const named = sentences.map(({ sources }) =>
      sources.map((each) => (each.kind === "fact" ? each.name : each.title)),
    );
    expect(named).toEqual([["weight", "material"], ["fiche.pdf"], []]);
    expect(sentences[1]?.sources).toMatchObject([{ kind: "passage", document_id: "d", chunk_index: 3, page: 2 }]);
    expect(confidence).toBe(0.87);
  });

  test.each([
    ["Hauteur de 80 cm, soit 0,8 m ou 800 mm.", []],
    ["Un poids de 3200 g.", []],
    ["Garantie 25 ans.", ["number: 25 ans"]],
    ["Elle pèse 99 kg.", ["number: 99 kg"]],
    ["Hauteur de 80 mm.", ["unit: 80 mm"]],
    ["Fabriquée en Suisse.", ["origin: Fabriquée en Suisse"]],
    ["Venue de Suède.", []],
    ["Une chaise du Danemark.", ["origin: danemark"]],
    ["Certifiée FSC, conforme à EN 12520.", []],
    ["Certifiée PEFC et marquée CE.", ["certificate: PEFC", "certificate: CE"]],
    ["Le modèle XR-500 de Nordlys.", []],
    ["Une chaise de la marque Fjordholm.", ["name: Fjordholm"]],
    ["Le lot contient 2 chaises.", ["number: 2"]],
  ])("%s", (text, expected) => {
    expect(flags(text)).toEqual(expected);
  });

  test("a sentence that says a part of a long fact names it", () => {
    const value = "VARILRIX 0,5 ml, suspension. Poudre et solvant pour solution injectable en seringue préremplie";
    const grounds = { facts: [{ name: "title", label: "Titre", value }], written: {}, evidence: [] };
    const { sentences } = groundText(`<p>${value}.</p>`, prepareGrounds(grounds), "fr");
    expect(sentences.length).toBe(2);
    for (const { sources } of sentences) expect(sources).toMatchObject([{ kind: "fact", name: "title" }]);
  });

  test("an invented measure, certificate or origin is not sure enough to be stored, a bare number is", () => {
    const confidence = (text: string) => groundText(`Chêne massif de Nordlys. ${text}`, grounds, "fr").confidence;
    for (const text of ["Garantie 25 ans.", "Certifiée PEFC.", "Fabriquée en Suisse."]) {
      expect(confidence(text)).toBeLessThan(0.2);
    }
    expect(confidence("Le lot contient 2 chaises.")).toBe(0.65);
    expect(groundText("Swiss made.", grounds, "en").confidence).toBeLessThan(0.2);
  });

  test("an attribute that no source has a word of is doubted", () => {
    expect(groundAttribute("Chêne massif", grounds, "fr").confidence).toBe(1);
    expect(groundAttribute("Velours", grounds, "fr")).toMatchObject({ confidence: 0.6, flags: [{ kind: "value" }] });
    expect(groundAttribute("1400 W", grounds, "fr")).toMatchObject({ confidence: 0.1, flags: [{ kind: "number" }] });
  });

  test("numbers are read in the writing of each language", () => {
    const read = (text: string) => measuredNumbers(text).map(({ number, unit }) => [number, unit?.base ?? null]);
    expect(read("1 200,5 kg, 1.200 W et 12 V")).toEqual([
      ["1200.5", "g"],
      ["1.2", "w"],
      ["12", "v"],
    ]);
    expect(read("15.000 lm; XR-500")).toEqual([["15000", "lm"]]);
  });
});

test("a sentence does not end behind a number's sign, and does behind other full stops", () => {
  expect(sentencesOf("<p>Folding knife No. 8. Steel. Réf. 4711, max. 5 kg</p>")).toEqual([
    "Folding knife No. 8.",
    "Steel.",
    "Réf. 4711, max. 5 kg",
  ]);
});
