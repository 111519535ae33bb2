import { Kind, type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { RouteSchemas } from "../input/validation.ts";

// TypeBox types nested schemas as unknown in the base interface.
const nested = (schema: TSchema, keyword: string) => schema[keyword] as TSchema[] | TSchema | undefined;
const isSchema = (value: unknown): value is TSchema => typeof value === "object" && value !== null && Kind in value;

/** The schema, refusing what it does not name. */
function strict(schema: TSchema): TSchema {
  const copy = { ...schema };
  if (copy[Kind] === "Object" && copy["additionalProperties"] === undefined) copy["additionalProperties"] = false;
  const properties = (copy["properties"] ?? {}) as Record<string, TSchema>; // an object schema's properties are schemas
  if (copy["properties"]) {
    copy["properties"] = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)]));
  }
  for (const keyword of ["anyOf", "items"]) {
    const inner = nested(copy, keyword);
    if (Array.isArray(inner)) copy[keyword] = inner.map(strict);
    else if (inner) copy[keyword] = strict(inner);
  }
  return copy;
}

/**
 * Refuses an answer that is not what the route declares, and one with fields the route does not name. Tests run with
 * it; in production an unexpected field is better than a 500, and the check costs more than the handler.
 */
export function answerCheckBy({ response }: RouteSchemas): (status: number, answer: unknown) => void {
  const byStatus: Record<string, TSchema> = isSchema(response) ? { 200: response } : (response ?? {});
  const checks = new Map<string, TypeCheck<TSchema>>();
  return (status, answer) => {
    const schema = byStatus[status];
    if (schema === undefined) throw new TypeError(`The route does not declare the status ${status}`);
    let check = checks.get(String(status));
    if (!check) {
      check = TypeCompiler.Compile(isSchema(schema) ? strict(schema) : Type.Any());
      checks.set(String(status), check);
    }
    // As it will arrive: without what JSON leaves out.
    const sent: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
    if (check.Check(sent)) return;
    const problems = [...check.Errors(sent)].slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
    throw new TypeError(`The answer is not what the route declares: ${problems.join("; ")}`);
  };
}
