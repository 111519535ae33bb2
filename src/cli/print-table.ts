import { stdout } from "node:process";
import { isRecord } from "../text/unknown-values.ts";

// Of our own: no library keeps ids whole while it wraps the rest.
const GAP = "  ";
/** A longer word is cut: an address, a key. */
const WORD_WIDTH_MAX = 40;
const WIDTH_WHEN_PIPED = 100;
/** The last column is never made narrower than this. */
const LAST_WIDTH_MIN = 20;

/** What a cell shows of a value: `-` for none, the parts of a list behind commas. */
export const cell = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.join(", ");
  return value === null || value === undefined ? "-" : String(value);
};

/** A text in lines of at most `width` characters, broken at blanks where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}

/**
 * Takes from the widest column that is wider than its longest word, until all fit: ids stay whole, to be copied. What is
 * still too much the last column loses, whose words are cut then.
 */
function fit(needed: readonly number[], words: readonly number[], available: number): number[] {
  const fitted = [...needed];
  const spare = (at: number) => (fitted[at] ?? 0) - Math.min(words[at] ?? 0, WORD_WIDTH_MAX);
  const tooMuch = () => fitted.reduce((sum, width) => sum + width, GAP.length * (fitted.length - 1)) - available;
  for (let over = tooMuch(); over > 0; over--) {
    const widest = fitted.reduce((best, width, at) => (spare(at) > 0 && width > (fitted[best] ?? 0) ? at : best), -1);
    if (widest < 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  const last = fitted.length - 1;
  const [width = 0, over] = [fitted[last], tooMuch()];
  if (over > 0) fitted[last] = Math.max(Math.min(width, LAST_WIDTH_MIN), width - over);
  return fitted;
}

/** Rows of cells in columns, as wide as the terminal at most; 100 characters where there is none. */
export function columns(rows: readonly (readonly string[])[], width = stdout.columns || WIDTH_WHEN_PIPED): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widest = (lengthOf: (text: string) => number) =>
    Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ""))));
  const longestWord = (text: string) => Math.max(...text.split(" ").map((word) => word.length));
  const widths = fit(
    widest((text) => text.length),
    widest(longestWord),
    width,
  );
  return rows.flatMap((row) => {
    const wrapped = widths.map((each, at) => wrap(row[at] ?? "", each));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((lines, at) => (lines[line] ?? "").padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  });
}

const shownCell = (value: unknown): string => (isRecord(value) ? JSON.stringify(value) : cell(value));

/** The rows of a page or a list; `undefined` for anything else. */
function rowsOf(result: unknown): Record<string, unknown>[] | undefined {
  const items = isRecord(result) ? (result["items"] ?? result["data"]) : result;
  return Array.isArray(items) && items.every(isRecord) ? items : undefined;
}

/** A result as lines: rows under their fields, an object as one line a field. */
export function resultLines(result: unknown, fields?: readonly string[]): string[] {
  const rows = rowsOf(result);
  if (rows) {
    const names = fields ?? Object.keys(rows[0] ?? {});
    return rows.length === 0
      ? ["(none)"]
      : columns([names, ...rows.map((row) => names.map((name) => shownCell(row[name])))]);
  }
  if (!isRecord(result)) return result === undefined ? [] : [String(result)];
  const names = fields ?? Object.keys(result);
  return columns(names.map((name) => [name, shownCell(result[name])]));
}
