import { describe, expect, test } from "bun:test";
import { EXPORT_FIELDS } from "../../../src/exports/tables/exported-fields.ts";
import { suggestMapping } from "../../../src/imports/map/columns/suggest-mapping.ts";
import { TARGET_FIELDS } from "../../../src/imports/map/columns/target-fields.ts";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";
import { FURTHER_HEADERS, KNOWN_HEADERS, type KnownHeader } from "./headers.ts";

const LANGUAGES = ["fr", "en", "de", "es", "it", "nl", "pl", "no"];
/** A column whose cells are blank: the header alone counts. */
const blank = (name: string): ColumnFacts => ({ name, sampled: 0, distinct: 0, eanShare: 0, values: [] });
const meaningOf = (header: string): string => {
  const suggested = suggestMapping([blank(header)], LANGUAGES).mapping[header];
  if (suggested === undefined || suggested === null) return "";
  return typeof suggested === "string" ? suggested : `${suggested.field} (${suggested.language})`;
};

const misread = (headers: readonly KnownHeader[]) =>
  headers.flatMap(({ header, written, meaning }) => {
    const found = meaningOf(header);
    return found === meaning ? [] : [`${written} ${header}: ${found || "nothing"} instead of ${meaning || "nothing"}`];
  });

describe("suggestMapping", () => {
  test("D3-146 S37.4 understands 300 headers of seven languages, and leaves those of no field alone", () => {
    expect(new Set(KNOWN_HEADERS.map(({ header }) => header)).size).toBeGreaterThan(300);

    expect(misread(KNOWN_HEADERS)).toEqual([]);
  });

  test("S37.4 understands the fields in 21 further languages of Europe", () => {
    expect(new Set(FURTHER_HEADERS.map(({ written }) => written)).size).toBe(21);
    expect(new Set(FURTHER_HEADERS.map(({ header }) => header)).size).toBeGreaterThan(700);
    expect(misread(FURTHER_HEADERS)).toEqual([]);
  });

  test("S37.12 every field is suggested for its own name", () => {
    // Codes of which most files say `gtin` are EANs.
    const names = TARGET_FIELDS.map(({ name }) => name).filter((name) => name !== "gtin" && name !== "upc");

    expect(names.filter((name) => meaningOf(name) !== name)).toEqual([]);
  });

  test("S35.5 every column of our exports is suggested for the field it came from", () => {
    const names = EXPORT_FIELDS.map(({ name }) => name);
    const { mapping } = suggestMapping(names.map(blank), LANGUAGES);

    const unmapped = names.filter((name) => mapping[name] === undefined);

    expect(unmapped).toEqual([
      "id",
      "completeness_score",
      "completeness_grade",
      "image_url",
      "created_at",
      "updated_at",
    ]);
    expect(mapping).toMatchObject({
      reference: "sku",
      title: "name",
      image_urls: "image_urls",
      gtin: "gtin",
      upc: "upc",
    });
    const others = Object.entries(mapping).filter(([name, target]) => name !== target);
    expect(Object.fromEntries(others)).toEqual({ reference: "sku", title: "name" });
  });

  const column = (name: string, ...values: string[]): ColumnFacts => ({
    name,
    values,
    sampled: values.length,
    distinct: new Set(values).size,
    eanShare: 0,
  });
  const suggested = (...columns: ColumnFacts[]) => suggestMapping(columns, LANGUAGES).mapping;
  const uuids = ["01a203b2-18af-7000-8000-000000000001", "01a203b2-18af-7000-8000-000000000002"];

  test.each([
    ["Statut", "Lieferbar", "Arrêt", "Actif"],
    ["status", "in stock", "sold"],
    ["lifecycle_status", "old", "older"],
    ["is_active", "Lieferbar", "maybe"],
    ["Country", "EU", "Atlantis"],
    ["energy_class", "green", "A"],
    ["end_of_life_date", "soon", "later"],
    ["asin", "none of ours", "not one"],
    ["technical_specs", "red", "blue"],
    ["Image", "chair.jpg", "table.jpg"],
    ["weight", "light", "heavy"],
    ["Title", ...Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "Mr" : "Mrs"))],
    ["name", "1", "2"],
  ])("S37.4 a column %s whose values are none of the field's is not suggested for it", (name, ...values) => {
    expect(suggested(column(name, ...values))).toEqual({});
  });

  test("of two columns for a text in the pivot language one is suggested", () => {
    const mappingOf = (pivotLanguage: string, ...names: string[]) =>
      suggestMapping(names.map(blank), LANGUAGES, { pivotLanguage }).mapping;
    const french = { field: "name", language: "fr" };
    expect(mappingOf("en", "ean", "name", "name_fr")).toEqual({ ean: "ean", name: "name", name_fr: french });
    expect(mappingOf("fr", "ean", "name", "name_fr", "name_en")).toEqual({
      ean: "ean",
      name: "name",
      name_en: { field: "name", language: "en" },
    });
    expect(mappingOf("fr", "ean", "name_fr", "name")).toEqual({ ean: "ean", name_fr: french });
    expect(mappingOf("fr", "ean", "description", "description_fr")).toEqual({ ean: "ean", description: "description" });
  });

  test("S37.4 a column is suggested for a field with certain values when they are its own", () => {
    const columns = [
      column("Statut", "Active", "draft", "n/a"),
      column("Pays", "FR", "Allemagne", "UK"),
      column("Actif", "oui", "0"),
    ];

    expect(suggested(...columns)).toEqual({ Statut: "status", Pays: "country_of_origin", Actif: "is_active" });
  });

  test("S37.12 the supplier's code is its own field, and the reference only what suppliers call the product", () => {
    const codes = Array.from({ length: 40 }, (_, index) => `R-${index}`);

    expect(suggested(column("supplier_code", "SUP1"))).toEqual({ supplier_code: "supplier_code" });
    expect(suggested(column("Code fournisseur", ...codes))).toEqual({ "Code fournisseur": "supplier_reference" });
    expect(suggested(column("Code fournisseur", ...codes.map(() => "ACME")))).toEqual({
      "Code fournisseur": "supplier_code",
    });
    expect(suggested(column("Supplier code", ...codes))).toEqual({});
  });

  test("S37.4 an id is the reference only where nothing else is, and never when it is one of ours", () => {
    expect(suggested(column("id", "17"), column("name", "Tea"))).toEqual({ id: "sku", name: "name" });
    expect(suggested(column("id", "17"), column("Artikelnummer", "A"))).toEqual({ Artikelnummer: "sku" });
    expect(suggested(column("id", ...uuids), column("name", "Tea"))).toEqual({ name: "name" });
  });

  test("S12.5 ids of brands and categories of other systems are left out", () => {
    expect(suggested(column("BrandID", "17"), column("BrandName", "Lipton"))).toEqual({ BrandName: "brand" });
    expect(suggested(column("CategoryID", "5"), column("CategoryName", "Tea"))).toEqual({ CategoryName: "category" });
    expect(suggested(column("brand_id", ...uuids), column("brand", "Lipton"))).toEqual({
      brand_id: "brand_id",
      brand: "brand",
    });
  });
});
