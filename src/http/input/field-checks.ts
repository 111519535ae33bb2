import { ApiError, type FieldProblem, invalidBody } from "../output/errors.ts";

/** What no schema can say of the fields of a body, by their names. A check may wait, for a name to be resolved. */
export type FieldChecks = Record<string, (value: never) => FieldProblem[] | Promise<FieldProblem[]>>;

/** The problems a schema has with a body. Throws any other error. */
function problemsIn(error: unknown): FieldProblem[] {
  if (error instanceof ApiError && error.options.fields) return error.options.fields;
  throw error;
}

/**
 * Checks a body by its schema, and asks the checks of every field that the schema has nothing against. Throws
 * VALIDATION_FAILED with all that is wrong.
 */
export async function checkBody(
  check: (body: unknown) => unknown,
  given: unknown,
  checks: FieldChecks,
): Promise<unknown> {
  let body = given;
  let problems: FieldProblem[] = [];
  try {
    body = check(given);
  } catch (error) {
    problems = problemsIn(error);
  }
  const refused = new Set(problems.map(({ field }) => field.split(".")[0]));
  const fields = Object.entries(Object(body)).filter(([name, value]) => value !== null && !refused.has(name));
  // Each check is of the field of its name, which has the type that the schema says.
  const found = await Promise.all(fields.map(([name, value]) => checks[name]?.(value as never) ?? []));
  const all = [...problems, ...found.flat()];
  if (all.length > 0) throw invalidBody(all);
  return body;
}
