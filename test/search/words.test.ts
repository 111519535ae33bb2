import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codesOf, partsOfMeasure, wordsOf, wordsOfHtml, wordsOfKey } from "../../src/search/words/words.ts";
import { nameKey } from "../../src/text/name-key.ts";

/** What a word is, said in one line; its measures in parts. */
const defined = (text: string): string[] =>
  (nameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 40)).flatMap(partsOfMeasure);

const SAMPLES = [
  ["Crème brûlée, 4 œufs – 250 g", ["creme", "brulee", "4", "oeufs", "250", "g"]],
  ["« Ulmtek » : 1.11 kg/m²", ["ulmtek", "1", "11", "kg", "m2"]],
  ["cafe\u0301 ole\u0301", ["cafe", "ole"]],
  ["a\u00a8b", ["a", "b"]],
  ["İstanbul ΣΟΦΟΣ Straße", ["istanbul", "σοφος", "strasse"]],
  ["日本 茶 №5", ["日本", "茶", "no5"]],
  ["500mg 20CM 1l 1,5l 3.2 L", ["500", "mg", "20", "cm", "1", "l", "1", "5", "l", "3", "2", "l"]],
  ["6x33cl 1920x1080 m2 20m²", ["6", "x", "33", "cl", "1920", "x", "1080", "m2", "20", "m2"]],
  // No measures: the letters are no unit, come first, or are separated by more digits.
  ["46pfl8007k dr4010c 4you 0x x5 5µg", ["46pfl8007k", "dr4010c", "4you", "0", "x", "x5", "5", "μg"]],
  ["x".repeat(50), ["x".repeat(40)]],
  ["", []],
] as const;

describe("wordsOf", () => {
  for (const [text, words] of SAMPLES) {
    test(`cuts "${text.slice(0, 20)}"`, () => expect(wordsOf(text)).toEqual([...words]));
  }

  test("cuts any text as the form that names are compared in", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(..." aZ9é-œ²\u0301\u00a8\u00a0\u2019Σß"), fc.string({ unit: "binary" })),
    });
    fc.assert(
      fc.property(text, (any) => {
        expect(wordsOf(any)).toEqual(defined(any));
        expect(wordsOfKey(nameKey(any))).toEqual(defined(any));
      }),
      { numRuns: 2_000 },
    );
  });

  test("gives a word the same letters however many were cut before", () => {
    const words = Array.from({ length: 40_000 }, (_, at) => `w${(at * 7919) % 40_000}`);

    expect(wordsOf(words.join(" ").slice(0, 20_000))).toEqual(words.join(" ").slice(0, 20_000).split(" "));
    for (const word of words) expect(wordsOf(word)).toEqual([word]);
  });
});

test("wordsOfHtml leaves out tags", () => {
  expect(wordsOfHtml('<p class="x">Bed <b>sheet</b></p>')).toEqual(["bed", "sheet"]);
});

describe("codesOf", () => {
  for (const [code, codes] of [
    ["0126881921132", ["0126881921132", "126881921132"]],
    ["000", ["000", "0"]],
    ["S-001/É", ["s001e"]],
    ["00-12", ["0012", "12"]],
    ["--", []],
    ["", []],
  ] as const) {
    test(`of "${code}"`, () => expect(codesOf(code)).toEqual([...codes]));
  }
});
