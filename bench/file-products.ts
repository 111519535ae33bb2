/** The products of the benchmark's file: the names of its columns, and the fields of each row in their order. */
export interface FileProducts {
  columns: string[];
  rows: string[][];
}

interface Field {
  value: string;
  /** Where the comma or the line feed behind it is. */
  end: number;
}

const COMMA = 44;
const LINE_FEED = 10;

function plainField(text: string, from: number): Field {
  let end = from;
  for (let code = text.charCodeAt(end); code !== COMMA && code !== LINE_FEED; code = text.charCodeAt(end)) end++;
  return { value: text.slice(from, end), end };
}

function quotedField(text: string, from: number): Field {
  let end = text.indexOf('"', from + 1);
  while (text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/**
 * Reads CSV as RFC 4180 has it, its lines ended by a line feed: the least that can read the benchmark's own files. The
 * text is well-formed and ends with a line feed.
 */
export function readProducts(text: string): FileProducts {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { value, end } = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    row.push(value);
    if (text.charCodeAt(end) === LINE_FEED) {
      rows.push(row);
      row = [];
    }
    at = end + 1;
  }
  const [columns = []] = rows.splice(0, 1);
  return { columns, rows };
}

/** Columns of numbers; all others hold texts. */
const NUMBERS = new Set(["price", "cost_price", "tax_rate", "stock", "weight_kg", "width_cm", "height_cm", "depth_cm"]);

/** A row as JSON has it. */
export type FileProduct = Record<string, string | number>;

/** The rows as JSON has them, by the names of the columns. */
export const asObjects = ({ columns, rows }: FileProducts): FileProduct[] =>
  rows.map((row) =>
    Object.fromEntries(columns.map((name, at) => [name, NUMBERS.has(name) ? Number(row[at]) : (row[at] ?? "")])),
  );
