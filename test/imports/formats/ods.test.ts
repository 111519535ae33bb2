import { describe, expect, test } from "bun:test";
import { odsCell, odsOf, odsRow, readFile, refusalOf, zipOf } from "./packages.ts";

const HEADER = odsRow("ean", "name", "value");
const p = (text: string) => `<text:p>${text}</text:p>`;
const row = (cells: string, attributes = "") => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const NAMED = odsCell(p("4006381333931")) + odsCell(p("Pen"));
const only = async (cell: string) => {
  const { rows, ...rest } = await readFile("list.ods", await odsOf({ List: HEADER + row(NAMED + cell) }));
  return { ...rest, row: rows[0] ?? {} };
};
const number = (type: string, value: string, shown: string, more = "") =>
  odsCell(p(shown), `office:value-type="${type}" office:value="${value}" ${more}`);

describe("ODS: what cells hold", () => {
  test.each([
    ["a number, not as it is shown", number("float", "12.5", "12,50"), "12.5"],
    ["a number that binary fractions have spoilt", number("float", "31.379999999999999", "31.38"), "31.38"],
    ["a code that shows as 3.76E+12", number("float", "3.760123456789E12", "3.76E+12"), "3760123456789"],
    ["a code whose zeros its format shows", number("float", "40232021558", "0040232021558"), "0040232021558"],
    ["an amount with its currency", number("currency", "12.5", "$12.50", 'office:currency="USD"'), "12.5 USD"],
    ["a percentage", number("percentage", "0.055", "5,5 %"), "5.5%"],
    ["a date", odsCell(p("07.06.22"), 'office:value-type="date" office:date-value="2022-06-07"'), "2022-06-07"],
    [
      "a time of a day",
      odsCell(p("x"), 'office:value-type="date" office:date-value="2022-06-07T18:00:00.5"'),
      "2022-06-07T18:00:00",
    ],
    ["a time", odsCell(p("x"), 'office:value-type="time" office:time-value="PT18H30M00S"'), "18:30:00"],
    ["yes", odsCell(p("WAHR"), 'office:value-type="boolean" office:boolean-value="true"'), "true"],
    ["what a formula came to", number("float", "2", "2", 'table:formula="of:=1+1"'), "2"],
    [
      "several lines, links and blanks",
      odsCell(`${p("a <text:span>b</text:span>")}${p('c<text:s text:c="2"/>d')}`),
      "a b\nc  d",
    ],
    ["a text without its type", odsCell(p("plain"), ""), "plain"],
    ["a text beside a note", odsCell(`<office:annotation>${p("note")}</office:annotation>${p("text")}`), "text"],
    ["a text that was laid out", odsCell("\n  <text:p>\n    a\n    b</text:p>\n"), "a b"],
  ])("reads %s", async (_, cell, expected) => {
    expect((await only(cell)).row["value"]).toBe(expected);
  });

  test("reads errors and formulas without a value as blank, and says so", async () => {
    const errors = [
      odsCell(
        p("#N/A"),
        'office:value-type="string" office:string-value="" calcext:value-type="error" table:formula="x"',
      ),
      odsCell(p("#REF!"), 'office:value-type="string" table:formula="x"'),
      odsCell("", 'table:formula="x"'),
    ];
    for (const cell of errors) {
      const { row: found, warnings } = await only(cell);
      expect(found).toEqual({ ean: "4006381333931", name: "Pen" });
      expect(warnings).toContain("cells_without_value");
    }
  });

  test("repeats cells and rows that say so, and counts blank ones", async () => {
    const rows = [
      HEADER,
      row(odsCell("", 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="3"'),
      row(NAMED + odsCell(p("x"), 'table:number-columns-repeated="1"'), 'table:number-rows-repeated="2"'),
      row(odsCell(p("7"), 'table:number-columns-repeated="3"')),
      row(odsCell("", 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048568"'),
    ];
    const { rows: found, numbers } = await readFile("list.ods", await odsOf({ List: rows.join("") }));
    const pen = { ean: "4006381333931", name: "Pen", value: "x" };
    expect(found).toEqual([pen, pen, { ean: "7", name: "7", value: "7" }]);
    expect(numbers).toEqual([5, 6, 7]);
  });

  test("fills cells that are merged downwards, below a header of two rows, and leaves covered ones out", async () => {
    const rows = [
      row(
        odsCell(p("PRICES"), 'office:value-type="string" table:number-columns-spanned="3"') +
          "<table:covered-table-cell/>".repeat(2),
      ),
      odsRow("category", "ean", "name"),
      row(odsCell(p("Pens"), 'office:value-type="string" table:number-rows-spanned="2"') + NAMED),
      row(
        `<table:covered-table-cell>${p("hidden")}</table:covered-table-cell>${odsCell(p("3400949497294"))}${odsCell(p("Ink"))}`,
      ),
      row(`<table:table-cell/>${odsCell(p("3400949497706"))}`),
    ];
    const { rows: found } = await readFile("list.ods", await odsOf({ List: rows.join("") }));
    expect(found).toEqual([
      { category: "Pens", ean: "4006381333931", name: "Pen" },
      { category: "Pens", ean: "3400949497294", name: "Ink" },
      { ean: "3400949497706" },
    ]);
  });
});

describe("ODS: which sheet, by what it holds", () => {
  const tables = {
    Info: odsRow("Price list of June"),
    "!Old": HEADER + odsRow("4006381333931", "Old pen", "1"),
    Prices: odsRow("PRICES") + row("") + odsRow("EAN", "Name", "Price") + odsRow("3400949497294", "Pen", "2"),
    Empty: "",
    "'file:///a.ods'#Sheet1": `<table:table-source/>${odsRow("a", "b")}${odsRow("c", "d")}`,
  };

  test.each(["list.ods", "list.xlsx", "list.zip"])(
    "knows %s by its content; takes the first sheet with a table",
    async (name) => {
      const { format, rows, numbers, warnings } = await readFile(name, await odsOf(tables));
      expect(format).toMatchObject({ format: "ods", sheet: "Prices", sheets: ["Info", "Old", "Prices", "Empty"] });
      expect(rows).toEqual([{ EAN: "3400949497294", Name: "Pen", Price: "2" }]);
      expect(numbers).toEqual([4]);
      expect(warnings).toContain("header_not_first");
    },
  );

  test("takes the sheet that is requested, hidden or in other case, and names the others", async () => {
    const { rows } = await readFile("list.ods", await odsOf(tables), { sheet: "old " });
    expect(rows[0]?.["name"]).toBe("Old pen");
    const { code, params } = await refusalOf("list.ods", await odsOf(tables), { sheet: "Stock" });
    expect([code, params["sheets"]]).toEqual(["no_such_sheet", "Info, Old, Prices, Empty"]);
    expect((await refusalOf("a.ods", await odsOf(tables), { sheet: "Empty" })).code).toBe("empty_sheet");
    expect((await refusalOf("a.ods", await odsOf({ A: "", B: "" }))).code).toBe("empty_workbook");
  });

  test("reads one in an archive, and leaves deleted cells and drawings out", async () => {
    const drawn = `<table:shapes><draw:frame>${p("drawn")}</draw:frame></table:shapes>${HEADER}${row(NAMED + odsCell(p("1")))}`;
    const list = await odsOf({ List: drawn });
    const { rows } = await readFile("list.zip", await zipOf({ "list.ods": list }));
    expect(rows).toEqual([{ ean: "4006381333931", name: "Pen", value: "1" }]);
  });
});

describe("ODS: hostile ones are refused with a sentence", () => {
  const bomb = (cells: string, times: number) =>
    odsOf({ List: HEADER + row(cells, `table:number-rows-repeated="${times}"`) });
  test.each([
    [
      "a cell beyond the columns",
      () => odsOf({ List: row(odsCell(p("x"), 'table:number-columns-repeated="16384"')) }),
      "too_many_cells",
    ],
    ["a row beyond the rows", () => bomb(NAMED, 2_000_000), "cell_out_of_sheet"],
    ["rows that are repeated without end", () => bomb(NAMED, 1_000_000), "archive_bomb"],
    [
      "blanks without end",
      () => odsOf({ List: row(odsCell('<text:p>a<text:s text:c="999999999"/>b</text:p>')) }),
      "row_too_long",
    ],
    [
      "a long text many times",
      () => odsOf({ List: row(odsCell(p("x".repeat(2_000)), 'table:number-columns-repeated="1999"')) }),
      "row_too_long",
    ],
    [
      "a password",
      () => odsOf({ List: HEADER }, { "META-INF/manifest.xml": "<m:manifest><m:encryption-data/></m:manifest>" }),
      "workbook_protected",
    ],
    ["one that is cut off", async () => (await odsOf({ List: HEADER })).subarray(0, -30), "archive_broken"],
    ["XML that is broken", () => odsOf({ List: `${HEADER}<table:table-row>` }), "xml_broken"],
    ["entities", () => odsOf({}, { "content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), "xml_doctype"],
    ["no sheet", () => odsOf({}), "workbook_broken"],
    ["no content", () => zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" }), "workbook_broken"],
    ["something else", () => zipOf({ "a.png": "x" }), "workbook_broken"],
  ])("%s", async (_, file, code) => {
    expect((await refusalOf("list.ods", await file())).code).toBe(code as "no_rows");
  });
});
