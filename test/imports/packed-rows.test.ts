import { expect, test } from "bun:test";
import { packRows, unpackRows } from "../../src/imports/run/read/packed-rows.ts";
import type { ChunkRow } from "../../src/imports/run/row/chunk-row.ts";

const row = (rowNumber: number, more: Partial<ChunkRow> = {}): ChunkRow => ({
  rowNumber,
  ean: { ean: "4006381333931", gtin14: "04006381333931" },
  eanProblem: null,
  values: { reference: `S${rowNumber}`, name: "Bed", price: 1999 },
  content: {},
  isSkipped: false,
  problems: [],
  isRepeated: false,
  superseded: [],
  ...more,
});
const PROBLEM = { severity: "error", errorType: "invalid_value", field: "price", rawValue: "x" } as const;

for (const [what, more] of Object.entries<Partial<ChunkRow>>({
  "other values": { values: { price: 5, reference: "S9" } },
  "no values": { values: {} },
  "values that clear": { values: { reference: "S9", name: null, price: 0 } },
  "names that could be one": { values: { "a,b": 1, 'c"': [2, "x"] } },
  "no EAN": { ean: null },
  "a problem of its EAN": { ean: null, eanProblem: PROBLEM },
  problems: { problems: [PROBLEM, PROBLEM] },
  "other languages": { content: { fr: { title: "Lit", bullet_points: ["un"] } } },
  "a rule that leaves it out": { isSkipped: true },
  "an earlier row of its product": { isRepeated: true },
  "a later row of its product": { superseded: ["price"] },
})) {
  test(`a row with ${what} is read as it was written`, () => {
    const rows = [row(2), row(3, more), row(4), row(5, more)];

    expect(unpackRows(packRows(rows))).toEqual(rows);
  });
}

test("a value that is undefined is left out", () => {
  expect(unpackRows(packRows([row(2, { values: { name: undefined, price: 1 } })]))).toEqual([
    row(2, { values: { price: 1 } }),
  ]);
});
