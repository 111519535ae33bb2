import type { FieldProblem } from "../../../http/output/errors.ts";
import { findTarget } from "../columns/target-fields.ts";
import { parseBoolean, parseDate } from "../values/cell-values.ts";
import { parseNumber } from "../values/numbers.ts";
import { compilePattern } from "./pattern.ts";
import type { ProblemMessageKey } from "./problem-messages.ts";
import type { ImportProblem } from "./row-problems.ts";

/** The rules of one field, as a request sends them. */
export interface FieldRules {
  required?: boolean;
  type?: RuleType;
  min?: number;
  max?: number;
  min_length?: number;
  max_length?: number;
  pattern?: string;
  allowed_values?: (string | number | boolean)[];
  /** `error` fails the row (default), `warning` keeps it. */
  severity?: "error" | "warning";
}

export type ValidationRules = Record<string, FieldRules>;

type RuleType = "text" | "number" | "integer" | "boolean" | "date" | "url" | "email";

const isNumber = (text: string) => parseNumber(text, ".") !== undefined;
/** What a text must be for each type, and what is said when it is not. */
const TYPES: Record<RuleType, { accepts: (text: string) => boolean; messageKey: ProblemMessageKey }> = {
  text: { accepts: () => true, messageKey: "rule_violation" },
  number: { accepts: isNumber, messageKey: "invalid_number" },
  integer: { accepts: (text) => Number.isInteger(parseNumber(text, ".")), messageKey: "not_whole" },
  boolean: { accepts: (text) => parseBoolean(text) !== undefined, messageKey: "not_boolean" },
  date: { accepts: (text) => parseDate(text) !== undefined, messageKey: "not_date" },
  url: { accepts: (text) => /^https?:\/\/\S+$/i.test(text), messageKey: "not_url" },
  email: { accepts: (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text), messageKey: "not_email" },
};

type CheckRule = (value: unknown) => FieldProblem["key"] | undefined;

const isCount: CheckRule = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "validation.integer";
const isAmount: CheckRule = (value) => (typeof value === "number" ? undefined : "validation.number");
const isOneOf =
  (...allowed: string[]): CheckRule =>
  (value) =>
    typeof value === "string" && allowed.includes(value) ? undefined : "validation.invalid_value";
const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

const RULES: Record<keyof FieldRules, CheckRule> = {
  required: (value) => (typeof value === "boolean" ? undefined : "validation.boolean"),
  type: isOneOf(...Object.keys(TYPES)),
  min: isAmount,
  max: isAmount,
  min_length: isCount,
  max_length: isCount,
  pattern: (value) => (typeof value === "string" && compilePattern(value) ? undefined : "mapping.pattern"),
  allowed_values: (value) => (Array.isArray(value) && value.every(isScalar) ? undefined : "validation.array"),
  severity: isOneOf("error", "warning"),
};

/** What is wrong with `validation_rules` of a request; empty when they are `ValidationRules`. */
export function checkRules(rules: Record<string, unknown>): FieldProblem[] {
  return Object.entries(rules).flatMap(([name, fieldRules]): FieldProblem[] => {
    const field = `validation_rules.${name}`;
    if (!findTarget(name)) {
      return [{ field, type: "invalid_value", key: "mapping.unknown_target", params: { target: name } }];
    }
    if (typeof fieldRules !== "object" || fieldRules === null || Array.isArray(fieldRules)) {
      return [{ field, type: "wrong_type", key: "validation.object" }];
    }
    return Object.entries(fieldRules).flatMap(([rule, value]) => checkRule(`${field}.${rule}`, rule, value));
  });
}

function checkRule(field: string, rule: string, value: unknown): FieldProblem[] {
  // Own, so a key of the rules.
  const check = Object.hasOwn(RULES, rule) ? RULES[rule as keyof FieldRules] : undefined;
  if (!check) return [{ field, type: "invalid_value", key: "mapping.unknown_rule", params: { rule } }];
  const key = check(value);
  return key === undefined ? [] : [{ field, type: "invalid_value", key }];
}

/** A value of a row, as rules see it: text as in the API, money in units of the currency; `undefined` for none. */
export type RuleValue = string | number | boolean | string[] | undefined;

type Broken = { messageKey: ProblemMessageKey; params?: Record<string, string | number> };
type Test = (text: string, value: Exclude<RuleValue, undefined>) => Broken | undefined;

const RAW_MAX = 500;

function firstOf(tests: readonly Test[], ...value: Parameters<Test>): Broken | undefined {
  for (const test of tests) {
    const broken = test(...value);
    if (broken) return broken;
  }
  return undefined;
}

/** Compiles the checked rules of one field into the problem of a value, if it has one: the first rule that it breaks. */
export function compileRules(field: string, rules: FieldRules): (value: RuleValue) => ImportProblem | undefined {
  const tests = testsOf(rules);
  const severity = rules.severity ?? "error";
  return (value) => {
    if (value === undefined || value === "") {
      return rules.required ? { severity, errorType: "missing_required_field", field, rawValue: null } : undefined;
    }
    const text = Array.isArray(value) ? value.join("|") : String(value);
    const broken = firstOf(tests, text, value);
    return broken && { severity, errorType: "rule_violation", field, rawValue: text.slice(0, RAW_MAX), ...broken };
  };
}

function testsOf({ type, min, max, min_length, max_length, pattern, allowed_values }: FieldRules): Test[] {
  const tests: Test[] = [];
  const add = (breaks: (text: string, value: RuleValue) => boolean, broken: Broken) =>
    tests.push((text, value) => (breaks(text, value) ? broken : undefined));
  const matches = pattern === undefined ? undefined : compilePattern(pattern);
  const allowed = new Set(allowed_values?.map(String));
  if (type) add((text) => !TYPES[type].accepts(text), { messageKey: TYPES[type].messageKey });
  if (min !== undefined) add((text) => !(numberOf(text) >= min), { messageKey: "too_small", params: { limit: min } });
  if (max !== undefined) add((text) => !(numberOf(text) <= max), { messageKey: "too_large", params: { limit: max } });
  if (min_length !== undefined) {
    add((text) => text.length < min_length, { messageKey: "too_short", params: { limit: min_length } });
  }
  if (max_length !== undefined) {
    add((text) => text.length > max_length, { messageKey: "too_long", params: { limit: max_length } });
  }
  if (matches && pattern !== undefined) {
    add((text) => !matches(text), { messageKey: "no_match", params: { pattern } });
  }
  if (allowed_values) {
    const params = { allowed: [...allowed].join(", ").slice(0, 200) };
    add((_, value) => ![value].flat().every((each) => allowed.has(String(each))), {
      messageKey: "not_allowed",
      params,
    });
  }
  return tests;
}

const numberOf = (text: string) => parseNumber(text, ".") ?? Number.NaN;
