import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withFormulaGuard, withoutFormulaGuard } from "../../src/text/formula-guard.ts";
import { joinList, splitList } from "../../src/text/list-text.ts";

const RUNS = { numRuns: 2_000 };
const textOf = (...characters: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...characters), fc.string({ maxLength: 2 })), { maxLength: 8 })
    .map((parts) => parts.join(""));

describe("the guard of formulas", () => {
  test("S35.8 takes off the apostrophe that the export puts before formulas, and no other", () => {
    expect(["'=1+1", "'@x", "'+x", "'-x", "''=1", "'-5", "'tis", "=1"].map(withoutFormulaGuard)).toEqual([
      "=1+1",
      "@x",
      "+x",
      "-x",
      "'=1",
      "'-5",
      "'tis",
      "=1",
    ]);
  });

  test("S35.8 any text that it was put on and taken off is what it was", () => {
    fc.assert(
      fc.property(textOf("'", "=", "+", "-", "@", "\t", "\r", " ", "\u00a0", "\ufeff", "＝", "5", "."), (text) => {
        expect(withoutFormulaGuard(withFormulaGuard(text))).toBe(text);
      }),
      RUNS,
    );
  });
});

describe("a list as one text", () => {
  test.each([
    [["a", "b,c"], "a|b,c"],
    [["a|b", "c"], "a\\|b|c"],
    [["a\\|b", "c\\"], "a\\\\\\|b|c\\"],
    [["c:\\x\\", "d"], "c:\\x\\\\|d"],
    [["red, green"], "red, green|"],
    [["one"], "one"],
    [[], ""],
  ])("S35.8 %j is %j", (list, text) => {
    expect(joinList(list)).toBe(text);
  });

  test("S35.8 any list is read back", () => {
    const lists = fc.array(textOf("|", "\\", "\\|", "\\\\", ";", ","), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(lists, (list) => {
        expect(splitList(joinList(list))).toEqual(list);
      }),
      RUNS,
    );
  });
});
