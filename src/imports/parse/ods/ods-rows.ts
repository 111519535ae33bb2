import { isBomb, RATIO_MAX } from "../archive/inflate.ts";
import { COLUMNS_MAX, type FileRecord, RECORD_LENGTH_MAX, type ReadingNotes } from "../file-record.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { cellName } from "../xlsx/cell-name.ts";
import { cellValue } from "./cell-value.ts";
import { CellText } from "./ods-text.ts";

/** The last row a sheet can have. */
const ROWS_MAX = 1_048_576;

/** Rows that stand below each other and hold the same. */
export interface RowRun {
  /** Of the first. */
  number: number;
  count: number;
  cells: string[];
}

/** A cell that is merged with those below it. */
interface Span {
  lastRow: number;
  text: string;
}

/** How often an element says that it is repeated. */
function timesOf(attribute: string | undefined): number {
  const times = Number(attribute ?? 1);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

/** Makes rows of the events of one table. Blank rows are left out, but counted. */
export class OdsRows {
  /** Those that are whole; its reader empties it. */
  runs: RowRun[] = [];
  readonly #around: { file: string; sheet: string; notes: ReadingNotes };
  #cells: string[] = [];
  #row = 0;
  #rowTimes = 1;
  #column = 0;
  #length = 0;
  /** By column: there is one of each at most. */
  readonly #spans = new Map<number, Span>();
  #attributes: Record<string, string> | undefined;
  readonly #text = new CellText();
  /** Characters that stand in the table, and that are meant by it. */
  #written = 0;
  #meant = 0;

  constructor(around: { file: string; sheet: string; notes: ReadingNotes }) {
    this.#around = around;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#attributes) this.#text.open(name, attributes);
    else if (name === "table-cell" || name === "covered-table-cell") {
      this.#attributes = attributes;
      this.#text.clear();
    } else if (name === "table-row") this.#openRow(attributes);
  }

  text(found: string): void {
    if (this.#attributes) this.#text.text(found);
  }

  close(name: string): void {
    if (name === "table-cell" || name === "covered-table-cell") this.#closeCell(name === "covered-table-cell");
    else if (this.#attributes) this.#text.close(name);
    else if (name === "table-row") this.#closeRow();
  }

  #openRow(attributes: Record<string, string>): void {
    this.#row++;
    this.#rowTimes = timesOf(attributes["table:number-rows-repeated"]);
    this.#cells = [];
    this.#column = 0;
    this.#length = 0;
  }

  #closeCell(isCovered: boolean): void {
    const attributes = this.#attributes ?? {};
    this.#attributes = undefined;
    const times = timesOf(attributes["table:number-columns-repeated"]);
    const { text, isNumber, isAbsent } = cellValue(attributes, this.#text.value);
    if (isAbsent) this.#around.notes.withoutValue(this.#name());
    // What a cell under another holds does not show.
    if (text !== "" && !isCovered) this.#put(text, times);
    if (isNumber && text.includes(".")) this.#around.notes.number(this.#column);
    const lastRow = this.#row + timesOf(attributes["table:number-rows-spanned"]) - 1;
    if (lastRow > this.#row && text !== "") this.#spans.set(this.#column, { lastRow, text });
    this.#column += times;
  }

  #put(text: string, times: number): void {
    if (this.#column + times > COLUMNS_MAX) {
      throw this.#fault("too_many_cells", { cell: this.#name(), limit: COLUMNS_MAX });
    }
    this.#lengthen(text.length * times);
    this.#written += text.length + 1;
    while (this.#cells.length < this.#column) this.#cells.push("");
    for (let time = 0; time < times; time++) this.#cells.push(text);
  }

  #lengthen(length: number): void {
    this.#length += length;
    if (this.#length <= RECORD_LENGTH_MAX) return;
    throw this.#fault("row_too_long", { row: this.#row, limit: RECORD_LENGTH_MAX });
  }

  #closeRow(): void {
    const [number, count, cells] = [this.#row, this.#rowTimes, this.#cells];
    this.#row += count - 1;
    if (cells.length === 0) return;
    if (this.#row > ROWS_MAX) throw this.#fault("cell_out_of_sheet", { cell: `A${this.#row}` });
    this.#fillSpans(number, cells);
    this.#meant += (this.#length + cells.length) * count;
    // Little that is repeated often makes much.
    if (isBomb(this.#written, this.#meant)) throw this.#fault("archive_bomb", { times: RATIO_MAX });
    this.runs.push({ number, count, cells });
  }

  /** Cells that are merged downwards each show what the first holds. */
  #fillSpans(number: number, cells: string[]): void {
    for (const [column, { lastRow, text }] of this.#spans) {
      if (lastRow < number) this.#spans.delete(column);
      else if (cells[column] !== text) {
        this.#lengthen(text.length);
        while (cells.length < column) cells.push("");
        cells[column] = text;
      }
    }
  }

  #name = (): string => cellName(this.#column, this.#row);

  #fault(code: "cell_out_of_sheet" | "too_many_cells" | "row_too_long" | "archive_bomb", params: object) {
    return new FileUnreadable(code, { file: this.#around.file, sheet: this.#around.sheet, ...params });
  }
}

/** The rows of runs, some at a time. */
export function* expanded(runs: readonly RowRun[], limit: number): Generator<FileRecord[]> {
  let rows: FileRecord[] = [];
  for (const { number, count, cells } of runs) {
    for (let time = 0; time < count; time++) {
      rows.push({ number: number + time, cells: time === 0 ? cells : [...cells] });
      if (rows.length < limit) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}
