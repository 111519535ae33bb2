import { describe, expect, test } from "bun:test";
import { suggestMapping } from "../../../src/imports/map/columns/suggest-mapping.ts";
import { classifyEan } from "../../../src/imports/map/values/ean-of-cell.ts";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";

const column = (name: string, ...values: string[]): ColumnFacts => {
  const filled = values.filter((value) => value !== "");
  const eans = filled.filter((value) => "ean" in classifyEan(value)).length;
  return {
    name,
    sampled: filled.length,
    distinct: new Set(filled).size,
    eanShare: filled.length === 0 ? 0 : eans / filled.length,
    values: filled,
  };
};
const suggested = (columns: ColumnFacts[], arePaths = false) =>
  suggestMapping(columns, ["fr", "en"], { arePaths }).mapping;
const many = (of: (index: number) => string) => Array.from({ length: 20 }, (_, index) => of(index));

describe("the values of columns", () => {
  test("a column of EANs that is blank in every row is none where something else distinguishes the products", () => {
    expect(
      suggested([
        column("Handle", "a-1", "b-2"),
        column("EAN", "", ""),
        column("SKU", "A-1", "B-2"),
        column("Title", "x y", "z w"),
      ]),
    ).toMatchObject({ SKU: "sku", Title: "name" });
    expect(suggested([column("EAN", ""), column("SKU", "A-1")])).not.toHaveProperty("EAN");
    // Without another the name does, else the rows are refused by their missing EAN, not the file.
    expect(suggested([column("EAN", ""), column("name", ...many((index) => `x y ${index}`))])).toEqual({
      name: "name",
    });
    expect(suggested([column("EAN", ""), column("name", "x y")])).toMatchObject({ EAN: "ean" });
    expect(suggested([column("EAN", ""), column("name", ...many(() => "x y"))])).toMatchObject({ EAN: "ean" });
  });

  test("codes that are mostly no EANs are none beside a reference", () => {
    const columns = [column("EAN", ...many((index) => `3${index}`)), column("SKU", ...many((index) => `S-${index}`))];
    expect(suggested(columns)).toEqual({ SKU: "sku" });
    expect(suggested(columns.slice(0, 1))).toEqual({ EAN: "ean" });
  });

  test("an id of every row is the reference where few rows have another", () => {
    const ids = column("Item ID", ...many((index) => `${15_000 + index}`));
    const few = column("SKU", ...many((index) => (index < 3 ? `S-${index}` : "")));
    const all = column("SKU", ...many((index) => `S-${index}`));
    expect(suggested([ids, few])).toEqual({ "Item ID": "sku" });
    expect(suggested([ids, all])).toEqual({ SKU: "sku" });
  });

  test("an identity and a name are found by their values where no header gives one", () => {
    const columns = [
      column("Zeile", ...many((index) => `Z${index}-K`)),
      column("Beschreibung", ...many((index) => `Stuhl aus Holz ${index}`)),
      column("Ort", ...many(() => "Halle Nord")),
    ];
    expect(suggested(columns)).toEqual({ Zeile: "sku", Beschreibung: "name" });
  });

  test("all columns of images are taken, in their order, but those of other sizes", () => {
    const image = (name: string) =>
      column(name, ...many((index) => `https://x.example/${encodeURI(name)}-${index}.jpg`));
    const columns = [column("sku", "A-1"), image("IMAGE1"), image("Photo 2"), image("thumbnail"), image("whatever")];
    expect(suggested(columns)).toEqual({
      sku: "sku",
      IMAGE1: "image_urls",
      "Photo 2": "image_urls",
      whatever: "image_urls",
    });
  });

  test("what belongs to a company or a substance is not the product's", () => {
    const columns = [
      column("Gtin", "4006381333931"),
      column("Holder.Name", "Coop Vitality"),
      column("Substances.Substance.Quantity", "150"),
      column("brand.name", "Lipton"),
      column("brand.id", "17"),
      column("product_name", "Tea in bags"),
    ];
    expect(suggested(columns, true)).toEqual({ Gtin: "ean", "brand.name": "brand", product_name: "name" });
  });

  test("a name in a language that is not enabled is better than none; other texts are left", () => {
    expect(suggested([column("sku", "1"), column("name_ru", "Чай"), column("description_ru", "Чёрный чай")])).toEqual({
      sku: "sku",
      name_ru: "name",
    });
  });

  test("prices of several kinds in one element are what each is called, and what says their tax is no unit", () => {
    const amounts = (from: number) => many((index) => `${from + index},50`);
    expect(
      suggested(
        [
          column("@reference", ...many((index) => `RIV${index}`)),
          column("libelle.court", ...many((index) => `Bougie ${index}`)),
          column("libelle.long", ...many((index) => `Bougie à la cire végétale, mèche de coton, édition ${index}`)),
          column("tarifs.tarif[achat].montant", ...amounts(10)),
          column("tarifs.tarif[achat].unite", ...many(() => "HT")),
          column("tarifs.tarif[conseille].montant", ...amounts(30)),
          column("tarifs.tarif[conseille].unite", ...many(() => "TTC")),
        ],
        true,
      ),
    ).toEqual({
      "@reference": "sku",
      "libelle.court": "name",
      "libelle.long": "description",
      "tarifs.tarif[achat].montant": "cost_price",
      "tarifs.tarif[conseille].montant": "compare_at_price",
    });
  });
});
