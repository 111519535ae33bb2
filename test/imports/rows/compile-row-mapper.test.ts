import { describe, expect, test } from "bun:test";
import { TARGET_FIELDS } from "../../../src/imports/map/columns/target-fields.ts";
import { DEFAULT_IMPORT_OPTIONS } from "../../../src/imports/map/import-options.ts";
import { compileRowMapper } from "../../../src/imports/map/row/compile-row-mapper.ts";
import { problemMessage } from "../../../src/imports/map/rules/row-problems.ts";
import { mapped, mappingOf, summary } from "./mapped.ts";

const EAN = "3400949497294";

describe("compileRowMapper", () => {
  test("gives typed values by the API's names", () => {
    const row = mapped({
      ean: ` ${EAN} `,
      sku: "A-1",
      name: " Chaise ",
      brand: "Nordik",
      category: "Maison > Chaises",
      price: "12.5",
      cost_price: "1,234.50 €",
      tax_rate: "5.5 %",
      stock: "12",
      weight: "500 g",
      package_weight: "1.2 kg",
      country_of_origin: "france",
      is_active: "oui",
      status: "Draft",
      energy_class: "a++",
      tags: "a|b",
      "attributes.colour": "blue",
      attributes: '{"legs": 4}',
      end_of_life_date: "31/12/2030",
      supplier_reference: "'=5",
    });

    expect(row).toEqual({
      rowNumber: 7,
      ean: { ean: EAN, gtin14: `0${EAN}` },
      eanProblem: null,
      values: {
        reference: "A-1",
        name: "Chaise",
        brand_name: "Nordik",
        category: "Maison > Chaises",
        price: 1250,
        cost_price: 123_450,
        tax_rate: 5.5,
        stock: 12,
        weight: 0.5,
        package_weight: 1200,
        country_of_origin: "FR",
        is_active: true,
        status: "draft",
        energy_class: "A++",
        tags: ["a", "b"],
        attributes: { colour: "blue", legs: 4 },
        end_of_life_date: "2030-12-31",
        supplier_reference: "=5",
      },
      content: {},
      isSkipped: false,
      problems: [],
    });
  });

  test("D3-155 texts of another language go to its content, those of the pivot to the product", () => {
    const columnMapping = {
      a: { field: "name", language: "en" },
      b: { field: "name", language: "fr" },
      c: { field: "bullet_points", language: "en" },
      d: "description",
    };

    const row = mapped({ a: "Chair", b: "Chaise", c: "light|strong", d: "Assise" }, { columnMapping });

    expect(row.values).toEqual({ name: "Chaise", description: "Assise" });
    expect(row.content).toEqual({ en: { title: "Chair", bullet_points: ["light", "strong"] } });
  });

  test("S37.15 default_language is the language of texts that name none", () => {
    const importOptions = { ...DEFAULT_IMPORT_OPTIONS, defaultLanguage: "en" };

    const row = mapped({ name: "Chair", sku: "A" }, { importOptions });

    expect(row).toMatchObject({ values: { reference: "A" }, content: { en: { title: "Chair" } } });
  });

  test("S37.12 columns on one list are appended", () => {
    const columnMapping = { a: "image_urls", b: "image_urls" };

    const row = mapped({ a: "https://x/1.jpg", b: "https://x/2.jpg, https://x/3.jpg" }, { columnMapping });

    expect(row.values["image_urls"]).toEqual(["https://x/1.jpg", "https://x/2.jpg", "https://x/3.jpg"]);
  });

  test("S37.15 a blank cell leaves the value, or clears it when the options say so", () => {
    const importOptions = { ...DEFAULT_IMPORT_OPTIONS, emptyClears: true };
    const cells = { sku: "A", description: " ", price: "", name: "" };

    expect(mapped(cells).values).toEqual({ reference: "A" });
    expect(mapped(cells, { importOptions }).values).toEqual({ reference: "A", description: null, price: null });
  });

  test("D3-177 says why the EAN cannot be used, and nothing when none is mapped", () => {
    expect(mapped({ ean: "", name: "x" }).eanProblem).toMatchObject({ errorType: "ean_missing", rawValue: "" });
    expect(mapped({ ean: "1234567" }).eanProblem).toMatchObject({ errorType: "ean_too_short", rawValue: "1234567" });
    expect(mapped({ sku: "A" })).toMatchObject({ ean: null, eanProblem: null });
  });

  test("S37.19 names the fault of each cell", () => {
    const cells = {
      price: "douze",
      cost_price: "-5",
      stock: "1.5",
      weight: "-1",
      tax_rate: "120",
      package_quantity: "-3",
      is_active: "peut-être",
      country_of_origin: "Atlantis",
      lifecycle_status: "old",
      end_of_life_date: "demain",
      technical_specs: "[1]",
      upc: "123",
    };

    const { values, problems } = mapped(cells);

    expect(values).toEqual({});
    expect(problems.map(summary)).toEqual([
      "error invalid_number price",
      "error invalid_value cost_price",
      "error invalid_number stock",
      "error invalid_value weight",
      "error invalid_value tax_rate",
      "error invalid_value package_quantity",
      "error invalid_value is_active",
      "error invalid_value country_of_origin",
      "error invalid_value lifecycle_status",
      "error invalid_value end_of_life_date",
      "error invalid_value technical_specs",
      "error invalid_value upc",
    ]);
    expect(problems[0]?.rawValue).toBe("douze");
    for (const language of ["en", "fr"] as const) {
      const messages = problems.map((problem) => problemMessage(problem, language));
      expect(messages.filter((message) => message === "" || message.includes("{"))).toEqual([]);
    }
  });

  test("keeps a row whose brand, category, image or tag cannot be used, and warns", () => {
    const { problems } = mapped({ sku: "A", brand: "b".repeat(256), image_urls: "chair.jpg" });

    expect(problems.map(summary)).toEqual(["warning too_long brand", "warning invalid_value image_urls"]);
  });

  test.each([
    ["image_urls", 100, (index: number) => `https://img.example/${index}.jpg`],
    ["tags", 50, (index: number) => `tag ${index}`],
  ])("S37.19 warns when several columns together name more %s than the %i a product can have", (field, limit, name) => {
    const columns = ["first", "second", "third"];
    const cells = (each: number) =>
      Object.fromEntries(
        columns.map((column, part) => [
          column,
          Array.from({ length: each }, (_, index) => name(part * each + index)).join("|"),
        ]),
      );
    const columnMapping = Object.fromEntries(columns.map((column) => [column, field]));
    const long = mapped(cells(limit === 100 ? 50 : 25), { columnMapping });
    expect(long.values[field]).toEqual(Array.from({ length: limit }, (_, index) => name(index)));
    expect(long.problems.map(summary)).toEqual([`warning too_long ${field}`]);
    expect(problemMessage(long.problems[0] ?? expect.unreachable(), "en")).toBe(
      `${field} has more than ${limit} entries`,
    );
    const same = cells(40);
    const repeated = mapped({ ...same, second: same["first"] ?? "", third: same["first"] ?? "" }, { columnMapping });
    expect(repeated).toMatchObject({
      problems: [],
      values: { [field]: Array.from({ length: 40 }, (_, index) => name(index)) },
    });
  });

  test("S11.9 rounds prices to cents, but none that costs something to 0", () => {
    const row = mapped({ price: "0.004", cost_price: "19.999" });
    expect(row.values).toEqual({ cost_price: 2000 });
    expect(row.problems.map(summary)).toEqual(["error invalid_value price"]);
  });

  test("reads what price lists write instead of figures", () => {
    const row = mapped({ price: "Sur demande", cost_price: "N.C.", stock: "Rupture" });

    expect(row).toMatchObject({ values: { stock: 0 }, problems: [] });
    expect(mapped({ stock: ">100" }).values).toEqual({ stock: 100 });
  });

  test("S11.8 takes scripts out of descriptions and leaves other markup", () => {
    const { values } = mapped({ description: "<p>Good</p><script>bad()</script>" });

    expect(values["description"]).toBe("<p>Good</p>");
  });

  test("takes rows that are shorter or longer than the header", () => {
    const map = (cells: string[]) => compileRowMapper(mappingOf({ sku: "", name: "" }))({ number: 2, cells }).values;

    expect([map(["A"]), map(["A", "n", "x"])]).toEqual([{ reference: "A" }, { reference: "A", name: "n" }]);
  });

  test("a cell of a mebibyte holds up no row, in any field", () => {
    const letters = ["1", " ", "1,", "a ", ", ", ".0", "<", "'"];
    const targets = TARGET_FIELDS.map(({ name }) => name);
    const cell = (letter: string) => `x${letter.repeat(1_000_000 / letter.length)}y`;

    // A pattern that tried again from every letter would never come back.
    const rows = letters.map((letter) => mapped(Object.fromEntries(targets.map((name) => [name, cell(letter)]))));

    expect(rows.filter(({ problems }) => problems.length < 20)).toEqual([]);
  });

  test("keeps what one row says from the next", () => {
    const map = compileRowMapper({
      columns: ["sku", "price"],
      columnMapping: { sku: "sku", price: "price" },
      computedColumns: [],
      defaultValues: { status: "draft" },
      autoRules: [],
      validationRules: {},
      importOptions: DEFAULT_IMPORT_OPTIONS,
      decimalMark: ".",
      pivotLanguage: "fr",
    });
    const bad = map({ number: 2, cells: ["A", "x"] });
    const good = map({ number: 3, cells: ["B", "1"] });

    expect([bad.problems.length, good.problems.length]).toEqual([1, 0]);
    expect(good.values).toEqual({ reference: "B", price: 100, status: "draft" });
  });
});
