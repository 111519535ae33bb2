/** How high a row is. */
export const ROW_PX = 36;
/** Rows drawn beyond what is seen, above and below. */
const SPARE = 8;
/** Drawn again after so many rows are scrolled: those beyond what is seen leave room for it. */
const STEP = 4;

/** Which rows are drawn of a list, and how many nodes show them. */
export interface Drawn {
  from: number;
  to: number;
  /** Each row of the list is shown by the node of its number modulo this: what leaves above comes back below. */
  nodes: number;
}

/** The rows to draw of a list that is scrolled this far: the same until some rows are scrolled. */
export function rowsToDraw(scrolled: number, height: number, count: number): Drawn {
  const nodes = Math.ceil(height / ROW_PX) + 2 * SPARE + STEP;
  const first = Math.floor(scrolled / (STEP * ROW_PX)) * STEP - SPARE;
  const from = Math.max(0, Math.min(first, count - nodes));
  return { from, to: Math.min(count, from + nodes), nodes };
}

/** A block copied from a spreadsheet: lines of cells. */
export const readBlock = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
