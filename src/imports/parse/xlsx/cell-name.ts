const LETTERS = 26;
const BEFORE_A = 64;

/** The place of a column from 0, by its letters: of `A`, `AB12` and the like. */
export function columnIndex(name: string): number {
  let index = 0;
  for (let at = 0; at < name.length; at++) {
    const letter = name.charCodeAt(at) - BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    index = index * LETTERS + letter;
  }
  return index - 1;
}

/** How a cell is called: `C7` for the third column, place 2, of row 7. */
export function cellName(column: number, row: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters + row;
}
