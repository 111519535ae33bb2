import { NO_NOTES } from "../../imports/parse/file-record.ts";
import type { FileSource } from "../../imports/parse/file-source.ts";
import { FileUnreadable } from "../../imports/parse/file-unreadable.ts";
import { openWorkbook } from "../../imports/parse/xlsx/open-workbook.ts";
import { readXlsx } from "../../imports/parse/xlsx/read-xlsx.ts";
import { DocumentUnreadable } from "./document-unreadable.ts";

/** A file in memory. */
const sourceOfBytes = (bytes: Uint8Array): FileSource => ({
  name: "XLSX",
  sizeBytes: bytes.length,
  async *read({ start, end } = { start: 0, end: bytes.length - 1 }) {
    yield bytes.subarray(start, end + 1);
  },
});

const isLabelled = (header: readonly string[]): boolean =>
  header.length > 2 && header.every((cell) => /\p{L}/u.test(cell) && cell.length <= 60);

/** A row as a line: under a header each cell with what its column is called, for a passage may be far from it. */
const lineOf = (cells: readonly string[], header: readonly string[] | undefined): string =>
  cells
    .map((cell, column) => (header?.[column] && cell.trim() !== "" ? `${header[column]}: ${cell.trim()}` : cell.trim()))
    .filter((cell) => cell !== "")
    .join(" | ");

/** The lines of a sheet, of which the first with content may be its header. */
async function linesOfSheet(source: FileSource, sheet: string, lengthMax: number): Promise<string[]> {
  const lines: string[] = [];
  let header: string[] | undefined;
  let length = 0;
  for await (const records of readXlsx(source, { format: "xlsx", sheet, sheets: [], hasMerges: false }, NO_NOTES)) {
    for (const { cells } of records) {
      const line = lineOf(cells, header);
      if (line === "") continue;
      if (lines.length === 0 && isLabelled(cells)) header = cells.map((cell) => cell.trim());
      lines.push(line);
      length += line.length;
    }
    if (length > lengthMax) throw new DocumentUnreadable("documents.text_too_large");
  }
  return lines;
}

/** The text of a workbook: the name of each visible sheet, and a line for each row of it. Throws `DocumentUnreadable`. */
export async function textOfWorkbook(bytes: Uint8Array, lengthMax: number): Promise<string> {
  const source = sourceOfBytes(bytes);
  const lines: string[] = [];
  try {
    const { sheets } = await openWorkbook(source);
    for (const { name } of sheets.filter(({ isHidden }) => !isHidden)) {
      const rows = await linesOfSheet(source, name, lengthMax);
      if (rows.length > 0) lines.push(name, ...rows, "");
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new DocumentUnreadable(error.code === "archive_protected" ? "documents.encrypted" : "documents.damaged", {
      kind: "XLSX",
    });
  }
  return lines.join("\n");
}
