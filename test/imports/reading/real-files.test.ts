import { describe, expect, test } from "bun:test";
import { DEFAULT_IMPORT_OPTIONS } from "../../../src/imports/map/import-options.ts";
import { compileRowMapper } from "../../../src/imports/map/row/compile-row-mapper.ts";
import type { MappedRow } from "../../../src/imports/map/row/mapped-row.ts";
import { analyzeFile, type FileAnalysis } from "../../../src/imports/parse/analyze/analyze-file.ts";
import { detectFormat } from "../../../src/imports/parse/csv/detect-format.ts";
import facts from "../../data/expected.json" with { type: "json" };
import { fileOf, realFile, recordsOf } from "./files.ts";

const ENABLED = ["fr", "en", "de", "es", "it", "nl", "pt"];
const CATALOG = {
  sku: "sku",
  ean: "ean",
  name: "name",
  brand: "brand",
  category: "category",
  description: "description",
  price: "price",
  image_url: "image_urls",
  country_of_origin: "country_of_origin",
};
const nameIn = (language: string) => ({ field: "name", language });

/** What must be suggested for each file without a hand. */
const MAPPINGS: Record<string, FileAnalysis["suggestedMapping"]> = {
  "catalog_1k.csv": CATALOG,
  "catalog_50k.csv": CATALOG,
  "tarif_pharma_cp1252.csv": {
    "Code EAN": "ean",
    "Réf. CIP7": "sku",
    Désignation: "name",
    Laboratoire: "brand",
    "Prix HT (€)": "cost_price",
    "Prix TTC (€)": "price",
  },
  "mix_latin9_pipe_multiline.csv": { GTIN: "ean", Libellé: "name", Marque: "brand", Prix: "price" },
  "off_pl_utf16le.txt": {
    code: "ean",
    brands: "brand",
    categories: "category",
    product_name_en: nameIn("en"),
    product_name_fr: nameIn("fr"),
    // Not enabled, but most products have a name in no other language.
    product_name_pl: "name",
    product_name_de: nameIn("de"),
    product_name_it: nameIn("it"),
    product_name_es: nameIn("es"),
  },
  "messy_grossiste_cp1252.csv": {
    "Réf. fourn.": "supplier_reference",
    "Code EAN": "ean",
    "Désignation produit": "name",
    "Marque/Labo": "brand",
    "Prix TTC (€)": "price",
    Stock: "stock",
    Famille: "category",
  },
  "usda_branded_food.csv": { brand_name: "brand", gtin_upc: "ean", short_description: "short_description" },
  "goodbooks_books.csv": { isbn13: "ean", title: "name", image_url: "image_urls" },
};

