import { amountIn, type Column, type ExportValue, type Table } from "../tables/table.ts";
import { FULL_PAGES, type PageSize } from "../tasks/row-page-size.ts";

export interface JsonOptions {
  /** Indented. */
  isPretty: boolean;
  /** One object a line instead of an array. */
  isLines: boolean;
}

const UTF8 = new TextEncoder();
const INDENT = "    ";

/** One value as JSON. */
function jsonOf(value: ExportValue, kind: Column<unknown>["kind"], isPretty: boolean): string {
  // Most fields of most products are empty.
  if (value === null) return "null";
  if (typeof value === "number") return String(amountIn(kind, value));
  if (typeof value === "object" && isPretty) return JSON.stringify(value, null, 2).replaceAll("\n", `\n${INDENT}`);
  return JSON.stringify(value);
}

/** Writes a row as an object, as `JSON.stringify` would: to make one of this number of members first takes longer. */
function objectWriter<Row>(columns: readonly Column<Row>[], isPretty: boolean): (row: Row) => string {
  const begin = isPretty ? `\n${INDENT}` : "";
  const colon = isPretty ? ": " : ":";
  const members = columns.map(({ name, kind, read }, index) => ({
    start: `${index === 0 ? "" : ","}${begin}${JSON.stringify(name)}${colon}`,
    kind,
    read,
  }));
  return (row) => {
    let text = "{";
    for (const { start, kind, read } of members) text += start + jsonOf(read(row), kind, isPretty);
    return text + (isPretty ? "\n  }" : "}");
  };
}

/** What stands before, between and behind the objects. */
function framing({ isPretty, isLines }: JsonOptions) {
  if (isLines) return { start: "", first: "", next: "\n", end: "\n" };
  if (isPretty) return { start: "[", first: "\n  ", next: ",\n  ", end: "\n]\n" };
  return { start: "[", first: "", next: ",", end: "]" };
}

/** Writes rows as an array of objects or as lines of JSON: one chunk for each page, whose length `size` is given. */
export async function* json<Row>(
  { columns, pages }: Table<Row>,
  options: JsonOptions,
  size: PageSize = FULL_PAGES,
): AsyncGenerator<Uint8Array, void> {
  const { start, first, next, end } = framing(options);
  const objectOf = objectWriter(columns, options.isPretty && !options.isLines);
  if (start !== "") yield UTF8.encode(start);
  let before = first;
  for await (const rows of pages) {
    let text = "";
    for (const row of rows) {
      text += before + objectOf(row);
      before = next;
    }
    const bytes = UTF8.encode(text);
    size.note(rows.length, bytes.length);
    yield bytes;
  }
  const isEmpty = before === first;
  if (!isEmpty || !options.isLines) yield UTF8.encode(isEmpty && options.isPretty ? "]\n" : end);
}
