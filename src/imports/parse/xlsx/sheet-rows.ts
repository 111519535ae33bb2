import { COLUMNS_MAX, type FileRecord, RECORD_LENGTH_MAX, type ReadingNotes } from "../file-record.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { localName, type XmlEvents } from "../xml/xml-events.ts";
import { numberText } from "./cell-formats.ts";
import { cellName, columnIndex } from "./cell-name.ts";
import type { Workbook } from "./open-workbook.ts";
import type { SharedStrings } from "./shared-strings.ts";

/** The last row a sheet can have. */
const ROWS_MAX = 1_048_576;

const BOOLEANS: Record<string, string> = { "0": "false", "1": "true" };

interface Surroundings {
  workbook: Workbook;
  sheet: string;
  strings: Pick<SharedStrings, "at">;
  notes: ReadingNotes;
}

/** Makes rows of the events of a sheet's part. Blank rows are left out, but counted. */
export class SheetRows implements XmlEvents {
  /** Those that are whole; its reader empties it. */
  rows: FileRecord[] = [];
  readonly #around: Surroundings;
  #cells: string[] = [];
  #row = 0;
  #column = -1;
  #length = 0;
  #type = "n";
  #style = 0;
  #text = "";
  #hasFormula = false;
  #isRead = false;
  #isInCell = false;
  #spoken = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  open(tag: string, attributes: Record<string, string>): void {
    const name = localName(tag);
    if (name === "c") this.#openCell(attributes);
    else if (name === "row") this.#openRow(attributes);
    else if (!this.#isInCell) return;
    else if (name === "v" || name === "t") this.#isRead = this.#spoken === 0;
    else if (name === "f") this.#hasFormula = true;
    else if (name === "rPh") this.#spoken++;
  }

  text(found: string): void {
    if (this.#isRead) this.#text += found;
  }

  close(tag: string): void {
    const name = localName(tag);
    if (name === "c") this.#closeCell();
    else if (name === "v" || name === "t") this.#isRead = false;
    else if (name === "rPh") this.#spoken--;
    else if (name === "row" && this.#cells.length > 0) {
      this.rows.push({ number: this.#row, cells: this.#cells });
    }
  }

  #openRow({ r }: Record<string, string>): void {
    const given = Number(r ?? 0);
    // Rows that do not say their place, or one that was, follow on the last.
    this.#row = given > this.#row ? given : this.#row + 1;
    if (!(this.#row <= ROWS_MAX)) throw this.#fault("cell_out_of_sheet", { cell: `A${r ?? this.#row}` });
    this.#cells = [];
    this.#column = -1;
    this.#length = 0;
  }

  #openCell({ r, t = "n", s = "0" }: Record<string, string>): void {
    this.#column = r === undefined ? this.#column + 1 : columnIndex(r);
    this.#type = t;
    this.#style = Number(s);
    this.#text = "";
    this.#hasFormula = false;
    this.#isInCell = true;
  }

  #closeCell(): void {
    this.#isInCell = false;
    const text = this.#value();
    if (text === "") return;
    if (!(this.#column >= 0 && this.#column < COLUMNS_MAX)) {
      throw this.#fault("too_many_cells", { cell: this.#name(), limit: COLUMNS_MAX });
    }
    this.#length += text.length;
    if (this.#length > RECORD_LENGTH_MAX) {
      throw this.#fault("row_too_long", { row: this.#row, limit: RECORD_LENGTH_MAX });
    }
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells[this.#column] = text;
  }

  #value(): string {
    const raw = this.#text;
    const isBlank = raw === "";
    if (this.#type === "e" || (isBlank && this.#hasFormula)) {
      this.#around.notes.withoutValue(this.#name());
      return "";
    }
    if (isBlank) return "";
    if (this.#type === "s") return this.#shared(raw);
    if (this.#type === "n") return this.#number(raw);
    return this.#type === "b" ? (BOOLEANS[raw] ?? raw) : raw;
  }

  #shared(raw: string): string {
    const text = this.#around.strings.at(Number(raw));
    if (text === undefined) throw this.#fault("cell_without_text", { cell: this.#name() });
    return text;
  }

  #number(raw: string): string {
    const { workbook, notes } = this.#around;
    const text = numberText(raw, workbook.formats[this.#style] ?? "plain", workbook);
    if (text.includes(".")) notes.number(this.#column);
    return text;
  }

  #name = (): string => cellName(this.#column, this.#row);

  #fault(code: "cell_out_of_sheet" | "too_many_cells" | "row_too_long" | "cell_without_text", params: object) {
    return new FileUnreadable(code, { file: this.#around.workbook.file, sheet: this.#around.sheet, ...params });
  }
}
