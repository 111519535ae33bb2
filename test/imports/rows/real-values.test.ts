import { describe, expect, test } from "bun:test";
import { DEFAULT_IMPORT_OPTIONS } from "../../../src/imports/map/import-options.ts";
import { problemMessage } from "../../../src/imports/map/rules/row-problems.ts";
import { mapped, summary } from "./mapped.ts";

const EAN = "3400949497294";

describe("values as real files write them", () => {
  test.each([
    ["weight", "0"],
    ["weight", "0,000 kg"],
    ["weight", "n/a"],
    ["weight", "2 l"],
    ["width", "12 stone"],
    ["package_quantity", "0"],
    ["min_order_quantity", "0"],
    ["min_order_quantity", "-"],
    ["stock", "En stock"],
    ["stock", "n/a"],
    ["stock", "#N/A"],
    ["stock", "Auf Lager"],
    ["stock", "10 kg"],
    ["price", "ab 12,50"],
    ["price", "3-5"],
    ["price", "from € 12.50"],
    ["lead_time_days", "3-5"],
    ["lead_time_days", "ca. 10"],
    ["upc", "n/a"],
    ["asin", "-"],
    ["country_of_origin", "unknown"],
    ["energy_class", "n/a"],
    ["is_active", "–"],
    ["end_of_life_date", "tbd"],
  ])("S37.19 a cell that says nothing exact costs the field and not the row: %s %j", (field, cell) => {
    const { values, problems } = mapped({ sku: "A", [field]: cell });

    expect(values).toEqual({ reference: "A" });
    expect(problems).toMatchObject([{ severity: "warning", errorType: "invalid_value", field, rawValue: cell }]);
    expect(problemMessage(problems[0] ?? expect.unreachable(), "fr")).not.toContain("{");
  });

  test("S37.13 an undecided decimal mark multiplies nothing: figures of two meanings are left out with a warning", () => {
    const cells = { sku: "A", weight: "1.250", price: "2,500", stock: "1.000", width: "3.400 cm", height: "0.500" };

    const { values, problems } = mapped(cells, { decimalMark: "undecided" });

    expect(values).toEqual({ reference: "A", height: 0.5 });
    expect(problems.map(summary)).toEqual(
      ["weight", "price", "stock", "width"].map((field) => `warning invalid_value ${field}`),
    );
    expect(problemMessage(problems[0] ?? expect.unreachable(), "en")).toContain("1.25 or 1250");
    const importOptions = { ...DEFAULT_IMPORT_OPTIONS, decimalSeparator: "." as const };
    expect(mapped(cells, { decimalMark: "undecided", importOptions }).values).toMatchObject({ weight: 1.25 });
  });

  test("S37.13 each column is read with its own decimal mark", () => {
    const row = mapped({ weight: "1.250", stock: "1.250" }, { decimalMark: ",", columnMarks: { weight: "." } });

    expect(row.values).toEqual({ weight: 1.25, stock: 1250 });
  });

  test.each([
    ["price", "12,-", 1200],
    ["price", "12.–", 1200],
    ["price", "1.234,-", 123_400],
    ["stock", "10 Stk", 10],
    ["stock", "7 pcs.", 7],
    ["stock", "12 szt.", 12],
    ["lead_time_days", "48h", 2],
    ["lead_time_days", "2 semaines", 14],
    ["warranty_duration", "2 years", 24],
    ["warranty_duration", "24 mois", 24],
    ["weight", "2.5 lbs", 1.133981],
    ["weight", "8 oz", 0.226796],
    ["width", '10"', 25.4],
    ["width", "10 inch", 25.4],
    ["width", "250 mm", 25],
    ["country_of_origin", "UK", "GB"],
    ["country_of_origin", "FRA", "FR"],
    ["is_active", "actif", true],
    ["is_active", "inaktiv", false],
  ])("S37.13 reads what real files write: %s %j", (field, cell, value) => {
    expect(mapped({ sku: "A", [field]: cell }, { decimalMark: "," === cell.at(-2) ? "," : "." })).toMatchObject({
      values: { [field]: value },
      problems: [],
    });
  });

  test.each([
    ["Width (inch)", "width", "2", 5.08],
    ["Breite in mm", "width", "250", 25],
    ["largeur_mm", "width", "250", 25],
    ["Weight (lbs)", "weight", "1", 0.453592],
    ["Poids en g", "weight", "500", 0.5],
    ["Variant Grams", "weight", "500", 0.5],
    ["Lieferzeit (Wochen)", "lead_time_days", "2", 14],
    ["Garantie (Jahre)", "warranty_duration", "2", 24],
  ])("S37.13 converts from the unit that the header %j names", (column, field, cell, value) => {
    expect(mapped({ [column]: cell }, { columnMapping: { [column]: field } }).values).toEqual({ [field]: value });
  });

  test("S37.13 leaves out what a header's unit cannot be converted from", () => {
    const { values, problems } = mapped({ "Weight (ml)": "500" }, { columnMapping: { "Weight (ml)": "weight" } });

    expect([values, problems.map(summary)]).toEqual([{}, ["warning invalid_value weight"]]);
  });

  test("S37.20 takes a code as spreadsheets keep it, and the first of several in a cell", () => {
    const other = "4006381333931";

    expect(mapped({ ean: `="${EAN}"` })).toMatchObject({ ean: { ean: EAN }, problems: [] });
    for (const cell of [`${EAN} / ${other}`, `${EAN},${other}`, `${EAN} ${other}`, `n/a; ${EAN}|${other}`]) {
      const { ean, eanProblem, problems } = mapped({ ean: cell });
      expect([ean?.ean, eanProblem, problems.map(summary)]).toEqual([EAN, null, ["warning invalid_value ean"]]);
    }
    expect(mapped({ ean: "3400 9494 97294" })).toMatchObject({ ean: { ean: EAN }, problems: [] });
    expect(mapped({ sku: '="0012"', name: `'="x"` }).values).toEqual({ reference: "0012", name: '="x"' });
  });
});
