import { joinList } from "../../../text/list-text.ts";
import { COLUMNS_MAX, type FileRecord, RECORD_LENGTH_MAX, type ReadingNotes } from "../file-record.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import type { ColumnList } from "./column-list.ts";
import { flatten, type Put } from "./flatten.ts";
import { isObject, type Tree, type TreeObject } from "./tree.ts";

/** How objects become rows. */
export interface TreeFormat {
  /**
   * The path, of members, to the objects that are rows of their own, each with what stands beside them: packs of a medicine,
   * variants of a product. `null`: each object is a row.
   */
  split: string[] | null;
}

interface Reading {
  file: string;
  columns: ColumnList;
  notes: ReadingNotes;
  split: string[] | null;
}

/** The value at a path of members, through lists. */
export function elementsAt(tree: Tree, path: readonly string[]): TreeObject[] {
  if (Array.isArray(tree)) return tree.flatMap((element) => elementsAt(element, path));
  const [name, ...rest] = path;
  if (!isObject(tree)) return [];
  if (name === undefined) return [tree];
  const member = tree[name];
  return member === undefined ? [] : elementsAt(member, rest);
}

type Cells = (string | string[])[];

/** Makes the rows of objects. Rows are numbered from 1. */
export function openTreeRows({ file, columns, notes, split }: Reading): (tree: TreeObject) => FileRecord[] {
  const left = split?.join(".");
  let number = 0;
  const into = (cells: Cells): Put => {
    let length = 0;
    return (path, text, isFraction) => {
      const place = columns.placeOf(path);
      if (place === undefined) return;
      if (place === "full") throw new FileUnreadable("too_many_fields", { file, row: number + 1, limit: COLUMNS_MAX });
      length += text.length;
      if (length > RECORD_LENGTH_MAX) {
        throw new FileUnreadable("row_too_long", { file, sheet: "", row: number + 1, limit: RECORD_LENGTH_MAX });
      }
      if (isFraction) notes.number(place);
      add(cells, place, text);
    };
  };
  const record = (cells: Cells): FileRecord => ({
    number: ++number,
    cells: cells.map((cell) => (typeof cell === "string" ? cell : joinList(cell))),
  });
  return (tree) => {
    const cells: Cells = [];
    flatten(tree, into(cells), left === undefined ? {} : { left });
    const elements = split === null ? [] : elementsAt(tree, split);
    if (elements.length === 0) return [record(cells)];
    return elements.map((element) => {
      const own: Cells = cells.map((cell) => (typeof cell === "string" ? cell : [...cell]));
      flatten(element, into(own), { prefix: `${left}.` });
      return record(own);
    });
  };
}

function add(cells: Cells, place: number, text: string): void {
  while (cells.length < place) cells.push("");
  const before = cells[place];
  if (before === undefined || before === "") cells[place] = text;
  else if (typeof before === "string") cells[place] = [before, text];
  else before.push(text);
}
