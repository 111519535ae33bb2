/** A piece of text on a page, by its lower left corner, in points; the page's own corner is below, too. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether a line ends behind it, as the file says. */
  isLast: boolean;
}

/** Text that stands together on one line. */
interface Segment {
  from: number;
  to: number;
  text: string;
}
type Line = Segment[];

/** A space that is wider, in heights of letters, separates what is beside each other. */
const GAP_HEIGHTS = 1.2;
/** Columns of text: at least this many lines have both, and half of their parts this many letters. Cells of tables are shorter. */
const LINES_MIN = 4;
const LETTERS_MIN = 22;
const GUTTER_MIN = 4;

const asWritten = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isLast }) => text + (isLast ? "\n" : " ")).join("");

/** The lines of a page from above, each with its segments from the left. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const rows: { y: number; height: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.toSorted((one, other) => other.y - one.y)) {
    const last = rows.at(-1);
    if (last && last.y - piece.y < Math.max(last.height, piece.height) / 2) last.pieces.push(piece);
    else rows.push({ y: piece.y, height: piece.height, pieces: [piece] });
  }
  return rows.map(({ pieces: row }) => {
    const line: Line = [];
    for (const { text, x, width, height } of row.toSorted((one, other) => one.x - other.x)) {
      const last = line.at(-1);
      if (last && x - last.to < GAP_HEIGHTS * height) {
        last.text += (x - last.to > height / 10 ? " " : "") + text;
        last.to = Math.max(last.to, x + width);
      } else line.push({ from: x, to: x + width, text });
    }
    return line;
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** What lies left of a place, and right of it; `undefined` when a segment of the line lies across. */
function parted(line: Line, at: number): [Line, Line] | undefined {
  if (line.some(({ from, to }) => from < at && to > at)) return undefined;
  return [line.filter(({ to }) => to <= at), line.filter(({ from }) => from >= at)];
}

/** The lines that a gutter divides, from one on, and where it is. */
function columnsFrom(lines: readonly Line[], first: number): { end: number; at: number } | undefined {
  const [left, right] = lines[first] ?? [];
  if (!left || !right) return undefined;
  let [low, high, end] = [left.to, right.from, first];
  for (; end < lines.length; end++) {
    // A line of which a part lies across ends the columns; one that has only one part stands in one of them.
    const line = lines[end] ?? [];
    const onLeft = Math.max(low, ...line.filter(({ from }) => from < (low + high) / 2).map(({ to }) => to));
    const onRight = Math.min(high, ...line.filter(({ from }) => from >= (low + high) / 2).map(({ from }) => from));
    if (onRight - onLeft < GUTTER_MIN) break;
    [low, high] = [onLeft, onRight];
  }
  return end - first < LINES_MIN ? undefined : { end, at: (low + high) / 2 };
}

const lettersOf = (line: Line): number => line.reduce((sum, { text }) => sum + text.length, 0);

/** Whether what a gutter divides is text in columns, and no table. */
function isText(halves: readonly (readonly [Line, Line])[]): boolean {
  const both = halves.filter(([left, right]) => left.length > 0 && right.length > 0);
  if (both.length < LINES_MIN) return false;
  return [0, 1].every((side) => median(both.map((half) => lettersOf(half[side] ?? []))) >= LETTERS_MIN);
}

function ordered(lines: readonly Line[]): { lines: Line[]; hasColumns: boolean } {
  const found: Line[] = [];
  let hasColumns = false;
  for (let at = 0; at < lines.length; at++) {
    const columns = columnsFrom(lines, at);
    const halves =
      columns &&
      lines.slice(at, columns.end).flatMap((line) => [parted(line, columns.at) ?? ([line, []] as [Line, Line])]);
    if (!columns || !halves || !isText(halves)) {
      found.push(lines[at] ?? []);
      continue;
    }
    hasColumns = true;
    const right = ordered(halves.flatMap(([, line]) => (line.length > 0 ? [line] : [])));
    found.push(...halves.flatMap(([line]) => (line.length > 0 ? [line] : [])), ...right.lines);
    at = columns.end - 1;
  }
  return { lines: found, hasColumns };
}

/**
 * The text of a page as a person reads it: columns of text one after the other, rows of tables across. A page without columns
 * stays in the order in which the file has it.
 */
export function readingOrder(pieces: readonly Piece[]): string {
  const { lines, hasColumns } = ordered(linesOf(pieces.filter(({ text }) => text.trim() !== "")));
  if (!hasColumns) return asWritten(pieces);
  return lines.map((line) => line.map(({ text }) => text).join(" ")).join("\n");
}
