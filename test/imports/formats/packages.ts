import { Buffer } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { AnalysisWarning } from "../../../src/imports/parse/analyze/analysis-warning.ts";
import { analyzeFile, type FileAnalysis } from "../../../src/imports/parse/analyze/analyze-file.ts";
import { detectFile } from "../../../src/imports/parse/detect-file.ts";
import { FileUnreadable } from "../../../src/imports/parse/file-unreadable.ts";
import { readTable } from "../../../src/imports/parse/read-table.ts";
import { ColumnList } from "../../../src/imports/parse/tree/column-list.ts";
import { fileOf } from "../reading/files.ts";

/** A ZIP archive of these files. */
export async function zipOf(entries: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  // yazl types its stream as any.
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface Book {
  /** What is in each sheet between `<sheetData>` and its end, by its name; `!` before the name hides it. */
  sheets: Record<string, string>;
  /** What stands behind the rows of every sheet. */
  behind?: string;
  sharedStrings?: string;
  styles?: string;
  properties?: string;
}

/** The parts of a workbook as Excel writes them. */
export function partsOf({ sheets, behind = "", sharedStrings, styles, properties = "" }: Book): Record<string, string> {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const tabs = names.map(
    (name, n) =>
      `<sheet name="${name.replace("!", "")}" sheetId="${n + 1}"${name.startsWith("!") ? ' state="hidden"' : ""} r:id="rId${n + 1}"/>`,
  );
  return {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${RELATIONS}">${properties}<sheets>${tabs.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, n) => relation(`rId${n + 1}`, "worksheet", `worksheets/sheet${n + 1}.xml`)).join("")}</Relationships>`,
    ...(styles !== undefined && { "xl/styles.xml": `<styleSheet>${styles}</styleSheet>` }),
    ...Object.fromEntries(
      names.map((name, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData>${behind}</worksheet>`,
      ]),
    ),
    ...(sharedStrings !== undefined && { "xl/sharedStrings.xml": `<sst>${sharedStrings}</sst>` }),
  };
}

export const workbookOf = (book: Book): Promise<Uint8Array> => zipOf(partsOf(book));

const NAMES = "urn:oasis:names:tc:opendocument:xmlns:";
const ODS = "application/vnd.oasis.opendocument.spreadsheet";

/** A spreadsheet of OpenDocument with what is in each of its tables; `!` before the name hides one. */
export const odsOf = (tables: Record<string, string>, others: Record<string, string> = {}): Promise<Uint8Array> =>
  zipOf({
    mimetype: ODS,
    "content.xml": `<office:document-content xmlns:office="${NAMES}office:1.0" xmlns:table="${NAMES}table:1.0"><office:automatic-styles><style:style style:name="no" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${Object.entries(
      tables,
    )
      .map(
        ([name, rows]) =>
          `<table:table table:name="${name.replace("!", "")}"${name.startsWith("!") ? ' table:style-name="no"' : ""}>${rows}</table:table>`,
      )
      .join("")}</office:spreadsheet></office:body></office:document-content>`,
    "META-INF/manifest.xml": "<manifest:manifest/>",
    ...others,
  });

/** A cell of OpenDocument. */
export const odsCell = (inner: string, attributes = 'office:value-type="string"'): string =>
  `<table:table-cell ${attributes}>${inner}</table:table-cell>`;

/** A row of OpenDocument with texts in it. */
export const odsRow = (...texts: string[]): string =>
  `<table:table-row>${texts.map((text) => odsCell(`<text:p>${text}</text:p>`)).join("")}</table:table-row>`;

/** The cells of a row with texts in it. */
export const textRow = (row: number, ...texts: string[]): string =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

/** What a reader made of a file: its columns, its rows as objects without blanks, and more. */
export interface Reading extends Pick<FileAnalysis, "columns" | "format" | "suggestedMapping" | "marks"> {
  rows: Record<string, string>[];
  numbers: number[];
  warnings: AnalysisWarning["code"][];
}

interface ReadOptions {
  sheet?: string;
  chunkBytes?: number;
  skipHeaderRows?: number | null;
}

/** Reads a file as an upload is read, and then its rows as a run reads them. */
export async function readFile(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<Reading> {
  const { sheet = null, chunkBytes, skipHeaderRows = null } = options;
  const source = fileOf(new Uint8Array(Buffer.from(content)), name, chunkBytes);
  const detected = await detectFile(source, { sheet });
  const analysis = await analyzeFile(source, detected, {
    skipHeaderRows,
    enabledLanguages: ["en", "fr", "de"],
  });
  const { columns, format, suggestedMapping, marks, warnings } = analysis;
  const rows: Record<string, string>[] = [];
  const numbers: number[] = [];
  let isHeader = format.hasHeader;
  for await (const batch of readTable(source, format, { columns: new ColumnList(columns) })) {
    for (const { number, cells } of isHeader ? batch.slice(1) : batch) {
      numbers.push(number);
      rows.push(Object.fromEntries(columns.flatMap((column, n) => (cells[n] ? [[column, cells[n]]] : []))));
    }
    isHeader = false;
  }
  return { columns, format, suggestedMapping, marks, rows, numbers, warnings: warnings.map(({ code }) => code) };
}

/** Why a file is not read. */
export async function refusalOf(
  name: string,
  content: string | Uint8Array,
  options?: ReadOptions,
): Promise<FileUnreadable> {
  try {
    await readFile(name, content, options);
  } catch (error) {
    if (error instanceof FileUnreadable) return error;
    throw error;
  }
  throw new Error(`${name} was read`);
}
