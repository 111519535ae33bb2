import { app } from "../harness.ts";
import { withoutReferences } from "./references.ts";

/** A JSON schema, as the document holds it. */
export type Schema = Record<string, unknown>;
type Document = Record<string, unknown> & { components: Record<string, Record<string, Schema>> };

/** A parameter of a path or query. */
export interface Parameter {
  name: string;
  place: "path" | "query";
  required: boolean;
  schema: Schema;
}

/** One operation of the served OpenAPI document. */
export interface Operation {
  /** `GET /products/{product_id}` */
  name: string;
  id: string;
  method: string;
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  parameters: Parameter[];
  body: { schema: Schema; types: string[] } | undefined;
  /** By status, the schema of each content type. */
  answers: Record<string, Record<string, Schema>>;
  /** Names of security schemes; empty for a public operation. */
  schemes: string[];
  credential: "none" | "any" | "session" | "api_key" | "sync_key";
  permission: string | undefined;
  scope: string | undefined;
  module: string | undefined;
  tier: string;
  allowedWhenSuspended: boolean;
  /** Whether it refuses fields and parameters that it does not know. */
  refusesUnknown: boolean;
}

const PREFIX = "/api/v1";
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const response = await app.handle(new Request(`http://localhost${PREFIX}/openapi.json`));
/** The served document, without `$ref`s. */
// The sweeps fail on what is not in it, so its shape is taken as given.
export const document = withoutReferences((await response.json()) as Document);

const schemes = (document.components["securitySchemes"] ?? {}) as Record<string, { in?: string; name?: string }>;
/** The header of a security scheme that is a key; `undefined` for a session. */
export const headerOf = (scheme: string): string | undefined =>
  schemes[scheme]?.in === "header" ? schemes[scheme].name?.toLowerCase() : undefined;

function readParameters(list: Schema[]): Parameter[] {
  return list
    .filter((each) => each["in"] === "path" || each["in"] === "query")
    .map((each) => ({
      name: String(each["name"]),
      place: each["in"] === "path" ? "path" : "query",
      required: each["required"] === true,
      schema: each["schema"] as Schema,
    }));
}

type Content = Record<string, { schema?: Schema }> | undefined;
const schemasOf = (content: Content): Record<string, Schema> =>
  Object.fromEntries(Object.entries(content ?? {}).map(([type, each]) => [type, each.schema ?? {}]));

function readBody(body: Schema | undefined): Operation["body"] {
  const byType = schemasOf(body?.["content"] as Content);
  const types = Object.keys(byType);
  return types[0] === undefined ? undefined : { types, schema: byType["application/json"] ?? byType[types[0]] ?? {} };
}

/** The answers by status: `4XX` means the error statuses that the operation names. */
function answersOf(raw: Schema): [status: string, answer: Schema][] {
  const ranges = raw["responses"] as Record<string, Schema>;
  const errors = (raw["x-error-statuses"] ?? []) as number[];
  return Object.entries(ranges).flatMap(([status, answer]) => {
    if (!status.endsWith("XX")) return [[status, answer] as [string, Schema]];
    const own = errors.filter((each) => String(each).startsWith(status.charAt(0)));
    return own.map((each): [string, Schema] => [String(each), answer]);
  });
}

function readOperation(method: string, path: string, raw: Schema): Operation {
  const answers = answersOf(raw);
  const security = (raw["security"] ?? []) as Record<string, unknown>[];
  const text = (key: string) => raw[key] as string | undefined;
  return {
    name: `${method.toUpperCase()} ${path}`,
    id: String(raw["operationId"]),
    method: method.toUpperCase(),
    path,
    parameters: readParameters((raw["parameters"] ?? []) as Schema[]),
    body: readBody(raw["requestBody"] as Schema | undefined),
    answers: Object.fromEntries(answers.map(([status, each]) => [status, schemasOf(each["content"] as Content)])),
    schemes: security.flatMap((each) => Object.keys(each)),
    credential: raw["x-credential"] as Operation["credential"],
    permission: text("x-permission"),
    scope: text("x-scope"),
    module: text("x-module"),
    tier: String(raw["x-rate-limit-tier"]),
    allowedWhenSuspended: raw["x-allowed-when-suspended"] === true,
    refusesUnknown: raw["x-refuses-unknown-names"] === true,
  };
}

// What is deleted is deleted last, and what lies deepest first, so that a tenant's resources are there while they are
// requested; only then may the operator suspend it.
const turnOf = ({ method, path }: Operation) =>
  METHODS.indexOf(method.toLowerCase() as "get") * 100 -
  path.split("/").length +
  (path.startsWith("/operator") ? 1_000 : 0);

/** Every operation, in an order in which they can be called one after the other. */
export const OPERATIONS: Operation[] = Object.entries(document["paths"] as Record<string, Record<string, Schema>>)
  .flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [readOperation(method, path.slice(PREFIX.length), item[method])] : [])),
  )
  .toSorted((one, other) => turnOf(one) - turnOf(other));

/** For `test.each`: name and operation. */
export const named = (operations: Operation[]) => operations.map((operation) => [operation.name, operation] as const);
