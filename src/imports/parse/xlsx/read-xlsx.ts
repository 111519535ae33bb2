import { findSheet, isWide, LOOKED_AT, noSuchSheet } from "../choose-sheet.ts";
import type { FileRecord, ReadingNotes } from "../file-record.ts";
import { NO_NOTES } from "../file-record.ts";
import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { findMerges, openMerges } from "./merged-cells.ts";
import { openWorkbook, type Sheet, type Workbook } from "./open-workbook.ts";
import { findPart, readPart } from "./part-reader.ts";
import { readSharedStrings, type SharedStrings } from "./shared-strings.ts";
import { SheetRows } from "./sheet-rows.ts";

/** Which sheet of a workbook is read. */
export interface SheetFormat {
  format: "xlsx";
  sheet: string;
  /** All of them, in their order; hidden ones too. */
  sheets: string[];
  /** Whether cells are merged downwards. */
  hasMerges: boolean;
}

interface OpenSheet {
  workbook: Workbook;
  sheet: Sheet;
  strings: Pick<SharedStrings, "at">;
}

function partOf({ workbook, sheet }: Pick<OpenSheet, "workbook" | "sheet">) {
  const part = findPart(workbook.parts, sheet.path);
  if (part) return part;
  throw new FileUnreadable("workbook_broken", { file: workbook.file, part: sheet.path });
}

/** The rows of a sheet as they come; those of a piece of the file at a time. */
async function* rowsOf({ workbook, sheet, strings }: OpenSheet, notes: ReadingNotes): AsyncGenerator<FileRecord[]> {
  const found = new SheetRows({ workbook, sheet: sheet.name, strings, notes });
  for await (const _ of readPart(partOf({ workbook, sheet }), found)) {
    if (found.rows.length === 0) continue;
    yield found.rows;
    found.rows = [];
  }
}

const stringsOf = ({ parts, sharedStringsPath }: Workbook) => readSharedStrings(findPart(parts, sharedStringsPath));

/** The rows of a sheet, as its cells show them, but for numbers, which are as they are stored. Throws FileUnreadable. */
export async function* readXlsx(
  source: FileSource,
  { sheet: name, hasMerges }: SheetFormat,
  notes: ReadingNotes,
): AsyncGenerator<FileRecord[]> {
  const workbook = await openWorkbook(source);
  const sheet = workbook.sheets.find((each) => each.name === name);
  if (!sheet) throw noSuchSheet(workbook.file, workbook.sheets, name);
  const fill = openMerges(hasMerges ? await findMerges(partOf({ workbook, sheet })) : []);
  const strings = await stringsOf(workbook);
  try {
    for await (const rows of rowsOf({ workbook, sheet, strings }, notes)) {
      for (const { number, cells } of rows) fill(number, cells);
      yield rows;
    }
  } finally {
    strings.close();
  }
}

/** Finds the sheet to read: the requested one, else the first with a table, else the first with any value. */
export async function detectSheet(source: FileSource, requested: string | null): Promise<SheetFormat> {
  const workbook = await openWorkbook(source);
  const sheet = requested === null ? await firstTable(workbook) : findSheet(workbook.file, workbook.sheets, requested);
  const merges = await findMerges(partOf({ workbook, sheet }));
  return {
    format: "xlsx",
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name }) => name),
    hasMerges: merges.length > 0,
  };
}

/** To see whether cells hold anything, what they hold need not be read. */
const ANY_TEXT = { at: () => "text" };

async function firstTable(workbook: Workbook): Promise<Sheet> {
  const { sheets, file } = workbook;
  let filled: Sheet | undefined;
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden)) {
    const rows: FileRecord[] = [];
    for await (const more of rowsOf({ workbook, sheet, strings: ANY_TEXT }, NO_NOTES)) {
      rows.push(...more);
      if (rows.length >= LOOKED_AT) break;
    }
    if (rows.length > 0) filled ??= sheet;
    if (rows.slice(0, LOOKED_AT).filter(isWide).length >= 2) return sheet;
  }
  if (filled) return filled;
  throw new FileUnreadable("empty_workbook", { file });
}
