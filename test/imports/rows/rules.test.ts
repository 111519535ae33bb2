import { describe, expect, test } from "bun:test";
import process from "node:process";
import { checkAutoRules } from "../../../src/imports/map/rules/auto-rules.ts";
import { compilePattern } from "../../../src/imports/map/rules/pattern.ts";
import { checkRules, compileRules, type FieldRules } from "../../../src/imports/map/rules/validation-rules.ts";

const broken = (rules: FieldRules, value: string | number | boolean | string[] | undefined) =>
  compileRules("name", rules)(value)?.messageKey;

describe("validation rules", () => {
  test("S37.14 each rule reports its own fault", () => {
    expect(broken({ min: 2 }, 1)).toBe("too_small");
    expect(broken({ max: 2 }, 3)).toBe("too_large");
    expect(broken({ max: 2 }, "x")).toBe("too_large");
    expect(broken({ min_length: 3 }, "ab")).toBe("too_short");
    expect(broken({ max_length: 1 }, "ab")).toBe("too_long");
    expect(broken({ pattern: "^[A-Z]{2}-\\d+$" }, "ab-1")).toBe("no_match");
    expect(broken({ allowed_values: ["a", 1, true] }, ["a", "b"])).toBe("not_allowed");
    expect(broken({ type: "integer" }, "1.5")).toBe("not_whole");
    expect(broken({ type: "date" }, "tomorrow")).toBe("not_date");
    expect(broken({ type: "url" }, "x")).toBe("not_url");
    expect(broken({ type: "email" }, "x")).toBe("not_email");
  });

  test("S37.14 what keeps the rules has no fault, nor has an empty value that is not required", () => {
    const rules: FieldRules = { min: 1, max: 3, allowed_values: [1, 2, 3], type: "integer", pattern: "^\\d$" };

    expect([1, 2, 3].map((value) => broken(rules, value))).toEqual([undefined, undefined, undefined]);
    expect(compileRules("name", rules)(undefined)).toBeUndefined();
    expect(compileRules("name", { required: true })("")).toMatchObject({ errorType: "missing_required_field" });
  });

  test("S37.14 refuses unknown fields, rules and values", () => {
    const problems = checkRules({
      nom: { required: true },
      name: { requird: true, min: "1", type: "word", pattern: "(?=a)b", severity: "fatal", min_length: -1 },
      price: [],
    });

    expect(problems.map(({ field, key }) => `${field} ${key}`)).toEqual([
      "validation_rules.nom mapping.unknown_target",
      "validation_rules.name.requird mapping.unknown_rule",
      "validation_rules.name.min validation.number",
      "validation_rules.name.type validation.invalid_value",
      "validation_rules.name.pattern mapping.pattern",
      "validation_rules.name.severity validation.invalid_value",
      "validation_rules.name.min_length validation.integer",
      "validation_rules.price validation.object",
    ]);
    expect(checkRules({ "attributes.x": { required: true }, barcode: { pattern: "^3" } })).toEqual([]);
  });

  test("S37.32 refuses automatic rules that cannot be read", () => {
    const problems = checkAutoRules([
      {
        when: [
          { field: "nom", op: "eq", value: 1 },
          { field: "price", op: "gt", value: "x" },
        ],
        skip: true,
      },
      { when: [{ field: "price", op: "like", value: 1 }] },
      { set: { name: "x" } },
      { when: [{ field: "price", op: "gte", value: 1 }], set: { status: "draft" } },
    ]);

    expect(problems.map(({ field }) => field)).toEqual([
      "auto_rules.0.when.0.field",
      "auto_rules.0.when.1.value",
      "auto_rules.1.when.0.op",
      "auto_rules.1.set",
      "auto_rules.2.when",
    ]);
  });
});

describe("patterns of callers", () => {
  test.each([
    "^[A-Z]{2,4}-\\d+$",
    "^https?://.+\\.(jpg|png)$",
    "^\\d{3}(\\.\\d{3})*$",
    "^(FR|DE|ES)$",
    "^\\p{Lu}",
    "[(]\\(",
    "",
    "(a+)+$",
    "(a|a)*$",
    "(a?){50}",
    "(.*,){11}P",
    ".*.*.*.*x",
    "a?".repeat(60),
    "(a|b)".repeat(39),
    "^\\p{L}{1,255}$",
  ])("takes %j", (pattern) => {
    expect(compilePattern(pattern)).toBeDefined();
  });

  test.each([
    "((a{1,9}){1,9}){1,9}",
    "a{0,999}".repeat(20),
    "(?:(?:a{1,100}){1,100}){1,100}",
    "a++",
    "{",
    "(a)\\1",
    "(?=a)b",
    "(?<n>a)",
    "a{5000}",
    "(",
    "a)",
    "x".repeat(201),
  ])("refuses %j", (pattern) => {
    expect(compilePattern(pattern)).toBeUndefined();
  });

  test("does not try values that are too long for it", () => {
    const matches = compilePattern("^a*$");

    expect([matches?.("a".repeat(1000)), matches?.("a".repeat(1001))]).toEqual([true, false]);
  });

  test.each([
    ["^\\S+$", "two\u00a0words"],
    ["\\s", "\u00a0"],
    ["^[\\s\\d]+$", "1\u00a0000"],
    ["^.*$", "two\rlines"],
    ["^.$", "😀"],
    ["[\\d\\-]$", "a-"],
    ["^\\w+$", "été"],
    ["\\u00e9", "é"],
    ["^\\p{Lu}\\p{Ll}*$", "Émile"],
    ["\\bb\\b", "a b c"],
  ])("%j means for %j what it means in JavaScript", (pattern, value) => {
    expect(compilePattern(pattern)?.(value)).toBe(new RegExp(pattern, "u").test(value));
  });

  // Every way to attack an engine that goes back: 500 patterns of pieces that can match in many ways, and values that fail late.
  test("S-06 no pattern takes long on any value", () => {
    const pieces = ["a?", "a*", "(a|a)", "a{0,100}", "[a-z]*", "(a+)+", "(?:a|b)*", ".*", "\\p{L}{0,90}", "(a|ab)*"];
    let slowestMs = 0;
    let compiled = 0;
    for (let seed = 0; seed < 500; seed++) {
      const pattern = `${[3, 5, 7, 11, 13].map((step, at) => pieces[(seed * step + at) % pieces.length]).join("")}\\d$`;
      const matches = compilePattern(pattern);
      if (!matches) continue;
      compiled++;
      const before = process.cpuUsage();
      matches("a".repeat(1000));
      const { user, system } = process.cpuUsage(before);
      slowestMs = Math.max(slowestMs, (user + system) / 1000);
    }
    expect(compiled).toBeGreaterThan(400);
    expect(slowestMs).toBeLessThan(1000);
  });
});
