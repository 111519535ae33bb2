import { describe, expect, test } from "bun:test";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";
import { column, many, names, skus, suggest } from "./columns.ts";

const doubtsOf = (...columns: ColumnFacts[]) =>
  suggest([skus, names, ...columns]).doubts.map(({ code, column: of, field }) => `${code} ${of} ${field}`);
const mappingOf = (...columns: ColumnFacts[]) => suggest([skus, names, ...columns]).mapping;
const prices = (name: string) =>
  column(
    name,
    many((index) => `${index + 5}.50`),
  );

describe("headers that say it in part", () => {
  test("words that run together, both sides of a slash, a number or a word that says little", () => {
    expect(mappingOf(prices("EKPreis"), prices("VKPreis"))).toMatchObject({ EKPreis: "cost_price", VKPreis: "price" });
    const texts = column(
      "Langtext/Angebotstext",
      many((index) => `A chair of oak, number ${index}`),
    );
    expect(mappingOf(texts)).toMatchObject({ "Langtext/Angebotstext": "description" });
    expect(doubtsOf(texts)).toEqual(["column_uncertain Langtext/Angebotstext description"]);
    expect(doubtsOf(prices("SatisFiyati1"))).toContain("column_uncertain SatisFiyati1 price");
    const slugs = column(
      "category_slug",
      many((index) => `chairs-${index % 3}`),
    );
    expect(doubtsOf(slugs)).toContain("column_uncertain category_slug category");
  });

  test("further images by number", () => {
    const image = (name: string) =>
      column(
        name,
        many((index) => `https://i.example/g/${name}/${index}/s-l1600`),
      );
    expect(
      mappingOf(image("image_url"), image("additional_image_url_1"), image("additional_image_url_2")),
    ).toMatchObject({
      image_url: "image_urls",
      additional_image_url_1: "image_urls",
      additional_image_url_2: "image_urls",
    });
  });
});

describe("values that are not of the field", () => {
  test("how a shop sorts its rows is no category", () => {
    const types = column(
      "Product Type",
      many((index) => ["simple", "variable"][index % 2] ?? ""),
    );
    expect(mappingOf(types)).not.toHaveProperty("Product Type");
    expect(doubtsOf(types)).toEqual(["values_unfit Product Type category"]);
  });

  test("a text that repeats the name describes nothing where another does; prices of 0 are none", () => {
    const echo = column("description", names.values);
    const detail = column(
      "Beschreibung",
      many((index) => `Oak, oiled, ${index} kg`),
    );
    const zeros = column(
      "old price",
      many(() => "0.00"),
    );
    expect(mappingOf(echo, detail, zeros)).toMatchObject({ Beschreibung: "description" });
    expect(mappingOf(echo, detail, zeros)).not.toHaveProperty("description");
    expect(mappingOf(echo)).toHaveProperty("description");
    expect(mappingOf(zeros)).not.toHaveProperty("old price");
  });

  test("long traits, brands that all differ and rows without an EAN are asked about", () => {
    const long = column(
      "color",
      many((index) => `White on the outside and a little less white on the inside, ${index % 3}`),
    );
    expect(doubtsOf(long)).toEqual(["values_doubtful color color"]);
    const brands = column(
      "brand",
      Array.from({ length: 40 }, (_, index) => `Brand number ${index}`),
    );
    expect(doubtsOf(brands)).toEqual(["values_doubtful brand brand"]);
    // More than four fifths of the rows have one.
    const ends = "015,022,039,046,053,060,077,084,091,107,114,121,138,145,152,169,176".split(",");
    const eans = column(
      "EAN",
      ends.map((end) => `2000000000${end}`),
    );
    expect(doubtsOf(eans)).toEqual(["codes_missing EAN ean"]);
  });
});

describe("files with few columns", () => {
  const parts = column(
    "Descripción",
    many((index) => `GRAPA DE PARACHOQUE ${index % 8}`),
  );

  test("a description names the products where nothing else does, although it repeats", () => {
    const { mapping, doubts } = suggest([skus, parts]);
    expect(mapping).toMatchObject({ Descripción: "name" });
    expect(doubts.map(({ code, field }) => `${code} ${field}`)).toEqual(["column_uncertain name"]);
  });

  test("abbreviations with dots are words, and a code that is there twice still distinguishes", () => {
    const codes = Array.from({ length: 100 }, (_, index) => `0${100 + index}`).map((code, index) =>
      index === 99 ? "0100" : code,
    );
    const long = column(
      "Kurztext",
      codes.map((code) => `A wall of brick ${code}`),
    );
    expect(suggest([column("column_1", codes), long]).mapping).toMatchObject({ column_1: "sku" });
    expect(mappingOf(prices("P.V.P"))).toMatchObject({ "P.V.P": "price" });
  });
});

describe("currencies of prices", () => {
  test("from words in headers, and from a column that is named after that of the prices", () => {
    const cyrillic = prices("Стоимость, руб");
    expect(mappingOf(cyrillic)).toMatchObject({ "Стоимость, руб": "price" });
    expect(doubtsOf(cyrillic)).toEqual([]);
  });
});
