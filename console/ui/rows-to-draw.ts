/** How high a row is. */
export const ROW_PX = 36;
/** Rows drawn beyond what is seen, and how near its end the next page is fetched. */
const SPARE = 12;

/** The rows to draw of a list that is scrolled this far. */
export function rowsToDraw(scrolled: number, height: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrolled / ROW_PX) - SPARE);
  return { from, to: Math.min(count, Math.ceil((scrolled + height) / ROW_PX) + SPARE) };
}

/** A block copied from a spreadsheet: lines of cells. */
export const readBlock = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
