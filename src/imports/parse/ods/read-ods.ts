import { findSheet, isWide, LOOKED_AT, noSuchSheet } from "../choose-sheet.ts";
import { type FileRecord, NO_NOTES, type ReadingNotes } from "../file-record.ts";
import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { drainPart, readPart } from "../xlsx/part-reader.ts";
import { expanded, OdsRows } from "./ods-rows.ts";
import { contentOf } from "./open-ods.ts";
import { type SheetStart, sheetEvents } from "./sheet-events.ts";

/** Which sheet of a spreadsheet of OpenDocument is read. */
export interface OdsFormat {
  format: "ods";
  sheet: string;
  /** All of them, in their order; hidden ones too. */
  sheets: string[];
}

/** A sheet, as far as it was looked at. */
interface SeenSheet extends SheetStart {
  hasRows: boolean;
  isTable: boolean;
}

const ROWS_AT_ONCE = 500;

/** The rows of a sheet, as XLSX's are: numbers as they are stored. Throws FileUnreadable. */
export async function* readOds(
  source: FileSource,
  { sheet, sheets }: OdsFormat,
  notes: ReadingNotes,
): AsyncGenerator<FileRecord[]> {
  const file = source.name;
  const rows = new OdsRows({ file, sheet, notes });
  let state: "before" | "within" | "behind" = "before";
  const events = sheetEvents({
    enter: ({ name }) => {
      if (name !== sheet || state !== "before") return undefined;
      state = "within";
      return rows;
    },
    leave: () => {
      if (state === "within") state = "behind";
    },
  });
  const isBehind = () => state === "behind";
  for await (const _ of readPart(await contentOf(source), events)) {
    const { runs } = rows;
    rows.runs = [];
    yield* expanded(runs, ROWS_AT_ONCE);
    if (isBehind()) return;
  }
  throw noSuchSheet(
    file,
    sheets.map((name) => ({ name })),
    sheet,
  );
}

/** All sheets of a spreadsheet, each by its first rows. */
async function seenSheets(source: FileSource): Promise<SeenSheet[]> {
  const seen: SeenSheet[] = [];
  let rows: OdsRows | undefined;
  const events = sheetEvents({
    enter: ({ name }) => {
      rows = new OdsRows({ file: source.name, sheet: name, notes: NO_NOTES });
      const { runs } = rows;
      const found = rows;
      // The rows behind the first are not needed.
      return {
        open: (tag, attributes) => (runs.length < LOOKED_AT ? found.open(tag, attributes) : undefined),
        text: (text) => (runs.length < LOOKED_AT ? found.text(text) : undefined),
        close: (tag) => (runs.length < LOOKED_AT ? found.close(tag) : undefined),
      };
    },
    leave: (sheet, { isLink }) => {
      const first = [...expanded(rows?.runs ?? [], LOOKED_AT)].flat().slice(0, LOOKED_AT);
      if (!isLink) seen.push({ ...sheet, hasRows: first.length > 0, isTable: first.filter(isWide).length >= 2 });
    },
  });
  await drainPart(await contentOf(source), events);
  return seen;
}

/** Finds the sheet to read: the requested one, else the first with a table, else the first with any value. */
export async function detectOds(source: FileSource, requested: string | null): Promise<OdsFormat> {
  const file = source.name;
  const sheets = await seenSheets(source);
  if (sheets.length === 0) throw new FileUnreadable("workbook_broken", { file, part: "content.xml" });
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  const found =
    requested === null
      ? (shown.find(({ isTable }) => isTable) ?? shown.find(({ hasRows }) => hasRows))
      : findSheet(file, sheets, requested);
  if (!found) throw new FileUnreadable("empty_workbook", { file });
  return { format: "ods", sheet: found.name, sheets: sheets.map(({ name }) => name) };
}
