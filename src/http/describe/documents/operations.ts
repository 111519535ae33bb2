import { Kind, OptionalKind, type TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import type { OpenAPIV3_1 } from "openapi-types";
import type { GateFacts } from "../../gate/gate.ts";
import type { RouteSchemas } from "../../input/validation.ts";
import { errorAnswersOf, takesIdempotencyKey } from "../described-errors.ts";
import { withChoices } from "./choices.ts";
import { mapRecord, type Schema } from "./schemas.ts";

export type Route = AnyElysia["routes"][number];
export type Operation = OpenAPIV3_1.OperationObject;

/** What the gate has left among a route's hooks; `undefined` on a route without a policy. */
export const gateFactsOf = ({ hooks }: Route): GateFacts | undefined => (hooks as { gate?: GateFacts }).gate;

const BODY_TYPES = { json: ["application/json"], upload: ["multipart/form-data"], raw: ["application/json"] };
const FORM_TYPES = ["application/x-www-form-urlencoded", "application/json"];

const isOne = (response: object): boolean => Kind in response;

/** A route's schemas as the generator of the document is to take them. */
function described({ params, query, body, response }: RouteSchemas, form: TSchema | undefined) {
  const known = Object.entries({ params, query, body: form ?? body }).filter(([, schema]) => schema);
  return {
    ...Object.fromEntries(known.map(([place, schema]) => [place, withChoices(schema as Schema)])),
    ...(response && { response: isOne(response) ? withChoices(response as Schema) : mapRecord(response, withChoices) }),
  };
}

/** The route as it was declared: the gate takes its schemas away from Elysia. */
export function declared(route: Route): Route {
  const facts = gateFactsOf(route);
  if (!facts) return route;
  const type = facts.policy.body?.type ?? "json";
  const parse = (type === "form" ? FORM_TYPES : BODY_TYPES[type]).map((fn) => ({ fn }));
  const form = facts.policy.body?.form;
  return { ...route, hooks: { ...route.hooks, ...described(facts.schemas, form), parse } };
}

const IDEMPOTENCY_KEY = { $ref: "#/components/parameters/IdempotencyKey" };

/** Adds what the conventions do to an operation. */
export function complete(operation: Operation, { method, path }: Route, facts: GateFacts): void {
  const errors = errorAnswersOf(method, path, facts);
  operation.responses = { ...operation.responses, ...errors.answers };
  // The meaning of the ranges, for machines.
  Object.assign(operation, { "x-error-statuses": errors.statuses });
  const { body } = facts.schemas;
  if (operation.requestBody && "content" in operation.requestBody) {
    operation.requestBody.required = !(body && OptionalKind in body);
  }
  if (takesIdempotencyKey(method, facts)) {
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  }
  nameFiles(operation, facts);
}

/** A file of JSON can hold anything; any other is bytes. */
const fileSchema = (type: string) =>
  type === "application/json" ? {} : { type: "string" as const, contentMediaType: type };

const fileContent = (type: string, example: unknown) => ({
  schema: fileSchema(type),
  ...(type === "application/json" && example !== undefined && { example }),
});

/** Gives answers that are files their real type. */
function nameFiles(operation: Operation, { schemas }: GateFacts): void {
  for (const [status, schema] of Object.entries(schemas.response ?? {})) {
    const { contentMediaType, description, examples } = Object(schema) as {
      contentMediaType?: string | readonly string[];
      description?: string;
      examples?: readonly unknown[];
    };
    if (contentMediaType === undefined || !operation.responses) continue;
    const types = [contentMediaType].flat();
    const content = Object.fromEntries(types.map((type) => [type, fileContent(type, examples?.[0])]));
    operation.responses[status] = { description: description ?? "A file.", content };
  }
}

/** Drops the content of answers that have none. */
export function dropEmptyContent(operation: Operation): void {
  const empty = operation.responses?.["204"];
  if (empty && "content" in empty) delete empty.content;
}

export const operationOf = (paths: OpenAPIV3_1.PathsObject, { method, path }: Route): Operation | undefined => {
  const item = paths[path.replaceAll(/:([^/]+)/g, "{$1}")];
  // Methods of routes are those of OpenAPI, in upper case.
  return item?.[method.toLowerCase() as "get"];
};

/** For JSON.parse: null is a value of an enumeration like the others, which the generator of schemas forgets. */
export function withNull(_: string, schema: unknown): unknown {
  const { type, enum: values }: { type?: unknown; enum?: unknown } = Object(schema);
  const isIncomplete = Array.isArray(type) && type.includes("null") && Array.isArray(values) && !values.includes(null);
  return isIncomplete ? { ...Object(schema), enum: [...values, null] } : schema;
}
