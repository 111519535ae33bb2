import { describe, expect, test } from "bun:test";
import process from "node:process";
import type { MappedRow } from "../../src/imports/map/row/mapped-row.ts";
import { compileExpression } from "../../src/imports/map/rules/expressions.ts";
import { IdentityCounts, NamedTimes } from "../../src/imports/run/read/identity-counts.ts";
import { RepeatFinder } from "../../src/imports/run/read/repeats.ts";
import { growthOf } from "./cpu-time.ts";

const EAN = "03400949497294";
const rowOf = (rowNumber: number): MappedRow => ({
  rowNumber,
  ean: { ean: EAN.slice(1), gtin14: EAN } as MappedRow["ean"],
  eanProblem: null,
  values: { name: "A", ...(rowNumber % 2 === 0 && { price: 1 }) },
  content: {},
  isSkipped: false,
  problems: [],
});

test("S-07 a code that a file repeats costs time and memory by its rows", async () => {
  const growth = await growthOf((size) => {
    const repeats = new RepeatFinder();
    for (let row = 1; row <= size * 100_000; row++) repeats.add(rowOf(row));
    const repeatOf = repeats.finish();
    for (let row = 1; row <= size * 100_000; row++) repeatOf(row);
    expect([repeatOf(1), repeatOf(size * 100_000)]).toEqual([
      { isRepeated: false, superseded: ["name", "price"] },
      { isRepeated: true, superseded: [] },
    ]);
  });
  expect(growth).toMatchObject({ isLinear: true });
});

test("S-07 what rows have named is counted, however often they do", async () => {
  const identity = { gtin14: EAN, reference: null, supplierReference: null };
  const growth = await growthOf((size) => {
    const counts = new IdentityCounts();
    for (let row = 0; row < size * 100_000; row++) counts.add(identity);
    const namesMore = counts.finish();
    const named = new NamedTimes();
    for (let row = 0; row < size * 100_000; row++) {
      if (row % 500 === 0 && !namesMore(identity, named)) throw new Error("There are more rows of it");
      named.add(identity);
    }
    expect(namesMore(identity, named)).toBe(false);
  });
  expect(growth).toMatchObject({ isLinear: true });
});

describe("S-07 a computed text that would be too long is never made", () => {
  const context = { columns: new Map([["Name", 0]]), decimalMark: "." } as const;
  const cell = "a".repeat(1_000_000);

  test.each([
    ["a replacement", `{{Name|replace:a:${"X".repeat(950)}}}`],
    ["a text of many holes", "{{Name}}".repeat(100)],
    ["a text put together", `= concat(${Array.from({ length: 20 }, () => "Name").join(",")})`],
  ])("%s", (_, expression) => {
    const evaluate = compileExpression(expression, context);
    const before = process.memoryUsage().rss;
    expect(() => evaluate([cell])).toThrow("the result is too long");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});
