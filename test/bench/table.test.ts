import { describe, expect, test } from "bun:test";
import { type Line, printTable, putBeside } from "../../bench/table.ts";

const LINES: Line[] = [
  { work: "list", value: 1_500, unit: "/s", target: "≥ 15 × PocketBase" },
  { work: "cold start", value: 120, unit: "ms", target: "≤ 150", bare: 8 },
];

describe("the benchmark's table", () => {
  test("puts figures beside the lines of the same works and leaves the others", () => {
    const compared = putBeside(LINES, "bare", new Map([["list", 3_000]]));
    expect(compared.map(({ bare }) => bare)).toEqual([3_000, 8]);
    expect(LINES[0]?.bare).toBeUndefined();
  });

  test("refuses a figure that no line requested", () => {
    expect(() => putBeside(LINES, "peer", new Map([["lists", 1]]))).toThrow("No line says lists");
  });

  test("has a column and a ratio for each program, empty where it did nothing", () => {
    const compared = putBeside(LINES, "peer", new Map([["list", 50]]));
    expect(printTable(compared, "Today.", { bare: "bare", peer: "PocketBase" }).split("\n")).toEqual([
      "Today.",
      "",
      "| work | catalogd | bare | ratio | PocketBase | ratio | target |",
      "|---|--:|--:|--:|--:|--:|---|",
      "| list | 1,500 /s |  |  | 50 | 30.0 × | ≥ 15 × PocketBase |",
      "| cold start | 120 ms | 8 | 15.0 × |  |  | ≤ 150 |",
    ]);
  });

  test("leaves out the columns that are not requested", () => {
    const [, , head] = printTable(LINES, "Today.", { bare: "50,000 products" }).split("\n");
    expect(head).toBe("| work | catalogd | 50,000 products | ratio | target |");
  });
});
