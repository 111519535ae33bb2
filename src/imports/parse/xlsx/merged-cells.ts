import { Buffer } from "node:buffer";
import type { ZipEntry } from "../archive/open-zip.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { columnIndex } from "./cell-name.ts";

/** Cells of one column that are merged downwards: each shows what the first holds. */
export interface Merge {
  /** From 0. */
  column: number;
  firstRow: number;
  lastRow: number;
}

const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)"/g;
const MARK = Buffer.from("mergeCell");
const ROWS_MAX = 256;
const MERGES_MAX = 100_000;

/**
 * The merges of a sheet over more than one row, by their first rows. They stand behind the rows that need them, so the part
 * is run through for them, without being parsed.
 */
export async function findMerges(part: ZipEntry): Promise<Merge[]> {
  const merges: Merge[] = [];
  let held = Buffer.alloc(0);
  for await (const chunk of part.read()) {
    const bytes = Buffer.concat([held, chunk]);
    const found = bytes.indexOf(MARK);
    held = bytes.subarray(found === -1 ? -MARK.length : takeMerges(bytes.toString("latin1"), merges));
    if (merges.length > MERGES_MAX) throw new FileUnreadable("too_many_merges", { file: part.name, limit: MERGES_MAX });
  }
  return merges.sort((one, other) => one.firstRow - other.firstRow);
}

/** Takes the merges of a piece; where what may be one more begins. */
function takeMerges(text: string, merges: Merge[]): number {
  let end = 0;
  for (const match of text.matchAll(MERGE)) {
    const [whole, column = "", first, last] = match;
    end = match.index + whole.length;
    const merge = { column: columnIndex(column), firstRow: Number(first), lastRow: Number(last) };
    if (merge.lastRow > merge.firstRow) merges.push(merge);
  }
  return Math.max(end, text.length - ROWS_MAX);
}

/** Fills in what merged cells show; rows must come in their order. */
export function openMerges(merges: readonly Merge[]): (row: number, cells: string[]) => void {
  let next = 0;
  let open: { merge: Merge; text: string }[] = [];
  const openUpTo = (row: number, cells: readonly string[]) => {
    for (let merge = merges[next]; merge && merge.firstRow <= row; merge = merges[++next]) {
      // One whose first row is not in the file is blank.
      const text = merge.firstRow === row ? cells[merge.column] : undefined;
      if (text) open.push({ merge, text });
    }
  };
  return (row, cells) => {
    openUpTo(row, cells);
    if (open.length === 0) return;
    open = open.filter(({ merge }) => merge.lastRow >= row);
    for (const { merge, text } of open) setCell(cells, merge.column, text);
  };
}

function setCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push("");
  cells[column] = text;
}
