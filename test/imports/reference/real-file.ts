import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** How a real file is to be read and what is in it, as `expected.json` says. */
export interface RealFile {
  file: string;
  ean_field: string;
  name_field: string | string[];
  price_field: string | null;
  encoding: string;
  delimiter: string;
  decimal?: string;
  skip_rows: number;
  /** How it was made of another file. */
  generator?: { seed: number; defects: string };
  expected: Record<
    "rows" | "created" | "updated" | "rejected" | "missing" | "valid_missing_name" | "negative_price",
    number
  >;
}

const ALL: RealFile[] = JSON.parse(readFileSync(new URL("../../data/expected.json", import.meta.url), "utf8"));

export function realFile(name: string): RealFile {
  const found = ALL.find(({ file }) => file === name);
  if (!found) throw new Error(`expected.json does not know ${name}`);
  return found;
}

export type ReferenceRow = Record<string, string>;

/** The rows of a file by column, read with nothing of the program's. Rows without any text are no rows. */
export function readReference(content: Uint8Array, { encoding, delimiter, skip_rows: skip }: RealFile): ReferenceRow[] {
  // Each file names an encoding the runtime knows.
  const text = new TextDecoder(encoding as Bun.Encoding).decode(content);
  const records: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true });
  const [header = [], ...rows] = records.slice(skip);
  return rows
    .filter((cells) => cells.some((cell) => cell.trim() !== ""))
    .map((cells) => Object.fromEntries(header.map((column, index) => [column.trim(), (cells[index] ?? "").trim()])));
}
