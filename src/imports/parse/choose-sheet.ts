import type { FileRecord } from "./file-record.ts";
import { FileUnreadable } from "./file-unreadable.ts";

/** Rows of a sheet that are looked at to see whether it is a table. */
export const LOOKED_AT = 50;

/** Whether a row could be one of a table. */
export const isWide = ({ cells }: FileRecord): boolean => cells.filter((cell) => cell.trim() !== "").length >= 2;

export const noSuchSheet = (file: string, sheets: readonly { name: string }[], sheet: string) =>
  new FileUnreadable("no_such_sheet", { file, sheet, sheets: sheets.map((each) => each.name).join(", ") });

const plain = (name: string) => name.trim().toLowerCase();

/** The sheet of this name, or of this name in other case. Throws FileUnreadable no_such_sheet. */
export function findSheet<S extends { name: string }>(file: string, sheets: readonly S[], requested: string): S {
  const found =
    sheets.find(({ name }) => name === requested) ?? sheets.find(({ name }) => plain(name) === plain(requested));
  if (!found) throw noSuchSheet(file, sheets, requested);
  return found;
}
