import { isFormula } from "../../text/formula-guard.ts";
import { amountIn, type Column, type ExportValue, objectText } from "../tables/table.ts";

/** What a sheet can hold, header included. Source: https://support.microsoft.com/office 1672b34d-7043-467e-8e27-269d656771c3 */
export const ROWS_MAX = 1_048_576;
const CELL_LENGTH_MAX = 32_767;
const WIDTH_MIN = 10;
const WIDTH_MAX = 60;
const WIDE: ReadonlySet<string> = new Set(["title", "description", "short_description", "category"]);
/** Points. */
export const PICTURE_ROW_HEIGHT = 62;
const PICTURE_WIDTH = 16;

/** The numbers of the styles in `STYLES_XML`. */
const PLAIN = 0;
const HEADER = 1;
const MONEY = 2;
/** A text that stays one when somebody edits its cell: what the apostrophe of a CSV is for. */
const QUOTED = 3;
const DATE = 4;
const TIME = 5;
const THOUSANDTHS = 6;
const LOOKS: Partial<Record<Column<unknown>["kind"], number>> = { money: MONEY, thousandths: THOUSANDTHS };

export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="2" applyNumberFormat="1"/><xf quotePrefix="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// A reader of workbooks takes `_x0041_` for an A. Source: ECMA-376 part 1, 22.9.2.19 (ST_Xstring)
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;
const MARKUP = /[&<>"\r]/;

/** A text as XML holds it; what XML cannot hold is left out. */
export function xmlText(value: string): string {
  const text = value.isWellFormed() ? value.replace(FORBIDDEN, "") : value.toWellFormed().replace(FORBIDDEN, "");
  if (!MARKUP.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}

/** `A`, `Z`, `AA`, from 0. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? "" : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, CELL_LENGTH_MAX).replace(ESCAPE, "_x005F_"))}</t></is></c>`;

const valueCell = (place: string, text: string) => textCell(place, text, isFormula(text) ? QUOTED : PLAIN);

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$/;
const DAY_MS = 86_400_000;
/** The day 0 of a workbook, two months before which it is wrong about leap years. Source: ECMA-376 part 1, 18.17.4.1 */
const FIRST_MS = Date.UTC(1900, 2, 1);
const EPOCH_DAY = 25_569;

/** A day or a moment, in UTC, as a date of the workbook; `undefined` for any other text. */
function dateCell(place: string, text: string): string | undefined {
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!(ms >= FIRST_MS)) return undefined;
  return `<c r="${place}" s="${text.includes("T") ? TIME : DATE}"><v>${ms / DAY_MS + EPOCH_DAY}</v></c>`;
}

/** How cells are written. */
interface CellLooks {
  isFormatted: boolean;
  /** Columns of days and times hold dates instead of texts. */
  hasDates?: boolean;
  /** Is called with each text that is longer than a cell. */
  noteCut?: (() => void) | undefined;
}

function textOrDateCell(text: string, kind: Column<unknown>["kind"], place: string, looks: CellLooks): string {
  if (text.length > CELL_LENGTH_MAX) looks.noteCut?.();
  const date = looks.hasDates && kind === "code" ? dateCell(place, text) : undefined;
  return date ?? valueCell(place, text);
}

type Filled = Exclude<ExportValue, null>;

/** A text is never a formula here, and one of digits stays a text: codes keep their leading zeros. */
function cellXml(value: Filled, kind: Column<unknown>["kind"], place: string, looks: CellLooks): string {
  if (typeof value === "string") return textOrDateCell(value, kind, place, looks);
  if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value !== "number") return textOrDateCell(objectText(value), kind, place, looks);
  const style = LOOKS[kind];
  return style === undefined
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" s="${looks.isFormatted ? style : PLAIN}"><v>${amountIn(kind, value)}</v></c>`;
}

/** How rows become XML: their cells by name of column, behind `skipped` empty ones; amounts with a number format. */
export function rowWriter<Row>(columns: readonly Column<Row>[], skipped: number, looks: CellLooks) {
  const named = columns.map(({ read, kind }, index) => ({ read, kind, name: columnName(index + skipped) }));
  return (row: Row, number: number, height?: number): string => {
    let cells = "";
    for (const { read, kind, name } of named) {
      const value = read(row);
      // Most fields of most products are empty.
      if (value !== null && value !== "") cells += cellXml(value, kind, `${name}${number}`, looks);
    }
    return `<row r="${number}"${height === undefined ? "" : ` ht="${height}" customHeight="1"`}>${cells}</row>`;
  };
}

const SHEET = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`;

/** The beginning of a sheet, with its first row: what each column is called. */
export function sheetStart(
  names: readonly string[],
  { hasPictures, isFormatted }: { hasPictures: boolean; isFormatted: boolean },
): string {
  const widths = names.map((name, index) => {
    const wide = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, WIDE.has(name) ? WIDTH_MAX / 2 : name.length + 2));
    const width = hasPictures && index === 0 ? PICTURE_WIDTH : wide;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const style = isFormatted ? HEADER : PLAIN;
  const header = names.map((name, index) => textCell(`${columnName(index)}1`, name, style)).join("");
  if (!isFormatted) return `${SHEET}<sheetData><row r="1">${header}</row>`;
  return `${SHEET}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${header}</row>`;
}

/** The end of a sheet with this number of columns and rows. */
export const sheetEnd = (
  columns: number,
  rows: number,
  { hasPictures, isFormatted }: { hasPictures: boolean; isFormatted: boolean },
): string =>
  `</sheetData>${isFormatted ? `<autoFilter ref="A1:${columnName(columns - 1)}${rows}"/>` : ""}${hasPictures ? '<drawing r:id="rId1"/>' : ""}</worksheet>`;
