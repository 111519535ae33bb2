import type { FieldProblem } from "../../../http/output/errors.ts";
import { findTarget } from "../columns/target-fields.ts";
import { ExpressionError } from "./expression-tokens.ts";
import { compileExpression } from "./expressions.ts";

interface Context {
  /** `null`: any. */
  columns: readonly string[] | null;
  enabledLanguages: readonly string[];
}

const ANY_COLUMN = { get: () => 0 };

const unknownTarget = (field: string, target: string): FieldProblem => ({
  field,
  type: "invalid_value",
  key: "mapping.unknown_target",
  params: { target },
});

/** What is wrong with `computed_columns` of a request; empty when they are `ComputedColumn`s. */
export const checkComputedColumns = (computed: readonly Record<string, unknown>[], context: Context): FieldProblem[] =>
  computed.flatMap((column, index) => [...columnProblems(column, `computed_columns.${index}`, context)]);

function* columnProblems(
  { field, language, expression }: Record<string, unknown>,
  path: string,
  { columns, enabledLanguages }: Context,
): Generator<FieldProblem> {
  const target = typeof field === "string" ? findTarget(field) : undefined;
  if (!target) yield unknownTarget(`${path}.field`, String(field));
  if (language !== undefined && !enabledLanguages.includes(String(language))) {
    yield {
      field: `${path}.language`,
      type: "invalid_value",
      key: "mapping.language",
      params: { language: String(language) },
    };
  }
  if (typeof expression !== "string") {
    yield { field: `${path}.expression`, type: "wrong_type", key: "validation.string" };
    return;
  }
  const reason = expressionFault(expression, columns);
  if (reason !== undefined) {
    yield { field: `${path}.expression`, type: "invalid_value", key: "mapping.expression", params: { reason } };
  }
}

function expressionFault(expression: string, columns: readonly string[] | null): string | undefined {
  try {
    compileExpression(expression, {
      columns: columns === null ? ANY_COLUMN : new Map(columns.map((column, index) => [column, index])),
      decimalMark: ".",
    });
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** What is wrong with `default_values` of a request. */
export const checkDefaultValues = (defaults: Record<string, unknown>): FieldProblem[] =>
  Object.keys(defaults).flatMap((name) => (findTarget(name) ? [] : unknownTarget(`default_values.${name}`, name)));
