import { describe, expect, test } from "bun:test";
import { partsOf, readFile, refusalOf, textRow, workbookOf, zipOf } from "./packages.ts";

const HEADER = textRow(1, "ean", "name", "price");
const row = (r: number, cells: string) => `<row r="${r}">${cells}</row>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const only = async (cells: string, book: { styles?: string; properties?: string; sharedStrings?: string } = {}) => {
  const { rows, ...rest } = await readFile(
    "list.xlsx",
    await workbookOf({ sheets: { List: textRow(1, "ean", "name", "value") + row(2, cells) }, ...book }),
  );
  return { ...rest, row: rows[0] ?? {} };
};
const NAMED = text("4006381333931") + text("Pen");
const STYLES = [
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0000000000000"/></numFmts>',
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="11"/><xf numFmtId="10"/><xf numFmtId="22"/></cellXfs>',
].join("");

describe("XLSX: what cells hold", () => {
  test.each([
    ["a number", '<c r="C2"><v>12.5</v></c>', "12.5"],
    ["a number that binary fractions have spoilt", '<c r="C2"><v>31.379999999999999</v></c>', "31.38"],
    ["a code that is a number", '<c r="C2"><v>3400949497294</v></c>', "3400949497294"],
    ["a code that shows as 3.76E+12", '<c r="C2" s="3"><v>3.760123456789E12</v></c>', "3760123456789"],
    ["a code whose zeros its format shows", '<c r="C2" s="2"><v>40232021558</v></c>', "0040232021558"],
    ["a date", '<c r="C2" s="1"><v>44719</v></c>', "2022-06-07"],
    ["a time of a day", '<c r="C2" s="5"><v>44719.75</v></c>', "2022-06-07T18:00:00"],
    ["a percentage", '<c r="C2" s="4"><v>0.055</v></c>', "5.5%"],
    ["yes", '<c r="C2" t="b"><v>1</v></c>', "true"],
    ["no", '<c r="C2" t="b"><v>0</v></c>', "false"],
    ["what a formula came to", '<c r="C2"><f>1+1</f><v>2</v></c>', "2"],
    ["the text of a formula", '<c r="C2" t="str"><f>A1</f><v>a &amp; b</v></c>', "a & b"],
    ["a date as text", '<c r="C2" t="d"><v>2022-06-07</v></c>', "2022-06-07"],
    ["a shared string", '<c r="C2" t="s"><v>1</v></c>', "Café crème"],
    ["a shared string in several fonts", '<c r="C2" t="s"><v>0</v></c>', "bold and not"],
  ])("reads %s", async (_, cell, expected) => {
    const sharedStrings =
      "<si><r><t>bold</t></r><r><t> and not</t></r><rPh><t>spoken</t></rPh></si><si><t>Café crème</t></si>";
    const found = await only(NAMED + cell, { styles: STYLES, sharedStrings });
    expect(found.row["value"]).toBe(expected);
  });

  test("counts the days of old Macs from 1904", async () => {
    const properties = '<workbookPr date1904="1"/>';
    const found = await only(`${NAMED}<c r="C2" s="1"><v>43257</v></c>`, { styles: STYLES, properties });
    expect(found.row["value"]).toBe("2022-06-07");
  });

  test("reads errors and formulas without a calculated value as blank, and says so", async () => {
    const { row: found, warnings } = await only(`${NAMED}<c r="C2" t="e"><v>#N/A</v></c>`);
    expect(found).toEqual({ ean: "4006381333931", name: "Pen" });
    expect(warnings).toContain("cells_without_value");
  });

  test("knows the decimal mark of numbers, however ambiguous they look", async () => {
    const { marks } = await only(`${NAMED}<c r="C2"><v>1.125</v></c>`);
    expect(marks).toEqual({ mark: ".", columns: {} });
  });

  test("reads parts whose names have prefixes, and cells that do not say their place", async () => {
    const parts = partsOf({ sheets: { List: HEADER + textRow(2, "4006381333931", "Pen", "1") } });
    const prefixed = Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name,
        name.includes("sheet1") ? xml.replaceAll("</", "</x:").replaceAll(/<(?=\w)/g, "<x:") : xml,
      ]),
    );
    const { rows } = await readFile("list.xlsx", await zipOf(prefixed));
    expect(rows).toEqual([{ ean: "4006381333931", name: "Pen", price: "1" }]);
  });

  test("fills cells that are merged downwards, and not those beside them", async () => {
    const rows = [
      textRow(1, "category", "ean", "name"),
      row(2, text("Pens") + text("4006381333931") + text("Pen")),
      row(
        3,
        '<c r="B3" t="inlineStr"><is><t>3400949497294</t></is></c><c r="C3" t="inlineStr"><is><t>Ink</t></is></c>',
      ),
      row(4, '<c r="B4" t="inlineStr"><is><t>3400949497706</t></is></c>'),
    ];
    const behind = '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B4:C4"/></mergeCells>';
    const found = await readFile("list.xlsx", await workbookOf({ sheets: { List: rows.join("") }, behind }));
    expect(found.rows).toEqual([
      { category: "Pens", ean: "4006381333931", name: "Pen" },
      { category: "Pens", ean: "3400949497294", name: "Ink" },
      { ean: "3400949497706" },
    ]);
  });
});

describe("XLSX: which sheet and where", () => {
  const sheets = {
    Info: textRow(1, "Price list of June") + textRow(2, "Do not import"),
    "!Old": HEADER + textRow(2, "4006381333931", "Old pen", "1"),
    Prices: textRow(1, "PRICES") + textRow(3, "EAN", "Name", "Price") + textRow(4, "3400949497294", "Pen", "2"),
    Empty: "",
  };

  test("D3-144 takes the first sheet with a table, and finds its header", async () => {
    const { format, rows, numbers, warnings } = await readFile("list.xlsx", await workbookOf({ sheets }));
    expect(format).toMatchObject({ sheet: "Prices", sheets: ["Info", "Old", "Prices", "Empty"], skipHeaderRows: 2 });
    expect(rows).toEqual([{ EAN: "3400949497294", Name: "Pen", Price: "2" }]);
    expect(numbers).toEqual([4]);
    expect(warnings).toContain("header_not_first");
  });

  test("D3-144 takes the sheet that is requested, hidden or in other case", async () => {
    const { rows } = await readFile("list.xlsx", await workbookOf({ sheets }), { sheet: "old " });
    expect(rows[0]?.["name"]).toBe("Old pen");
  });

  test("S37.1 names the existing sheets", async () => {
    const { code, params } = await refusalOf("list.xlsx", await workbookOf({ sheets }), { sheet: "Stock" });
    expect(code).toBe("no_such_sheet");
    expect(params["sheets"]).toBe("Info, Old, Prices, Empty");
  });

  test("says when a sheet is empty, or all are", async () => {
    expect((await refusalOf("a.xlsx", await workbookOf({ sheets }), { sheet: "Empty" })).code).toBe("empty_sheet");
    expect((await refusalOf("a.xlsx", await workbookOf({ sheets: { A: "", B: "" } }))).code).toBe("empty_workbook");
  });
});
