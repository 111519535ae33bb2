import { ExpressionError, type Token, tokensOf } from "../rules/expression-tokens.ts";
import { type DecimalMark, parseNumber, roundTo } from "./numbers.ts";

/** `null` is a blank cell, and what is computed of one. */
export type ExpressionValue = number | string | null;
/** Works out a value from the cells of a record. Throws ExpressionError for what cannot be computed. */
export type Evaluate = (cells: readonly string[]) => ExpressionValue;

/** Finds a column's place. */
export type ColumnFinder = Pick<ReadonlyMap<string, number>, "get">;

export interface ExpressionContext {
  /** Position of each column. */
  columns: ColumnFinder;
  decimalMark: DecimalMark;
}

const DEPTH_MAX = 20;
const RESULT_MAX = 100_000;

/** Joins texts. Throws ExpressionError, before it does, for a result that is too long. */
export function joinWithin(parts: readonly ExpressionValue[]): string {
  const texts = parts.map((part) => String(part ?? ""));
  requireShort(texts.reduce((length, text) => length + text.length, 0));
  return texts.join("");
}

/** Throws ExpressionError for a text of this length. */
export function requireShort(length: number): void {
  if (length > RESULT_MAX) throw new ExpressionError("the result is too long");
}

/** Compiles what stands after the `=` of an expression. Throws ExpressionError. */
export function compileArithmetic(source: string, context: ExpressionContext): Evaluate {
  const tokens = tokensOf(source);
  let at = 0;
  let depth = 0;

  const take = (sign: string): boolean => {
    const isNext = tokens[at]?.kind === "sign" && tokens[at]?.value === sign;
    if (isNext) at++;
    return isNext;
  };
  const takeOneOf = (...signs: string[]) => signs.find(take);
  const expect = (value: string) => {
    if (!take(value)) throw new ExpressionError(`${value} is missing`);
  };

  const sum = (): Evaluate => {
    if (++depth > DEPTH_MAX) throw new ExpressionError("nested too deeply");
    let left = product();
    for (let sign = takeOneOf("+", "-"); sign; sign = takeOneOf("+", "-"))
      left = binary(sign, left, product(), context);
    depth--;
    return left;
  };
  const product = (): Evaluate => {
    let left = factor();
    for (let sign = takeOneOf("*", "/"); sign; sign = takeOneOf("*", "/")) left = binary(sign, left, factor(), context);
    return left;
  };
  const factor = (): Evaluate => {
    let isNegative = false;
    while (take("-")) isNegative = !isNegative;
    const value = operand();
    return isNegative ? binary("-", () => 0, value, context) : value;
  };
  const operand = (): Evaluate => {
    if (take("(")) {
      const inner = sum();
      expect(")");
      return inner;
    }
    const token = tokens[at++];
    if (token?.kind === "name" && take("(")) return call(token.value, list(), context);
    return operandOf(token, context);
  };
  const list = (): Evaluate[] => {
    if (take(")")) return [];
    const items = [sum()];
    while (take(",")) items.push(sum());
    expect(")");
    return items;
  };

  const evaluate = sum();
  if (at < tokens.length) throw new ExpressionError(`unexpected ${JSON.stringify(tokens[at]?.value)}`);
  return evaluate;
}

/** A literal, or the cell of a column. Throws ExpressionError for an unknown column. */
function operandOf(token: Token | undefined, { columns }: ExpressionContext): Evaluate {
  if (token === undefined) throw new ExpressionError("it ends too soon");
  if (token.kind === "sign") throw new ExpressionError(`unexpected ${token.value}`);
  if (token.kind === "number" || token.kind === "text") return () => token.value;
  return columnValue(token.value, columns);
}

/** The cell of a column, trimmed; `null` when it is blank. Throws ExpressionError when there is no such column. */
export function columnValue(name: string, columns: ColumnFinder): (cells: readonly string[]) => string | null {
  const index = columns.get(name);
  if (index === undefined) throw new ExpressionError(`there is no column ${name}`);
  return (cells) => cells[index]?.trim() || null;
}

function numberOf(value: ExpressionValue, { decimalMark }: ExpressionContext): number | null {
  if (value === null || typeof value === "number") return value;
  const number = parseNumber(value, decimalMark);
  if (number === undefined) throw new ExpressionError(`${JSON.stringify(value.slice(0, 50))} is not a number`);
  return number;
}

const OPERATORS: Record<string, (left: number, right: number) => number> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};
/** Sums of decimals show what binary fractions leave; no figure of a catalog has more digits than these. */
const DIGITS = 10;

function binary(sign: string, left: Evaluate, right: Evaluate, context: ExpressionContext): Evaluate {
  const operate = OPERATORS[sign];
  return (cells) => {
    const one = numberOf(left(cells), context);
    const other = numberOf(right(cells), context);
    if (one === null || other === null || !operate) return null;
    const result = operate(one, other);
    if (!Number.isFinite(result))
      throw new ExpressionError(sign === "/" ? "division by zero" : "the result is too large");
    return roundTo(result, DIGITS);
  };
}

type Compute = (values: ExpressionValue[], context: ExpressionContext) => ExpressionValue;

const ofNumbers =
  (compute: (...numbers: number[]) => number): Compute =>
  (values, context) => {
    const numbers = values.map((value) => numberOf(value, context)).filter((number) => number !== null);
    return numbers.length === 0 ? null : compute(...numbers);
  };

/** By name: how many values each takes, and what it makes of them. Blank cells are passed over. */
const FUNCTIONS: Record<string, { least: number; most: number; compute: Compute }> = {
  round: {
    least: 1,
    most: 2,
    compute: ([value = null, digits = 0], context) => {
      const number = numberOf(value, context);
      return number === null ? null : roundTo(number, Math.min(DIGITS, Math.max(0, numberOf(digits, context) ?? 0)));
    },
  },
  min: { least: 1, most: 20, compute: ofNumbers(Math.min) },
  max: { least: 1, most: 20, compute: ofNumbers(Math.max) },
  coalesce: { least: 1, most: 20, compute: (values) => values.find((value) => value !== null && value !== "") ?? null },
  concat: { least: 1, most: 20, compute: (values) => joinWithin(values) || null },
};

function call(name: string, values: Evaluate[], context: ExpressionContext): Evaluate {
  const known = Object.hasOwn(FUNCTIONS, name.toLowerCase()) ? FUNCTIONS[name.toLowerCase()] : undefined;
  if (!known) throw new ExpressionError(`there is no function ${name}`);
  if (values.length < known.least || values.length > known.most) {
    throw new ExpressionError(`${name} takes ${known.least} to ${known.most} values`);
  }
  return (cells) =>
    known.compute(
      values.map((value) => value(cells)),
      context,
    );
}
