import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { type CsvDelimiter, csvLine } from "../../src/exports/encode/csv-line.ts";
import type { Column, ExportValue } from "../../src/exports/tables/table.ts";
import { withoutFormulaGuard } from "../../src/text/formula-guard.ts";

const DELIMITERS: CsvDelimiter[] = [",", ";", "\t", "|"];
const cells = (count: number): Column<ExportValue[]>[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `c${index}`,
    kind: "plain",
    read: (row) => row[index] ?? null,
  }));
const write = (row: ExportValue[], delimiter: CsvDelimiter = ",") => csvLine(cells(row.length), delimiter)(row);

const read = (text: string, delimiter: CsvDelimiter = ","): string[][] =>
  parse(text, { delimiter, record_delimiter: "\r\n" });
const specials = fc.constantFrom(
  ...[
    '"',
    ",",
    ";",
    "\t",
    "|",
    "\r",
    "\n",
    "\r\n",
    "'",
    "=",
    "+",
    "-",
    "@",
    "0",
    "é",
    " ",
    "\u00a0",
    "\ufeff",
    "＝",
    "－",
  ],
);
const cellText = fc
  .array(fc.oneof(specials, fc.string({ unit: "grapheme", maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(""));

describe("csvLine", () => {
  test("D3-105 another reader reads any texts back, with every delimiter; the import takes the apostrophes off", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 6 })
          .chain((width) =>
            fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
          ),
        fc.constantFrom(...DELIMITERS),
        (rows, delimiter) => {
          const lines = rows.map((row) => write(row, delimiter)).join("");
          expect(read(lines, delimiter).map((row) => row.map(withoutFormulaGuard))).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ...[
      "=1+1",
      "+33 6 12",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "\nx",
      "-x",
      "-",
      "-1+1",
      "-5 °C",
      "-2+3+cmd|' /C calc'!A0",
      "-1|cmd",
    ],
    ..."\r \n \u00a0 \ufeff \u200b \u0001 \u3000".split(" ").map((blank) => `${blank}=1+1`),
    ...[" =1+1", " \u00a0 -x", "＝1+1", "＋1", "－1", "＠x", " ＝1"],
    ...["'=1+1", "''@x", "'-x"],
  ])("S35.8 disarms the formula %j", (text) => {
    expect(read(write([text, "x"]))).toEqual([[`'${text}`, "x"]]);
  });

  test.each(["-5", "-5.25", "-1,250.00", "-.5", "-1e-7", " -5", "a=b", "'quoted", "'-5", " x", "«x»", ""])(
    "S35.8 leaves %j as it is",
    (text) => {
      expect(read(write([text, "x"]))).toEqual([[text, "x"]]);
    },
  );

  test.each(["x;=1+1", "x\t=1+1", "x|=1+1", "x,=1+1"])("S-14 quotes %j with every delimiter", (text) => {
    for (const delimiter of DELIMITERS) expect(write([text], delimiter)).toBe(`"${text}"\r\n`);
  });

  test("S35.8 negative numbers are numbers, not formulas", () => {
    expect(write([-5, -0.25])).toBe("-5,-0.25\r\n");
  });

  test("S35.8 joins lists with |, writes objects as JSON and nothing as an empty cell", () => {
    expect(read(write([["a", "b,c", 3], { watt: 12 }, [{ a: 1 }], [], null, true]))).toEqual([
      ["a|b,c|3", '{"watt":12}', '{"a":1}', "", "", "true"],
    ]);
  });

  test("S31.7 writes money with two decimals", () => {
    const columns: Column<number | null>[] = [{ name: "price", kind: "money", read: (cents) => cents }];
    const line = csvLine(columns, ",");
    expect([1990, 5, 0, -1250, null].map(line)).toEqual(["19.90\r\n", "0.05\r\n", "0.00\r\n", "-12.50\r\n", '""\r\n']);
  });

  test("asks for no empty cell of sparse columns, and writes the same as if it had", () => {
    const values: Record<string, ExportValue>[] = [
      { a: "1", price: 250, other: "x" },
      {},
      { c: "=1", a: null, b: "" },
      { b: ["x", "y,z"], a: false },
    ];
    const cell = (name: string, kind: Column<unknown>["kind"] = "plain"): Column<Record<string, ExportValue>> => ({
      ...{ name, kind, sparseName: name },
      read: (row) => row[name] ?? null,
    });
    const columns = [cell("a"), cell("b"), { ...cell("price", "money") }, cell("c"), cell("a")];
    const requests = csvLine(columns, ",");
    const reported = csvLine(columns, ",", (row) => row);
    const expected = ["1,,2.50,,1\r\n", ",,,,\r\n", ",,,'=1,\r\n", 'false,"x|y,z",,,false\r\n'];
    expect(values.map(reported)).toEqual(expected);
    expect(values.map(requests)).toEqual(expected);
  });

  test("a row of one empty cell is a row", () => {
    expect(read(write([null]))).toEqual([[""]]);
  });
});
