import type { FieldProblem } from "../../../http/output/errors.ts";
import { findTarget } from "../columns/target-fields.ts";
import { parseNumber } from "../values/numbers.ts";
import { compilePattern } from "./pattern.ts";
import type { RuleValue } from "./validation-rules.ts";

export interface AutoCondition {
  field: string;
  op: string;
  value?: unknown;
}

/** What to do with rows of which all conditions hold: set fields, or leave the row out. */
export interface AutoRule {
  when: AutoCondition[];
  set?: Record<string, unknown>;
  skip?: boolean;
}

type Holds = (value: RuleValue) => boolean;

const textOf = (value: RuleValue) => (Array.isArray(value) ? value.join("|") : String(value ?? "")).toLowerCase();
const numberOf = (value: unknown) =>
  typeof value === "number" ? value : (parseNumber(String(value), ".") ?? Number.NaN);
const isEmpty: Holds = (value) => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Compares as text without regard to case; `undefined` when the operand cannot be used. */
const OPERATORS: Record<string, (operand: unknown) => Holds | undefined> = {
  eq: (operand) => (value) => textOf(value) === String(operand ?? "").toLowerCase(),
  ne: (operand) => (value) => textOf(value) !== String(operand ?? "").toLowerCase(),
  contains: (operand) => (value) => textOf(value).includes(String(operand ?? "").toLowerCase()),
  in: (operand) => {
    if (!Array.isArray(operand)) return undefined;
    const words = new Set(operand.map((each) => String(each).toLowerCase()));
    return (value) => words.has(textOf(value));
  },
  gt: (operand) => compare(operand, (value, limit) => value > limit),
  gte: (operand) => compare(operand, (value, limit) => value >= limit),
  lt: (operand) => compare(operand, (value, limit) => value < limit),
  lte: (operand) => compare(operand, (value, limit) => value <= limit),
  empty: (operand) => (operand === false ? (value) => !isEmpty(value) : isEmpty),
  matches: (operand) => {
    const matches = compilePattern(String(operand ?? ""));
    return matches && ((value) => matches(Array.isArray(value) ? value.join("|") : String(value ?? "")));
  },
};

function compare(operand: unknown, holds: (value: number, limit: number) => boolean): Holds | undefined {
  const limit = numberOf(operand);
  return Number.isNaN(limit) ? undefined : (value) => holds(numberOf(value), limit);
}

const compileCondition = ({ op, value }: AutoCondition): Holds | undefined =>
  Object.hasOwn(OPERATORS, op) ? OPERATORS[op]?.(value) : undefined;

/** Whether all conditions of a checked rule hold; `read` gives the value of a field in the row at hand. */
export function compileConditions(when: readonly AutoCondition[]): (read: (field: string) => RuleValue) => boolean {
  const conditions = when.map((condition) => ({ field: condition.field, holds: compileCondition(condition) }));
  return (read) => conditions.every(({ field, holds }) => holds?.(read(field)) ?? false);
}

/** What is wrong with `auto_rules` of a request; empty when they are `AutoRule`s. */
export const checkAutoRules = (rules: readonly unknown[]): FieldProblem[] =>
  rules.flatMap((rule, index) => checkAutoRule(rule, `auto_rules.${index}`));

function checkAutoRule(rule: unknown, path: string): FieldProblem[] {
  // An object has properties of unknown types.
  const { when, set, skip } = (rule ?? {}) as Record<string, unknown>;
  if (!Array.isArray(when)) return [{ field: `${path}.when`, type: "wrong_type", key: "validation.array" }];
  const problems = when.flatMap((condition, index) => checkCondition(condition, `${path}.when.${index}`));
  if (skip === true) return problems;
  if (typeof set !== "object" || set === null) {
    return [...problems, { field: `${path}.set`, type: "missing", key: "validation.missing" }];
  }
  return [...problems, ...Object.keys(set).flatMap((field) => checkField(field, `${path}.set.${field}`))];
}

function checkCondition(condition: unknown, path: string): FieldProblem[] {
  const { field, op, value } = (condition ?? {}) as Record<string, unknown>;
  const problems = checkField(String(field), `${path}.field`);
  if (compileCondition({ field: String(field), op: String(op), value })) return problems;
  const isKnown = Object.hasOwn(OPERATORS, String(op));
  return [
    ...problems,
    { field: `${path}.${isKnown ? "value" : "op"}`, type: "invalid_value", key: "validation.invalid_value" },
  ];
}

const checkField = (field: string, path: string): FieldProblem[] =>
  findTarget(field)
    ? []
    : [{ field: path, type: "invalid_value", key: "mapping.unknown_target", params: { target: field } }];
