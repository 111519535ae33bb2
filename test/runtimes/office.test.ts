import { expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { writeOds } from "../../src/exports/encode/ods.ts";
import { objectText } from "../../src/exports/tables/table.ts";
import { detectFile } from "../../src/imports/parse/detect-file.ts";
import { readTable } from "../../src/imports/parse/read-table.ts";
import { temporaryFolder } from "../cleanup.ts";
import { exportAs } from "../exports/export-file.ts";
import { fetchBytes } from "../exports/workbook.ts";
import { CATALOG } from "../imports/every-field.ts";
import { fileOf } from "../imports/reading/files.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { given } from "../products/given.ts";

// The programs that people open a workbook with, from Debian: LibreOffice, and the library of Python scripts.
const SCRIPT = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book["Products"]
print(json.dumps({
  "sheets": book.sheetnames,
  "rows": [[cell for cell in row] for row in sheet.iter_rows(values_only=True)],
  "pictures": [[image.anchor._from.row, image.width, image.height, image.format] for image in sheet._images],
  "quoted": [[cell.coordinate, cell.data_type] for row in sheet.iter_rows() for cell in row if cell.quotePrefix],
  "frozen": sheet.freeze_panes, "filter": sheet.auto_filter.ref, "bold": sheet["A1"].font.b,
}))`;

async function givenWorkbook() {
  const { tenant, ids } = await given(
    { title: 'Armoire <grande> & "belle"', ean: "0012345678905", priceCents: 123_456, brand: "Été" },
    { title: '=HYPERLINK("http://x")', description: "ligne 1\nligne 2 𝄞", reference: "007" },
    { title: "Zinc", stock: 4 },
  );
  await tenant.post(`/products/${ids[0]}/media/upload`, formOf(FORMATS["image/jpeg"](400, 200)));
  await tenant.post(`/products/${ids[2]}/media/upload`, formOf(FORMATS["image/png"](300, 300)));
  const path = join(temporaryFolder(), "products.xlsx");
  await Bun.write(path, await fetchBytes(tenant, "/products/export/excel?include_images=true&include_stats=true"));
  const csv: string[][] = parse((await tenant.get("/products/export/csv")).body, { bom: true });
  return { path, csv };
}

test("D2-102 openpyxl finds every value, its type, and every picture", async () => {
  const { path, csv } = await givenWorkbook();
  const read = await Bun.$`/usr/bin/python3 -c ${SCRIPT} ${path}`.json();
  expect(read).toMatchObject({ sheets: ["Products", "Summary"], frozen: "A2", bold: true });
  expect(read.filter).toBe("A1:AC4");
  const [header, formula, wardrobe, zinc] = read.rows;
  expect(header).toEqual(["image", ...(csv[0] ?? [])]);
  const at = (row: unknown[], name: string) => row[header.indexOf(name)];
  expect([at(wardrobe, "ean"), at(wardrobe, "price"), at(wardrobe, "brand")]).toEqual([
    "0012345678905",
    1234.56,
    "Été",
  ]);
  expect([at(formula, "title"), at(formula, "description"), at(formula, "reference")]).toEqual([
    '=HYPERLINK("http://x")',
    "ligne 1\nligne 2 𝄞",
    "007",
  ]);
  expect(at(zinc, "stock")).toBe(4);
  // Edited, it is still no formula.
  expect(read.quoted).toEqual([["E2", "s"]]);
  expect(read.pictures).toEqual([
    [2, 200, 100, "jpeg"],
    [3, 200, 200, "png"],
  ]);
}, 60_000);

test("D2-102 LibreOffice opens it and sees what the CSV says", async () => {
  const { path, csv } = await givenWorkbook();
  const folder = temporaryFolder();
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  // Comma, quotes, UTF-8, from row 1, all columns as they are, of the first sheet.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1";
  const run = await Bun.$`soffice ${profile} --headless --convert-to ${filter} --outdir ${folder} ${path}`.quiet();
  expect(run.exitCode).toBe(0);
  const file = (await Array.fromAsync(new Bun.Glob("*.csv").scan(folder)))[0] ?? "";
  const rows: string[][] = parse(await Bun.file(join(folder, file)).text(), { bom: true });
  const said = (table: string[][]) =>
    table.map((row) =>
      row.map((cell) => cell.replace(/^'(?==)/, "").replace(/^(?:TRUE|FALSE)$/, (word) => word.toLowerCase())),
    );
  // Its first column holds the pictures.
  expect(said(rows.map((row) => row.slice(1)))).toEqual(said(csv));
}, 120_000);

/** Turns a file into another kind by LibreOffice; answers its path. */
async function converted(path: string, kind: string): Promise<string> {
  const folder = temporaryFolder();
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  const run = await Bun.$`soffice ${profile} --headless --convert-to ${kind} --outdir ${folder} ${path}`.quiet();
  expect(run.exitCode).toBe(0);
  return join(folder, (await Array.fromAsync(new Bun.Glob("*").scan(folder)))[0] ?? "");
}

test("an ODS of LibreOffice is read as the CSV is; failed rows are an ODS that it opens", async () => {
  const { path, csv } = await givenWorkbook();
  const name = "products.ods";
  const source = fileOf(new Uint8Array(await Bun.file(await converted(path, "ods")).arrayBuffer()), name);
  const format = await detectFile(source, { sheet: null });
  expect(format).toMatchObject({ format: "ods", sheet: "Products", sheets: ["Products", "Summary"] });
  const rows = (await Array.fromAsync(readTable(source, format))).flat().map(({ cells }) => cells.slice(1));
  const [header = []] = csv;
  const wide = rows.map((cells) => header.map((_, at) => cells[at] ?? ""));
  // It keeps yes and no of Excel as numbers that look so.
  const looks = (cell: string) =>
    cell
      .replace(/^'(?==)/, "")
      .replace(/^true$/, "1")
      .replace(/(\.\d)0$|\.00$/, "$1");
  const said = (table: string[][]) => table.map((row) => row.map(looks));
  expect(said(wide)).toEqual(said(csv));

  const table = {
    columns: header.map(
      (column, at) => ({ name: column, kind: "plain", read: (row: string[]) => row[at] ?? "" }) as const,
    ),
    pages: (async function* () {
      yield csv.slice(1);
    })(),
  };
  const written = join(temporaryFolder(), "failed.ods");
  await Bun.write(written, Buffer.concat(await Array.fromAsync(writeOds("Rows", table))));
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1";
  const back: string[][] = parse(await Bun.file(await converted(written, filter)).text(), { bom: true });
  expect(back).toEqual(csv);
}, 180_000);

const CELLS = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1])["Products"]
rows = list(sheet.iter_rows(values_only=True))
print(json.dumps([dict(zip(rows[0], row)) for row in rows[1:]]))`;

test.each([true, false])(
  "S35.9 openpyxl reads back, cell by cell, what the JSON says (formatting: %j)",
  async (formatting) => {
    const { tenant } = await given(...CATALOG);
    const { bytes } = await exportAs(tenant, "excel/products", { formatting });
    const path = join(temporaryFolder(), "products.xlsx");
    await Bun.write(path, bytes);
    const json = JSON.parse(new TextDecoder().decode((await exportAs(tenant, "json/products")).bytes));
    const said = (value: unknown) =>
      Array.isArray(value) || (typeof value === "object" && value !== null)
        ? objectText(value)
        : value === ""
          ? null
          : value;

    const read: Record<string, unknown>[] = await Bun.$`/usr/bin/python3 -c ${CELLS} ${path}`.json();

    expect(read).toHaveLength(CATALOG.length);
    for (const [index, product] of json.entries()) {
      const expected = Object.entries(product).map(([name, value]) => [name, said(value)]);
      expect(read[index]).toEqual(Object.fromEntries(expected));
    }
  },
  60_000,
);
