import { expect, test } from "bun:test";
import { cell, columns, wrap } from "../../src/cli/print-table.ts";

const ID = "01a205dc-77ee-7000-aa6e-4b60dea1b1e1";

test("a table fits 100 columns, with every id in one piece", () => {
  const scopes = cell(Array.from({ length: 14 }, (_, at) => `family-${at}:read`));
  const rows = [
    ["id", "name", "scopes"],
    [ID, "ERP", scopes],
    [ID, "Shop", "products:read"],
  ];

  const lines = columns(rows, 100);

  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.filter((line) => line.startsWith(`${ID}  `))).toHaveLength(2);
  expect(lines.join(" ").match(/family-\d+:read/g)).toHaveLength(14);
});

test("the last column's long words are cut where nothing else helps", () => {
  const row = ["n".repeat(35), "v".repeat(30), "default", `Web origins: ${"https://shop.example,".repeat(3)}`];
  expect(Math.max(...columns([row], 100).map((line) => line.length))).toBe(100);
});

test("what fits is not broken, and what has no blank is cut", () => {
  expect(
    columns(
      [
        ["a", "b c"],
        ["long", "d"],
      ],
      100,
    ),
  ).toEqual(["a     b c", "long  d"]);
  expect(wrap("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "x".repeat(5)]);
});

test("an empty list and nothing are a dash", () => {
  expect([cell([]), cell(null), cell(false), cell(["a", "b"])]).toEqual(["-", "-", "false", "a, b"]);
});
