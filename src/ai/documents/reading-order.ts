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
/**
 * Columns of text: each has at least this many lines, half of which this many letters and this share of the column's width. Cells
 * of tables are shorter.
 */
const LINES_MIN = 4;
const LETTERS_MIN = 22;
const FILLED_MIN = 0.7;
const GUTTER_MIN = 4;
/** Each column has one of this number of lines, from the first on: baselines of columns need not be the same. */
const LOOK_LINES = 4;
/** Of a page that a person reads. */
const LINES_MAX = 1000;

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

/** Where there is nothing between what stands in these lines, from the left: in the middle of each gap. */
function gapsOf(lines: readonly Line[]): { low: number; high: number }[] {
  const gaps: { low: number; high: number }[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { from, to } of lines.flat().toSorted((one, other) => one.from - other.from)) {
    if (from - reached >= GUTTER_MIN) gaps.push({ low: reached, high: from });
    reached = reached === Number.POSITIVE_INFINITY ? to : Math.max(reached, to);
  }
  return gaps;
}

/** How far a gutter that begins in this gap goes down, and where it is. */
function gutterOf(lines: readonly Line[], first: number, { low, high }: { low: number; high: number }) {
  let end = first;
  for (; end < lines.length; end++) {
    // A line of which a part lies across ends the columns; one that has only one part stands in one of them.
    const line = lines[end] ?? [];
    const middle = (low + high) / 2;
    const onLeft = Math.max(low, ...line.filter(({ from }) => from < middle).map(({ to }) => to));
    const onRight = Math.min(high, ...line.filter(({ from }) => from >= middle).map(({ from }) => from));
    if (onRight - onLeft < GUTTER_MIN) break;
    [low, high] = [onLeft, onRight];
  }
  return { end, at: (low + high) / 2 };
}

const lettersOf = (line: Line): number => line.reduce((sum, { text }) => sum + text.length, 0);
const widthOf = (line: Line): number => (line.at(-1)?.to ?? 0) - (line[0]?.from ?? 0);

/** Whether the lines of one side of a gutter are text, and no cells of a table. */
function isText(lines: readonly Line[]): boolean {
  if (lines.length < LINES_MIN || median(lines.map(lettersOf)) < LETTERS_MIN) return false;
  const widths = lines.map(widthOf);
  return median(widths) >= FILLED_MIN * Math.max(...widths);
}

/** The two columns that begin with a line, and behind which one they end; `undefined`: none do. */
function columnsFrom(lines: readonly Line[], first: number): { end: number; left: Line[]; right: Line[] } | undefined {
  for (const gap of gapsOf(lines.slice(first, first + LOOK_LINES))) {
    const { end, at } = gutterOf(lines, first, gap);
    const halves = lines.slice(first, end).map((line): [Line, Line] => parted(line, at) ?? [line, []]);
    const left = halves.flatMap(([line]) => (line.length > 0 ? [line] : []));
    const right = halves.flatMap(([, line]) => (line.length > 0 ? [line] : []));
    if (isText(left) && isText(right)) return { end, left, right };
  }
  return undefined;
}

function ordered(lines: readonly Line[]): { lines: Line[]; hasColumns: boolean } {
  const found: Line[] = [];
  let hasColumns = false;
  for (let at = 0; at < lines.length; at++) {
    const columns = columnsFrom(lines, at);
    if (!columns) {
      found.push(lines[at] ?? []);
      continue;
    }
    hasColumns = true;
    found.push(...columns.left, ...ordered(columns.right).lines);
    at = columns.end - 1;
  }
  return { lines: found, hasColumns };
}

/**
 * The text of a page as a person reads it: columns of text one after the other, rows of tables across. A page without columns
 * stays in the order in which the file has it.
 */
export function readingOrder(pieces: readonly Piece[]): string {
  const found = linesOf(pieces.filter(({ text }) => text.trim() !== ""));
  const { lines, hasColumns } = found.length > LINES_MAX ? { lines: [], hasColumns: false } : ordered(found);
  if (!hasColumns) return asWritten(pieces);
  return lines.map((line) => line.map(({ text }) => text).join(" ")).join("\n");
}
