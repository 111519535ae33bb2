import { ApiError, type FieldProblem } from "./errors.ts";

/** A longer value is not repeated in a message. */
const VALUE_MAX = 100;

/** The value of a field of a body by its dotted path. */
function valueAt(body: unknown, field: string): unknown {
  let value = body;
  for (const step of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

function named(problem: FieldProblem, body: unknown): FieldProblem {
  if (problem.key !== "validation.unknown_reference") return problem;
  const value = valueAt(body, problem.field);
  const isShown = typeof value === "number" || (typeof value === "string" && value.length <= VALUE_MAX);
  return isShown ? { ...problem, key: "validation.unknown_value", params: { value } } : problem;
}

/** An error whose refusals of references name what was sent: who throws them often knows the field only. */
export function withValues(error: ApiError, body: unknown): ApiError {
  const { fields } = error.options;
  if (!fields?.some(({ key }) => key === "validation.unknown_reference")) return error;
  return new ApiError(error.code, { ...error.options, fields: fields.map((each) => named(each, body)) });
}
