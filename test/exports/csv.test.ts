import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { csv } from "../../src/exports/encode/csv.ts";
import { type ProductExport, productTable } from "../../src/exports/tables/product-table.ts";
import type { Table } from "../../src/exports/tables/table.ts";
import { given } from "../products/given.ts";

test("csv writes one chunk a page, of rows of any length and any letters", async () => {
  const pages = [["a", "é".repeat(400_000)], [], ["€".repeat(700_000), "\u{1f600}", "b"]];
  const table: Table<string> = {
    columns: [{ name: "text", kind: "plain", read: (text) => text }],
    pages: (async function* () {
      yield* pages;
    })(),
  };
  const chunks = await Array.fromAsync(csv(table, { utf8Bom: false, delimiter: "," }));
  const expected = [["text"], ...pages].map((rows) => rows.map((text) => `${text}\r\n`).join(""));
  // Decoded only now: a chunk is its caller's, after any later write.
  expect(chunks.map((chunk) => new TextDecoder().decode(chunk)) as string[]).toEqual(expected);
});

describe("csv of products", () => {
  async function rowsOf(db: Parameters<typeof productTable>[0], wanted: Partial<ProductExport>): Promise<string[]> {
    const whole: ProductExport = { filter: {}, language: null, fields: ["title"], offset: 0, limit: null, ...wanted };
    const table = productTable(db, whole, { origin: "https://pim.example", needs: [] });
    const chunks = await Array.fromAsync(csv(table, { utf8Bom: false, delimiter: "," }));
    return Buffer.concat(chunks).toString().trim().split("\r\n").slice(1);
  }

  test("numbers are as long as they are", async () => {
    const numbers = [0, 1, 1.5, 0.1 + 0.2, 1 / 3, 1e21, 1e-7, 123_456_789.123, 20];
    const { db } = await given(...numbers.map((weight) => ({ weight })));
    expect(await rowsOf(db, { fields: ["weight"] })).toEqual(numbers.map(String));
  });

  test("a selection may begin and end anywhere, also behind a page of the database", async () => {
    const titles = Array.from({ length: 2_200 }, (_, index) => `Product ${index}`);
    const { db } = await given(...titles.map((title) => ({ title })));
    for (const [offset, limit] of [
      [0, null],
      [3, 1_200],
      [1_400, 200],
      [5_000, null],
      [0, 0],
    ] as const) {
      const expected = titles.slice(offset, limit === null ? undefined : offset + limit);
      expect(await rowsOf(db, { offset, limit })).toEqual(expected);
    }
  });
});
