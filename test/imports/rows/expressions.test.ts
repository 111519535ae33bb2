import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ExpressionError } from "../../../src/imports/map/rules/expression-tokens.ts";
import { compileExpression } from "../../../src/imports/map/rules/expressions.ts";

const CELLS = { ref: " ab-1 ", "Prix HT": "1 234,50", qty: "3", blank: " ", nom: "chaise d'été", zero: "0" };
const context = {
  columns: new Map(Object.keys(CELLS).map((column, index) => [column, index])),
  decimalMark: "." as const,
};
const evaluate = (expression: string) => compileExpression(expression, context)(Object.values(CELLS));

describe("computed columns (S37.33)", () => {
  test.each([
    ["{{ref}}", "ab-1"],
    ["{{ref|upper}}", "AB-1"],
    ["Réf. {{ref|upper}} / {{qty}}", "Réf. AB-1 / 3"],
    ["{{ref}} {{nom}}|upper", "AB-1 CHAISE D'ÉTÉ"],
    ["{{nom|title}}", "Chaise D'été"],
    ["{{nom|slug}}", "chaise-d-ete"],
    ["{{ref|replace:-:_|upper}}", "AB_1"],
    ["{{Prix HT|number}}", 1234.5],
    ["{{blank}}", null],
    ["{{blank|upper}}", null],
    ["fixed", "fixed"],
    ["a|b", "a|b"],
  ])("text %j", (expression, value) => {
    expect(evaluate(expression)).toBe(value);
  });

  test.each([
    ["= 1 + 2 * 3", 7],
    ["= (1 + 2) * 3", 9],
    ["= 10 - 2 - 3", 5],
    ["= 12 / 3 / 2", 2],
    ["= -2 * -(3 - 1)", 4],
    ["= 0.1 + 0.2", 0.3],
    ["={{Prix HT}} * 1.2", 1481.4],
    ["= round({{Prix HT}} / 7, 2)", 176.36],
    ["= round(2.5)", 3],
    ["= min(qty, 10) + max(1, 2, {{blank}})", 5],
    ["= coalesce({{blank}}, {{ref}}, 'x')", "ab-1"],
    ['= concat({{ref}}, " ", qty, " \\" ")', 'ab-1 3 " '],
    ["= {{blank}} * 2", null],
    ["= min({{blank}})", null],
  ])("arithmetic %j", (expression, value) => {
    expect(evaluate(expression)).toBe(value);
  });

  test.each([
    "{{ghost}}",
    "{{ref|shout}}",
    "{{ref|replace:a}}",
    "= 1 +",
    "= (1",
    "= 1 2",
    "= ghost",
    "= eval(1)",
    "= constructor(1)",
    "= round()",
    "= 1; 2",
    "= qty.constructor",
    `= ${"(".repeat(30)}1${")".repeat(30)}`,
    `= ${"1+".repeat(600)}1`,
    "=",
  ])("cannot understand %j", (expression) => {
    expect(() => compileExpression(expression, context)).toThrow(ExpressionError);
  });

  test.each(["= 1 / {{zero}}", "= {{ref}} * 2", "{{ref|number}}", "= 1 / (qty - 3)"])(
    "cannot compute %j",
    (expression) => {
      expect(() => evaluate(expression)).toThrow(ExpressionError);
    },
  );

  test("calculates as people do", () => {
    type Sum = { text: string; value: number };
    const { sum } = fc.letrec<{ sum: Sum; leaf: Sum; pair: Sum }>((tie) => ({
      sum: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("pair")),
      leaf: fc.integer({ min: 0, max: 99 }).map((value) => ({ text: String(value), value })),
      pair: fc.tuple(tie("sum"), fc.constantFrom("+", "-", "*"), tie("sum")).map(([left, sign, right]) => ({
        text: `(${left.text} ${sign} ${right.text})`,
        value:
          sign === "+" ? left.value + right.value : sign === "-" ? left.value - right.value : left.value * right.value,
      })),
    }));
    fc.assert(
      fc.property(sum, ({ text, value }) => {
        fc.pre(Math.abs(value) < 1e9 && text.length < 900);
        expect(evaluate(`= ${text}`)).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
