import { expect, test } from "bun:test";
import { csv, linePages } from "../../src/exports/csv.ts";
import type { Table } from "../../src/exports/table.ts";

test("csv writes one chunk a page, of rows of any length and any letters", async () => {
  const pages = [["a", "é".repeat(400_000)], [], ["€".repeat(700_000), "\u{1f600}", "b"]];
  const table: Table<string> = {
    columns: [{ name: "text", kind: "plain", read: (text) => text }],
    pages: (async function* () {
      yield* pages;
    })(),
  };
  const chunks = await Array.fromAsync(csv(table.columns, linePages(table, ","), { utf8Bom: false, delimiter: "," }));
  const expected = [["text"], ...pages].map((rows) => rows.map((text) => `${text}\r\n`).join(""));
  // Decoded only now: a chunk is its caller's, whatever is written after it.
  expect(chunks.map((chunk) => new TextDecoder().decode(chunk)) as string[]).toEqual(expected);
});
