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

/** The text of a workbook: the name of each visible sheet, and a line for each row of it. Throws `DocumentUnreadable`. */
export async function textOfWorkbook(bytes: Uint8Array, lengthMax: number): Promise<string> {
  const source = sourceOfBytes(bytes);
  const lines: string[] = [];
  let length = 0;
  try {
    const { sheets } = await openWorkbook(source);
    for (const { name, isHidden } of sheets) {
      if (isHidden) continue;
      const format = { format: "xlsx" as const, sheet: name, sheets: [], hasMerges: false };
      const rows: string[] = [];
      let header: string[] | undefined;
      for await (const records of readXlsx(source, format, NO_NOTES)) {
        for (const { cells } of records) {
          const isFirst = header === undefined && rows.length === 0;
          const line = lineOf(cells, header);
          if (line === "") continue;
          if (isFirst && isLabelled(cells)) header = cells.map((cell) => cell.trim());
          rows.push(line);
          length += line.length;
        }
        if (length > lengthMax) throw new DocumentUnreadable("documents.text_too_large");
      }
      if (rows.length > 0) lines.push(name, ...rows, "");
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    const isLocked = error.code === "workbook_protected" || error.code === "archive_protected";
    throw new DocumentUnreadable(isLocked ? "documents.encrypted" : "documents.damaged", { kind: "XLSX" });
  }
  return lines.join("\n");
}
