import { describe, expect, test } from "bun:test";
import { suggestMapping } from "../../../src/imports/map/columns/suggest-mapping.ts";
import { column, many, names, skus, suggest } from "./columns.ts";

const codes = (columns: Parameters<typeof suggest>[0]) => suggest(columns).doubts.map(({ code }) => code);
const prices = many((index) => `${index + 3}.50`);

describe("lists that lack something", () => {
  test("without codes, what names the products is suggested as their reference too, with a question", () => {
    const columns = [column("Nom produit", names.values), column("Prix boutique", prices)];

    expect(suggest(columns)).toMatchObject({
      mapping: { "Nom produit": "name", "Prix boutique": "price" },
      computed: [{ field: "sku", expression: "{{Nom produit}}" }],
    });
    expect(codes(columns)).toContain("codes_of_names");
    expect(suggest([...columns, column("SKU", [])])).toMatchObject({
      mapping: { "Nom produit": "name", "Prix boutique": "price" },
      computed: [{ field: "sku" }],
    });
  });

  test("without codes, a few names that are there twice still name the others, with the count in the question", () => {
    const repeated = column(
      "name",
      many((index) => `Chair of oak ${Math.max(1, index)}`),
    );
    const { computed, doubts } = suggest([repeated, column("price", prices)]);
    expect(computed).toEqual([{ field: "sku", expression: "{{name}}" }]);
    expect(doubts).toContainEqual(
      expect.objectContaining({ code: "codes_of_names", params: { column: "name", repeated: 1 } }),
    );
  });

  test("without a header for the names, single words that nearly all differ are the names", () => {
    const words = many((index) => `${["Milk", "FRITT", "Apple"][index % 3]}${"abcdefghijklmnopqrstuvwxyz"[index]}`);
    const { mapping, doubts } = suggest([skus, column("Line1", words)]);
    expect(mapping).toMatchObject({ Line1: "name" });
    expect(doubts).toContainEqual(expect.objectContaining({ code: "column_uncertain", column: "Line1" }));
  });

  test("without another text, a label is the name", () => {
    const { mapping } = suggest([skus, column("label", names.values), column("price", prices)]);
    expect(mapping).toMatchObject({ label: "name" });
    // Beside a name it is none.
    expect(suggest([skus, names, column("label", names.values)]).mapping["label"]).not.toBe("name");
  });

  test("without a name, a description that repeats is the name where references distinguish the rows", () => {
    const described = column(
      "Descrição",
      many((index) => `Switch with ${(index % 3) + 1} keys`),
    );
    expect(suggest([skus, described]).mapping).toMatchObject({ Descrição: "name" });
  });

  test("with names in several languages and no codes, one of them is the reference", () => {
    const columns = [
      column("Product (EN)", names.values),
      column(
        "Produit (FR)",
        names.values.map((text) => `${text} fr`),
      ),
    ];
    expect(suggest(columns).computed).toEqual([{ field: "sku", expression: "{{Product (EN)}}" }]);
  });

  test.each([
    ["with codes", [skus, names]],
    [
      "whose names repeat",
      [
        column(
          "name",
          many((index) => `Chair of oak ${index % 5}`),
        ),
      ],
    ],
    [
      "whose names are longer than a reference",
      [
        column(
          "name",
          many((index) => `${index} ${"oak ".repeat(90)}`),
        ),
      ],
    ],
    ["whose header an expression cannot name", [column("name {x|y}", names.values)]],
  ])("nothing is worked out for lists %s", (_, columns) => {
    expect(suggest(columns).computed).toEqual([]);
  });

  test("names that repeat are distinguished by what is beside them", () => {
    const models = column(
      "model name",
      many((index) => `Chair of oak ${index % 10}`),
    );
    const brands = column(
      "brand",
      many((index) => (index < 10 ? "Wood & Co" : "Nordic")),
    );

    expect(suggest([models, brands]).computed).toEqual([{ field: "sku", expression: "{{model name}} {{brand}}" }]);
    expect(
      suggest([
        models,
        column(
          "brand",
          many(() => "Nordic"),
        ),
      ]).computed,
    ).toEqual([]);
  });

  test("EANs of few variants of a shop's export are left out: the others would wait for one", () => {
    const handle = column("Handle", names.values);
    const sold = [
      handle,
      column("Title", names.values),
      column("Variant Price", prices),
      column("Option1 Value", prices),
    ];

    expect(suggest([...sold, column("Variant Barcode", ["4006381333931"])]).mapping).not.toHaveProperty(
      "Variant Barcode",
    );
  });

  test("one country in all rows is asked about, in any place", () => {
    const country = column(
      "g:country",
      many(() => "IN"),
    );

    expect(codes([skus, names, country])).toContain("values_doubtful");
  });

  test("a list price is the price where there is no other, with a question", () => {
    const list = column("Cena katalogowa 2026", prices);

    expect(suggest([skus, names, list]).mapping).toMatchObject({ "Cena katalogowa 2026": "price" });
    expect(codes([skus, names, list])).toContain("column_uncertain");
    expect(suggest([skus, names, list, column("Cena", prices)]).mapping).toMatchObject({
      Cena: "price",
      "Cena katalogowa 2026": "compare_at_price",
    });
    expect(suggest([skus, names, column("compare_at_price", prices)]).mapping).toMatchObject({
      compare_at_price: "compare_at_price",
    });
  });

  test("a header that is a currency alone is a price, and without taxes what the goods cost", () => {
    expect(suggest([skus, names, column("€", prices)]).mapping).toMatchObject({ "€": "price" });
    expect(suggest([skus, names, column("€ без ПДВ", prices)]).mapping).toMatchObject({ "€ без ПДВ": "cost_price" });
    expect(
      suggest([
        skus,
        names,
        column(
          "Currency",
          many(() => "EUR"),
        ),
      ]).mapping,
    ).not.toHaveProperty("Currency");
  });

  test("a description in one language names the products where nothing else does", () => {
    const described = column("description_en", names.values);

    expect(suggest([skus, described]).mapping).toEqual({ SKU: "sku", description_en: "name" });
  });

  test("without a header, words name the products and figures with fractions are prices", () => {
    const words = column("column_2", "Apple Pear Plum Cherry Melon Peach Lemon Orange Fig Grape Mango Kiwi".split(" "));
    const ids = column(
      "column_1",
      words.values.map((_, index) => `${100 + index}`),
    );
    const price = column(
      "column_3",
      words.values.map((_, index) => `${index}.99`),
    );
    const costs = column(
      "column_4",
      words.values.map((_, index) => `${index}.49`),
    );
    const without = (columns: (typeof ids)[]) => suggestMapping(columns, ["en"], { hasHeader: false });

    expect(without([ids, words, price]).mapping).toEqual({ column_1: "sku", column_2: "name", column_3: "price" });
    expect(without([ids, words, price, costs]).mapping).toMatchObject({ column_3: "price", column_4: "cost_price" });
    expect(without([ids, words, price]).doubts).toContainEqual(
      expect.objectContaining({ code: "column_uncertain", column: "column_3" }),
    );
    expect(suggest([ids, words, price]).mapping).not.toHaveProperty("column_3");
  });

  test.each([
    ["Qiymət", "price"],
    ["Giá bán", "price"],
    ["السعر", "price"],
    ["Pret_unitar", "price"],
    ["MRP", "compare_at_price"],
    ["Preço original", "compare_at_price"],
    ["Prix Pro", "cost_price"],
    ["stoc_initial", "stock"],
    ["Кол-во", "stock"],
    ["HSN Code", "hs_code"],
    ["商品编号", "sku"],
    ["Nama Barang", "name"],
    ["Страна происхождения", "country_of_origin"],
  ])("%s is %s", (header, target) => {
    expect(suggest([column(header, [])]).mapping).toEqual({ [header]: target });
  });
});
