import { FormatRegistry, OptionalKind, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { isDay, microsecondsOf } from "../../text/instant.ts";
import { markDeprecated } from "../output/deprecation.ts";
import { invalidBody, invalidParameter } from "../output/errors.ts";
import { type ProblemsBesides, problemsOf, withBesides } from "../output/faults/problems.ts";
import { type Coercion, coercionBy, queryOf } from "./coercion.ts";
import { checkBody, type FieldChecks } from "./field-checks.ts";
import { preparationBy } from "./preparation.ts";
import { UnknownNames } from "./unknown-names.ts";

// An existing day, with or without a time of any precision. Elysia's own takes 30 February, and reads a time without an
// offset by the clock of the machine.
FormatRegistry.Set("date-time", (text) => microsecondsOf(text) !== undefined);
FormatRegistry.Set("date", isDay);

/** The schemas a route declares. */
export interface RouteSchemas {
  params?: TSchema | undefined;
  query?: TSchema | undefined;
  body?: TSchema | undefined;
  /** By status, or one for 200. */
  response?: Record<string, TSchema> | TSchema | undefined;
}

/** What a request brings, as its route wants it. */
export interface ValidInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The unchanged parts of a request. */
export interface RawInput {
  params: Record<string, string> | undefined;
  url: string;
  /** Index of the `?` in `url`; -1 without one. */
  queryStart: number;
  body: unknown;
  headers: Record<string, string | number>;
  /** What the caller prefers: its `Prefer` header. */
  prefer: () => string | null;
  /** Takes what the route does not know. */
  unknown: UnknownNames;
}

type Validate = (raw: RawInput) => ValidInput | Promise<ValidInput>;

const compile = (schema: TSchema): TypeCheck<TSchema> => TypeCompiler.Compile(schema);

function validateParams(schema: TSchema): (params: Iterable<[string, string]>) => Record<string, unknown> {
  const coerce: Coercion = coercionBy(schema);
  const check = compile(schema);
  return (params) => {
    const value = coerce(params);
    if (!check.Check(value)) throw invalidBody(problemsOf(schema, value));
    return value;
  };
}

/** Whether a query pages by number, so that `skip` and `limit` are its older names. */
const hasOlderNames = (schema: TSchema) => {
  const properties: unknown = schema["properties"];
  return typeof properties === "object" && properties !== null && "page" in properties && "skip" in properties;
};

function validateQuery(schema: TSchema): (raw: RawInput, unknown: UnknownNames) => Record<string, unknown> {
  const coerce = coercionBy(schema);
  const check = compile(schema);
  const isPaged = hasOlderNames(schema);
  return ({ url, queryStart, headers }, unknown) => {
    const value = coerce(queryOf(url, queryStart), unknown);
    if (!check.Check(value)) throw invalidParameter(problemsOf(schema, value));
    if (isPaged && ("skip" in value || "limit" in value)) markDeprecated(headers);
    return value;
  };
}

/**
 * Checks a body, or one item of it, by its schema. What it returns throws VALIDATION_FAILED with all that is wrong;
 * `besides` is called only then, so its route calls it, too. With `narrows` also for what the schema does not name, but for
 * the fields of a list.
 */
export function validateBody(
  schema: TSchema,
  besides: ProblemsBesides = () => [],
  narrows: true | readonly string[] | undefined = undefined,
): (body: unknown, unknown?: UnknownNames) => unknown {
  const prepare = preparationBy(schema);
  const check = compile(schema);
  const isOptional = OptionalKind in schema;
  return (given, unknown) => {
    if (given === undefined && isOptional) return undefined;
    // No body at all lacks the same fields as an empty one.
    const body = given === undefined && schema["type"] === "object" ? {} : given;
    const strange = new UnknownNames();
    prepare?.(body, narrows ? strange : unknown);
    const problems = strange.problems().filter(({ field }) => narrows === true || !narrows?.includes(field));
    if (!check.Check(body)) problems.push(...withBesides(problemsOf(schema, body), body, besides));
    if (problems.length > 0) throw invalidBody(problems);
    return body;
  };
}

/** Throws INVALID_PARAMETER for parameters that the route does not know. */
function refuseStrange(unknown: UnknownNames): void {
  const strange = unknown.problems();
  if (strange.length > 0) throw invalidParameter(strange);
}

/**
 * Validates a request as its route declares: 422 for a path id, then 400 for the query, then 422 for the body, each
 * with all that is wrong. Elysia's own validation answers one problem at a time, is lenient with numbers, and is lost
 * when class names are minified.
 */
export function validationBy(
  { params, query, body }: RouteSchemas,
  {
    checks,
    problemsBesides,
    narrows,
  }: { checks?: FieldChecks; problemsBesides?: ProblemsBesides; narrows?: true | readonly string[] | undefined } = {},
): Validate {
  const byParams = params && validateParams(params);
  const byQuery = query && validateQuery(query);
  const byBody = body && validateBody(body, problemsBesides, narrows);
  const refuse = narrows ? refuseStrange : () => undefined;
  const bodyOf = (raw: RawInput, unknown: UnknownNames): Pick<ValidInput, "body"> | Promise<ValidInput> => {
    if (!byBody) return {};
    const check = (given: unknown) => byBody(given, unknown);
    if (!checks) return { body: check(raw.body) };
    return checkBody(check, raw.body, checks).then((body) => ({ body }));
  };
  return (raw) => {
    const valid: ValidInput = {};
    const { unknown } = raw;
    if (byParams) valid.params = byParams(Object.entries(raw.params ?? {}));
    let checked: ReturnType<typeof bodyOf> = {};
    try {
      if (byQuery) valid.query = byQuery(raw, unknown);
      else for (const [name] of queryOf(raw.url, raw.queryStart)) unknown.note(name);
      refuse(unknown);
      checked = bodyOf(raw, unknown);
    } finally {
      // What is wrong with the body may still be found out: no one waits for it once this is refused.
      if (checked instanceof Promise) checked.catch(() => undefined);
      unknown.report(raw.headers, raw.prefer);
    }
    if (checked instanceof Promise) return checked.then((body) => Object.assign(valid, body));
    return Object.assign(valid, checked);
  };
}
