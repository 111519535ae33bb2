import { slugOf } from "../../../text/name-key.ts";
import {
  columnValue,
  compileArithmetic,
  type Evaluate,
  type ExpressionContext,
  type ExpressionValue,
  joinWithin,
  requireShort,
} from "../values/arithmetic.ts";
import { parseNumber } from "../values/numbers.ts";
import { ExpressionError } from "./expression-tokens.ts";

const EXPRESSION_MAX = 1000;
const HOLE = /\{\{([^{}]+)\}\}/g;

type Filter = (value: ExpressionValue) => ExpressionValue;

/**
 * Compiles a computed column: `= arithmetic` over columns and numbers with round, min, max, coalesce and concat, or a
 * text with `{{column|filter}}` holes, whose filters may also follow at the end for the whole text. A blank cell in
 * arithmetic makes a blank result. Throws ExpressionError for what cannot be understood; the result throws it for a
 * record it cannot compute. Nothing of an expression is ever run as code.
 */
export function compileExpression(expression: string, context: ExpressionContext): Evaluate {
  if (expression.length > EXPRESSION_MAX) throw new ExpressionError(`longer than ${EXPRESSION_MAX} characters`);
  const source = expression.trim();
  return source.startsWith("=") ? compileArithmetic(source.slice(1), context) : compileText(source, context);
}

function compileText(source: string, context: ExpressionContext): Evaluate {
  const [text, filters] = trailingFilters(source, context);
  const parts: Evaluate[] = [];
  let end = 0;
  for (const hole of text.matchAll(HOLE)) {
    const before = text.slice(end, hole.index);
    if (before !== "") parts.push(() => before);
    parts.push(compileHole(hole[1] ?? "", context));
    end = hole.index + hole[0].length;
  }
  const after = text.slice(end);
  if (after !== "") parts.push(() => after);
  const join = (cells: readonly string[]) => joinWithin(parts.map((part) => part(cells))).trim() || null;
  return filtered(parts.length === 1 && parts[0] ? parts[0] : join, filters);
}

/** `column|filter|filter`. */
function compileHole(source: string, context: ExpressionContext): Evaluate {
  const [column = "", ...filters] = source.split("|");
  const value = columnValue(column.trim(), context.columns);
  return filtered(
    value,
    filters.map((filter) => filterOf(filter, context)),
  );
}

/** Filters after the last hole are for the whole text. */
function trailingFilters(source: string, context: ExpressionContext): [string, Filter[]] {
  const lastHole = source.lastIndexOf("}}");
  const bar = source.indexOf("|", lastHole + 2);
  if (lastHole === -1 || bar === -1) return [source, []];
  const filters = source.slice(bar + 1).split("|");
  return [source.slice(0, bar), filters.map((filter) => filterOf(filter, context))];
}

const filtered = (evaluate: Evaluate, filters: Filter[]): Evaluate =>
  filters.length === 0
    ? evaluate
    : (cells) =>
        filters.reduce<ExpressionValue>((value, filter) => (value === null ? null : filter(value)), evaluate(cells));

const ofText =
  (change: (text: string) => string): Filter =>
  (value) =>
    value === null ? null : change(String(value));

const FILTERS: Record<string, Filter> = {
  trim: ofText((text) => text.trim()),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  title: ofText((text) => text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())),
  slug: ofText(slugOf),
};

/** Throws ExpressionError for an unknown filter. */
function filterOf(source: string, { decimalMark }: ExpressionContext): Filter {
  const [name = "", ...values] = source.split(":");
  const word = name.trim().toLowerCase();
  if (word === "replace" && values.length === 2) return replaceFilter(values[0] ?? "", values[1] ?? "");
  if (word === "number" && values.length === 0) {
    return (value) => {
      const number = typeof value === "string" ? parseNumber(value.trim(), decimalMark) : value;
      if (number === undefined)
        throw new ExpressionError(`${JSON.stringify(String(value).slice(0, 50))} is not a number`);
      return number;
    };
  }
  const filter = values.length === 0 && Object.hasOwn(FILTERS, word) ? FILTERS[word] : undefined;
  if (!filter) throw new ExpressionError(`there is no filter ${source.trim()}`);
  return filter;
}

function replaceFilter(from: string, to: string): Filter {
  if (from === "") throw new ExpressionError("replace needs a text to look for");
  return ofText((text) => {
    requireShort(lengthOfReplaced(text, from, to));
    return text.replaceAll(from, () => to);
  });
}

function lengthOfReplaced(text: string, from: string, to: string): number {
  let length = text.length;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
    length += to.length - from.length;
  }
  return length;
}
