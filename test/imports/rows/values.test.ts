import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  openCountries,
  parseBoolean,
  parseCents,
  parseDate,
  parseList,
} from "../../../src/imports/map/values/cell-values.ts";
import { type DecimalSeparator, parseNumber, roundTo } from "../../../src/imports/map/values/numbers.ts";
import { headerUnit, openMeasures } from "../../../src/imports/map/values/units.ts";

describe("parseNumber", () => {
  test.each([
    ["4 418,10", 4418.1],
    ["4\u00a0418,10", 4418.1],
    ["4\u202f418,10", 4418.1],
    ["4.418,10", 4418.1],
    ["4,418.10", 4418.1],
    ["4,417,08", 4417.08],
    ["1.234.567", 1_234_567],
    ["1'234.50", 1234.5],
    ["€ 12,50", 12.5],
    ["12,50 €", 12.5],
    ["CHF 12.50", 12.5],
    ["12,50EUR", 12.5],
    ["-5,00", -5],
    ["5,00-", -5],
    ["−5", -5],
    ["+7", 7],
    [",5", 0.5],
    ["0,125", 0.125],
    ["0.125", 0.125],
    ["1234,567", 1234.567],
    ["12.", 12],
    ["1,5E+3", 1500],
    ["007", 7],
  ])("S37.13 reads %j, for any mark of the file", (text, number) => {
    expect(parseNumber(text, ",")).toBe(number);
    expect(parseNumber(text, ".")).toBe(number);
  });

  test.each([
    ["1.000", 1000, 1],
    ["1,000", 1, 1000],
    ["12,345", 12.345, 12_345],
    ["999.999", 999_999, 999.999],
  ])("S37.13 the file's mark decides of %j", (text, withComma, withPoint) => {
    expect(parseNumber(text, ",")).toBe(withComma);
    expect(parseNumber(text, ".")).toBe(withPoint);
  });

  test.each([
    "",
    "abc",
    "sur demande",
    "12 34",
    "1.2.3,4",
    "16.03.2011",
    "12,50 kg",
    "1-2",
    "--5",
    "-5-",
    "€",
    "1e999",
    "Infinity",
    "0x10",
  ])("takes %j for no number", (text) => {
    expect(parseNumber(text, ",")).toBeUndefined();
  });

  test("gives back any amount, however it is written", () => {
    const style = fc.record({
      cents: fc.integer({ min: 0, max: 999_999_999 }),
      decimal: fc.constantFrom<DecimalSeparator>(",", "."),
      thousands: fc.constantFrom("", " ", "\u00a0", "\u202f", "'", "other"),
      currency: fc.constantFrom("", " €", " EUR", "$"),
      sign: fc.constantFrom("", "-"),
      fileMark: fc.constantFrom<DecimalSeparator>(",", "."),
    });
    fc.assert(
      fc.property(style, ({ cents, decimal, thousands, currency, sign, fileMark }) => {
        const group = thousands === "other" ? (decimal === "," ? "." : ",") : thousands;
        const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group);
        const text = `${sign}${whole}${decimal}${String(cents % 100).padStart(2, "0")}${currency}`;
        expect(parseCents(text, fileMark)).toBe(sign === "-" && cents > 0 ? -cents : cents);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["-0.00", "-0", "-0,00 €", "0-", "-0e1"])("takes %j for zero, which has no sign", (text) => {
    expect([parseNumber(text, ","), parseCents(text, ",")]).toEqual([0, 0]);
    expect([parseNumber(text, ","), parseCents(text, ",")].map((zero) => Object.is(zero, 0))).toEqual([true, true]);
    expect(Object.is(roundTo(-0, 2), 0)).toBe(true);
  });

  test("S11.9 rounds half up by the digits that are shown", () => {
    expect([1.005, 2.675, -1.005, 0.1 + 0.2].map((number) => roundTo(number, 2))).toEqual([1.01, 2.68, -1.01, 0.3]);
    expect(parseCents("1.005", ".")).toBe(101);
    expect(parseCents("99999999999999999", ".")).toBeUndefined();
  });
});

describe("other values", () => {
  test("S37.13 booleans", () => {
    expect(["true", "1", "yes", "Oui", "JA", "x", "X"].map(parseBoolean)).toEqual(Array(7).fill(true));
    expect(["false", "0", "no", "Non", "Nein"].map(parseBoolean)).toEqual(Array(5).fill(false));
    expect(parseBoolean("maybe")).toBeUndefined();
  });

  test("S37.13 lists are cut at | or ; or comma, the first of them that is there", () => {
    expect(parseList("a | b,c|")).toEqual(["a", "b,c"]);
    expect(parseList("a; b,c")).toEqual(["a", "b,c"]);
    expect(parseList("a, b")).toEqual(["a", "b"]);
    expect(parseList("one\ntwo, three")).toEqual(["one", "two, three"]);
    expect(parseList("a\\|b | c\\d|")).toEqual(["a|b", "c\\d"]);
    expect(parseList("https://x/a,b.jpg, https://x/c;d.jpg")).toEqual(["https://x/a,b.jpg", "https://x/c;d.jpg"]);
  });

  test("dates", () => {
    expect(["2024-02-29", "29/02/2024", "1.3.2024", "2024-03-01T10:00:00Z"].map(parseDate)).toEqual([
      "2024-02-29",
      "2024-02-29",
      "2024-03-01",
      "2024-03-01",
    ]);
    expect(["2023-02-29", "31/04/2024", "12/31/2024", "soon", ""].map(parseDate)).toEqual(Array(5).fill(undefined));
  });

  test("S37.13 weights come in the unit they are written with, else in that of the header", () => {
    const kilograms = (text: string, assumed = "kg") => openMeasures({ unit: "kg", assumed, mark: "," })(text);

    expect(["500 g", "0,5 kg", "1.200g", "2,5"].map((text) => kilograms(text))).toEqual([0.5, 0.5, 1.2, 2.5]);
    expect(kilograms("1200", headerUnit("Poids (g)"))).toBe(1.2);
    expect(kilograms("12 cm")).toBe("unknown_unit");
    expect([headerUnit("weight_kg"), headerUnit("Gewicht [g]"), headerUnit("Poids"), headerUnit("Going")]).toEqual([
      "kg",
      "g",
      undefined,
      undefined,
    ]);
  });

  test("countries by code or by name", () => {
    const parseCountry = openCountries();

    expect(
      ["fr", "DE", "France", "Allemagne", "Pays-Bas", "United States", "España", "Polska"].map(parseCountry),
    ).toEqual(["FR", "DE", "FR", "DE", "NL", "US", "ES", "PL"]);
    expect(["Франція", "Китай", "Türkiye", "Italië", "Ελλάδα", "Kina"].map(parseCountry)).toEqual([
      "FR",
      "CN",
      "TR",
      "IT",
      "GR",
      "CN",
    ]);
    expect(["ZZ", "EU", "Atlantis", ""].map(parseCountry)).toEqual(Array(4).fill(undefined));
  });
});
