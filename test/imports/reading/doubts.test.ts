import { describe, expect, test } from "bun:test";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";
import { column, many, names, skus, suggest } from "./columns.ts";

const doubtsOf = (...columns: ColumnFacts[]) =>
  suggest([skus, names, ...columns]).doubts.map(({ code, column: of, field }) => `${code} ${of} ${field}`);

describe("what is asked of a file", () => {
  test("nothing, where headers and values agree", () => {
    expect(
      doubtsOf(
        column(
          "price",
          many((index) => `${index},50 €`),
        ),
        column(
          "stock",
          many((index) => `${index}`),
        ),
      ),
    ).toEqual([]);
  });

  test("which of two columns of one meaning is meant, unless both say the same", () => {
    const prices = many((index) => `${index + 10}.00 €`);
    const lower = many((index) => `${index + 8}.00 €`);
    expect(doubtsOf(column("price", prices), column("selling price", lower))).toEqual(["several_columns price price"]);
    expect(doubtsOf(column("price", prices), column("selling price", prices))).toEqual([]);
  });

  test("whether the price is the one to buy at, beside what lists for trade have", () => {
    expect(
      doubtsOf(
        column(
          "Prezzo",
          many((index) => `${index + 8}.00`),
        ),
        column(
          "Listino",
          many((index) => `${index + 10}.00`),
        ),
      ),
    ).toEqual(["price_kind_unsaid Prezzo price"]);
  });

  test("whether price and cost are confused", () => {
    const prices = column(
      "price",
      many((index) => `${index + 5}.00 €`),
    );
    const costs = column(
      "purchase price",
      many((index) => `${index + 9}.00`),
    );
    expect(doubtsOf(prices, costs)).toEqual(["price_below_cost price price"]);
  });

  test("whether prices without tax, or of a kilogram, are what customers pay", () => {
    const prices = (name: string) =>
      column(
        name,
        many((index) => `${index + 5}.00`),
      );
    expect(doubtsOf(prices("Preis netto"))).toEqual(["net_price Preis netto cost_price"]);
    expect(doubtsOf(prices("Preis brutto"))).toEqual([]);
    expect(
      doubtsOf(
        column(
          "tax_rate",
          many(() => "0.19"),
        ),
      ),
    ).toEqual(["rate_unsaid tax_rate tax_rate"]);
    expect(
      doubtsOf(
        column(
          "tax_rate",
          many(() => "19"),
        ),
      ),
    ).toEqual([]);
  });

  test("in which currency prices are, where the file is not of the euro's countries", () => {
    const prices = column(
      "price",
      many((index) => `${index + 5}.00`),
    );
    const links = (site: string) =>
      column(
        "link",
        many((index) => `https://shop.example.${site}/p/${index}`),
      );
    expect(doubtsOf(prices, links("pl"))).toEqual(["currency_unsaid price price"]);
    expect(doubtsOf(prices, links("fr"))).toEqual([]);
    expect(
      doubtsOf(
        prices,
        links("pl"),
        column(
          "currency",
          many(() => "EUR"),
        ),
      ),
    ).toEqual([]);
  });

  test("in which unit measures are that would be very large ones", () => {
    const grams = many((index) => `${index * 10 + 200}`);
    expect(doubtsOf(column("weight", grams))).toEqual(["unit_unsaid weight weight"]);
    expect(doubtsOf(column("weight (g)", grams))).toEqual([]);
    expect(
      doubtsOf(
        column(
          "weight",
          many((index) => `0.${index + 1}`),
        ),
      ),
    ).toEqual([]);
  });

  test("whether a quantity that is always the same is the stock", () => {
    const ones = many(() => "1");
    expect(doubtsOf(column("Quantity", ones))).toEqual(["quantity_unsaid Quantity stock"]);
    expect(doubtsOf(column("Stock", ones))).toEqual([]);
  });

  test("about codes that repeat or are none, and names that are alike", () => {
    const codes = (good: number) => [
      ...many(() => "4006381333931").slice(0, good),
      ...many((index) => `99${index}`).slice(good),
    ];
    expect(doubtsOf(column("EAN", codes(17)))).toEqual(["codes_repeat EAN ean", "codes_invalid EAN ean"]);
    // Of many that are none, another code names the rows.
    expect(doubtsOf(column("EAN", codes(14)))).toEqual(["codes_left EAN ean"]);
    const alike = [
      skus,
      column(
        "name",
        many((index) => `Chair of ${["oak", "pine"][index % 2]}`),
      ),
    ];
    expect(suggest(alike).doubts.map(({ code }) => code)).toEqual(["names_alike"]);
  });

  test("about what a header only hints at, and what values alone say", () => {
    expect(
      suggest([
        skus,
        column(
          "Artikeltext kurz blau",
          many((index) => `Stuhl aus Holz ${index}`),
        ),
      ]).bases,
    ).toEqual({
      SKU: "header",
      "Artikeltext kurz blau": "values",
    });
    const { doubts, bases } = suggest([
      column(
        "SKU",
        many((index) => `A-${index}`),
      ),
      column(
        "nmae",
        many((index) => `Stuhl aus Holz ${index}`),
      ),
    ]);
    expect(bases).toMatchObject({ nmae: "values" });
    expect(doubts).toMatchObject([{ code: "column_uncertain", column: "nmae", field: "name" }]);
  });

  test("about texts in a language that is not enabled", () => {
    const { mapping, doubts } = suggest([
      skus,
      column(
        "name_ua",
        many((index) => `Стілець ${index} дуб`),
      ),
    ]);
    expect(mapping).toMatchObject({ name_ua: "name" });
    expect(doubts).toMatchObject([{ code: "other_language", column: "name_ua", params: { language: "uk" } }]);
  });
});
