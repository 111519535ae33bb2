import { describe, expect, test } from "bun:test";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";
import { column, many, names, skus, suggest } from "./columns.ts";

const doubtsOf = (...columns: ColumnFacts[]) =>
  suggest([skus, names, ...columns]).doubts.map(({ code, column: of, field }) => `${code} ${of} ${field}`);
const figures = (name: string, from = 5) =>
  column(
    name,
    many((index) => `${index + from}.50`),
  );
const euros = column(
  "price",
  many((index) => `${index + 5}.50 €`),
);

describe("headers that name a field in some files only", () => {
  test("are asked about, those that name it in all are not", () => {
    const vendors = many((index) => `Maker ${["Oak", "Pine"][index % 2]}`);
    expect(doubtsOf(column("vendor", vendors))).toEqual(["column_uncertain vendor brand"]);
    expect(doubtsOf(column("brand", vendors))).toEqual([]);
    const amounts = many((index) => `${index}`);
    expect(doubtsOf(column("qty", amounts))).toEqual(["column_uncertain qty stock"]);
    expect(doubtsOf(column("stock", amounts))).toEqual([]);
    const days = many((index) => `${(index % 3) + 2}`);
    expect(doubtsOf(column("lead time", days))).toEqual(["column_uncertain lead time lead_time_days"]);
    expect(doubtsOf(column("lead time days", days))).toEqual([]);
  });
});

describe("columns that are left and may be the field as well", () => {
  test("by a part of their header", () => {
    expect(doubtsOf(euros, figures("regular_price", 9), figures("price_promo", 3))).toContain(
      "several_columns price price",
    );
    expect(doubtsOf(euros, figures("shipping price", 3))).toEqual([]);
  });

  test("by their values: longer texts, further images, other codes", () => {
    const short = column(
      "description",
      many((index) => `A chair of solid oak ${index}`),
    );
    const long = column(
      "Z77",
      many((index) => `This chair of oak number ${index} was made by hand in the woods and is sold with a cushion`),
    );
    expect(doubtsOf(short, long)).toEqual(["several_columns description description"]);
    const image = (name: string, host: string) =>
      column(
        name,
        many((index) => `https://${host}.example/${index}.jpg?a=b`),
      );
    expect(doubtsOf(image("image_url", "a"))).toEqual([]);
    const codes = column(
      "id",
      many((index) => `${index + 100}`),
    );
    const others = column(
      "Z78",
      many((index) => `B-${index + 100}`),
    );
    expect(suggest([codes, names, others]).doubts.map(({ code, field }) => `${code} ${field}`)).toEqual([
      "several_columns sku",
    ]);
  });
});

describe("what nothing in the file says", () => {
  test("a currency is assumed with a word, unless the file is of a country of the euro", () => {
    expect(doubtsOf(figures("price"))).toEqual(["currency_assumed price price"]);
    expect(doubtsOf(euros)).toEqual([]);
    expect(doubtsOf(figures("Preis"))).toEqual([]);
  });

  test("a unit is assumed with a word", () => {
    expect(doubtsOf(figures("net weight", 0))).toEqual(["unit_unsaid net weight weight"]);
    expect(doubtsOf(figures("net weight (kg)", 0))).toEqual([]);
  });
});

describe("values that are seldom the field's", () => {
  test.each([
    ["price", many(() => "9.90 €")],
    ["stock", many((index) => `${index % 2}`)],
    ["category", many((index) => `chairs-and-tables-${index % 3}`)],
    ["description", many((index) => `Oak ${index}`)],
    ["tax_rate", many((index) => `${index + 21}`)],
    ["color", many((index) => `${index % 4}`)],
  ])("in %s", (name, values) => {
    expect(doubtsOf(column(name, values))).toEqual([`values_doubtful ${name} ${name}`]);
  });

  test("names that are codes", () => {
    const codes = column(
      "name",
      many((index) => `XK-${index + 100}`),
    );
    expect(suggest([skus, codes]).doubts.map(({ code }) => code)).toEqual(["values_doubtful"]);
  });

  test("several values in cells of a field that has one", () => {
    const brands = column(
      "brand",
      many((index) => `Oak|Pine ${index % 2}`),
    );
    expect(doubtsOf(brands)).toEqual(["several_values brand brand"]);
  });
});

describe("a known layout", () => {
  const shop = (vendors: readonly string[], ...more: ColumnFacts[]) =>
    suggest([
      column(
        "Handle",
        many((index) => `chair-${index}`),
      ),
      column("Title", names.values),
      column(
        "Body (HTML)",
        many((index) => `<p>A chair of solid oak, number ${index}</p>`),
      ),
      column("Vendor", vendors),
      column("Variant SKU", skus.values),
      column("Variant Price", euros.values),
      ...more,
    ]);

  test("is believed where its values are such, and asked about where they are not", () => {
    const two = shop(many((index) => ["Oak Ltd", "Pine Ltd"][index % 2] ?? ""));
    expect(two.bases).toMatchObject({ Vendor: "feed" });
    expect(two.doubts).toEqual([]);
    const all = shop(many((index) => `Maker ${index}`));
    expect(all.doubts).toMatchObject([{ code: "values_doubtful", column: "Vendor", field: "brand" }]);
  });

  test("is asked about where another column may be meant", () => {
    const { doubts } = shop(
      many(() => "Oak Ltd"),
      figures("Price promo", 2),
    );
    expect(doubts).toMatchObject([{ code: "several_columns", column: "Variant Price", field: "price" }]);
  });
});