/** S37.20 once more, written from the text of the decision and not from the service. */
function referenceEan(cell: string): string {
  const bare = cell.trim().replace(/^['’]/, "");
  const code = [...bare.replace(/\.0+$/, "")].filter((sign) => !" .-\u00a0\u202f".includes(sign)).join("");
  if (code.length === 0) return "ean_missing";
  if (/^[0-9]+([.,][0-9]+)?[eE][+]?[0-9]+$/.test(bare)) return "ean_format_invalid";
  if ([...code].some((sign) => sign < "0" || sign > "9")) return "ean_non_numeric";
  if ([9, 10, 11].includes(code.length)) return "ean_format_invalid";
  if (code.length < 8) return "ean_too_short";
  if (code.length > 14) return "ean_too_long";
  const digits = [...code].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + (index % 2 === 0 ? 3 * digit : digit), 0);
  return (10 - (sum % 10)) % 10 === check ? "valid" : "ean_checksum_invalid";
}

const countBy = (keys: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

const readings = new Map<string, ReturnType<typeof read>>();

/** A file as the service reads it; each is read once for all tests, which change nothing. */
function given(file: string): ReturnType<typeof read> {
  const reading = readings.get(file) ?? read(file);
  readings.set(file, reading);
  return reading;
}

async function read(file: string) {
  const fact = facts.find((each) => each.file === file);
  if (!fact) throw new Error(`${file} is not among the expected`);
  const bytes = realFile(file);
  const format = detectFormat(bytes);
  const skipHeaderRows = fact.skip_rows ?? 0;
  const analysis = await analyzeFile(fileOf(bytes), format, { skipHeaderRows, enabledLanguages: ENABLED });
  const mapRow = compileRowMapper({
    columns: analysis.columns,
    columnMapping: analysis.suggestedMapping,
    computedColumns: [],
    defaultValues: {},
    autoRules: [],
    validationRules: {},
    importOptions: DEFAULT_IMPORT_OPTIONS,
    decimalMark: analysis.marks.mark,
    columnMarks: analysis.marks.columns,
    pivotLanguage: "fr",
  });
  const records = (await recordsOf(bytes, analysis.format)).slice(1);
  return { fact, format, analysis, records, rows: records.map(mapRow) };
}

describe.each(Object.keys(MAPPINGS))("%s", (file) => {
  const reading = given(file);

  test("D3-147 encoding, delimiter and quoting are found", async () => {
    const { fact, format, analysis } = await reading;

    expect(format).toMatchObject({ encoding: fact.encoding, delimiter: fact.delimiter, quote: fact.quote });
    // The quantities of off_pl are written `1,5 l`.
    expect(analysis.marks.mark).toBe(fact.decimal === "," || file.startsWith("off_pl") ? "," : ".");
  });

  test("D3-141 every row is counted, blank ones are not", async () => {
    const { fact, analysis, records } = await reading;

    expect(analysis.rowCount).toBe(fact.expected.rows);
    expect(records.length).toBe(fact.expected.rows);
    expect(analysis.sampleData.length).toBe(5);
  });

  test("D3-146 the mapping is suggested", async () => {
    const { analysis } = await reading;

    expect(analysis.suggestedMapping).toEqual(MAPPINGS[file] ?? {});
  });

  test("D3-177 each EAN is judged as an independent reading of the rule judges it", async () => {
    const { analysis, records, rows } = await reading;
    const column = analysis.columns.findIndex((name) => analysis.suggestedMapping[name] === "ean");

    const expected = countBy(records.map(({ cells }) => referenceEan(cells[column] ?? "")));

    expect(countBy(rows.map(({ eanProblem }) => eanProblem?.errorType ?? "valid"))).toEqual(expected);
  });
});

const isStored = ({ ean, eanProblem, values, problems }: MappedRow): boolean =>
  ean !== null && !eanProblem && Boolean(values["name"]) && problems.every(({ severity }) => severity === "warning");

describe("rows that a first import makes products of", () => {
  test.each(["catalog_1k.csv", "catalog_50k.csv", "tarif_pharma_cp1252.csv", "mix_latin9_pipe_multiline.csv"])(
    "%s",
    async (file) => {
      const { fact, rows } = await given(file);

      const codes = new Set(rows.filter(isStored).map(({ ean }) => ean?.gtin14));

      expect(codes.size).toBe(fact.expected.created);
    },
  );

  test("the messy price list loses only what is wrong with its codes, its names and its prices below 0", async () => {
    const { fact, rows } = await given("messy_grossiste_cp1252.csv");
    const types = new Set(
      rows.flatMap(({ problems }) => problems.map(({ errorType, severity }) => `${severity} ${errorType}`)),
    );
    const negative = rows.filter(({ problems }) => problems.some(({ messageKey }) => messageKey === "too_small"));

    expect(negative.length).toBe(fact.expected.negative_price);
    // Invalid numbers are the headers that the file repeats.
    expect(rows.filter(({ problems }) => problems.some(({ errorType }) => errorType === "invalid_number")).length).toBe(
      7,
    );
    expect([...types].sort()).toEqual(["error invalid_number", "error invalid_value", "warning too_long"]);
  });
});

describe("prices of the messy price list", () => {
  test("S37.13 every way to write an amount gives its cents", async () => {
    const { analysis, records, rows } = await given("messy_grossiste_cp1252.csv");
    const column = analysis.columns.indexOf("Prix TTC (€)");
    const written = records.map(({ cells }) => cells[column] ?? "");

    const amounts = rows.flatMap(({ values }, index) => {
      const text = written[index] ?? "";
      return /[.,]\d\d\D*$/.test(text) && !text.includes("-") ? [{ text, cents: values["price"] }] : [];
    });

    expect(amounts.length).toBeGreaterThan(1000);
    expect(amounts.filter(({ text, cents }) => cents !== Number(text.replace(/\D/g, "")))).toEqual([]);
  });
});
