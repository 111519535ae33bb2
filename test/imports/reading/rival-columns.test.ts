import { describe, expect, test } from "bun:test";
import { suggestMapping } from "../../../src/imports/map/columns/suggest-mapping.ts";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";
import { column, many, names, skus, suggest } from "./columns.ts";

const mappingOf = (...columns: ColumnFacts[]) => suggest([skus, names, ...columns]).mapping;
const doubtsOf = (...columns: ColumnFacts[]) =>
  suggest([skus, names, ...columns]).doubts.map(({ code, column: of, field }) => `${code} ${of} ${field}`);
const EANS = ["4006040000112", "4006040000211", "4006040000419", "4006040000518", "4006040000532"];

describe("columns of one field", () => {
  test("that are blank give way to another that has values", () => {
    const blank = column("Product Category", []);
    const types = column(
      "Type",
      many((index) => ["Candle", "Soap"][index % 2] ?? ""),
    );
    expect(mappingOf(blank, types)).toEqual({ SKU: "sku", name: "name", Type: "category" });
    // Where none has values, the header alone counts.
    expect(mappingOf(blank)).toMatchObject({ "Product Category": "category" });
  });

  test("EANs that few rows have are left, where another code names each row", () => {
    const few = column("EAN", EANS);
    expect(mappingOf(few)["EAN"]).not.toBe("ean");
    expect(doubtsOf(few)).toEqual(["codes_left EAN ean"]);
    const alone = suggest([names, few]);
    expect(alone.mapping["EAN"]).toBe("ean");
    const most = column("EAN", many((index) => EANS[index % 5] ?? "").slice(0, 17));
    expect(mappingOf(most)["EAN"]).toBe("ean");
    expect(doubtsOf(most)).not.toContain("codes_left EAN ean");
  });
});

test("the first column of codes is the reference of a list without a header", () => {
  const codes = column(
    "column_1",
    many((index) => `0000${index + 100}`),
  );
  const texts = column(
    "column_2",
    many((index) => `Line of hemp with ${index} hooks`),
  );
  const { mapping, doubts } = suggestMapping([codes, texts], ["en"], { hasHeader: false });
  expect(mapping).toEqual({ column_1: "sku", column_2: "name" });
  expect(doubts.map(({ code, field }) => `${code} ${field}`)).toContain("column_uncertain sku");
});

test("a list price is the price of a list that has no other, with a question", () => {
  const prices = column(
    "PRECIO LISTA",
    many((index) => `${index + 5}.50`),
  );
  expect(mappingOf(prices)).toMatchObject({ "PRECIO LISTA": "price" });
  expect(doubtsOf(prices)).toContain("column_uncertain PRECIO LISTA price");
});

describe("published layouts", () => {
  const paths = (...columns: ColumnFacts[]) => suggest(columns, true).mapping;

  test("Heureka's days until delivery", () => {
    const ids = column(
      "ITEM_ID",
      many((index) => `H-${index}`),
    );
    const titles = column("PRODUCTNAME", names.values);
    const days = column(
      "DELIVERY_DATE",
      many((index) => `${index % 3}`),
    );
    const dates = column(
      "DELIVERY_DATE",
      many((index) => `2026-12-${index + 10}`),
    );
    expect(paths(ids, titles, days)).toMatchObject({ DELIVERY_DATE: "lead_time_days" });
    expect(paths(ids, titles, dates)["DELIVERY_DATE"]).toBeUndefined();
  });

  test("Kaspi's price of a city", () => {
    const offers = [
      column(
        "@sku",
        many((index) => `1${index}00`),
      ),
      column("model", names.values),
      column(
        "brand",
        many((index) => ["Oak", "Pine"][index % 2] ?? ""),
      ),
      column(
        "cityprices.cityprice",
        many((index) => `${index + 500}`),
      ),
    ];
    expect(paths(...offers)).toEqual({
      "@sku": "sku",
      model: "name",
      brand: "brand",
      "cityprices.cityprice": "price",
    });
  });
});
