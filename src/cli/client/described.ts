import { nearestOf } from "../../../search/edit-distance.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { Api } from "./api-client.ts";

/** What an operation takes, as the service describes it. */
export interface Operation {
  method: string;
  /** Without the prefix: `/products/{product_id}`. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; required?: boolean; description?: string }[];
  /** The fields of its JSON body, or of its form. */
  fields: Record<string, FieldSchema>;
  bodyType: string | undefined;
}

/** What a field may hold. */
export interface FieldSchema {
  type?: string | string[];
  description?: string;
  anyOf?: FieldSchema[];
}

type Raw = Record<string, unknown>;
const record = (value: unknown): Raw => Object(value) as Raw;

const PREFIX = "/api/v1";
const MISTYPED_MAX = 4;
const JSON_TYPE = "application/json";

/** The description that the service gives out, with what it refers to resolved one step. */
class Described {
  readonly #root: Raw;

  constructor(root: Raw) {
    this.#root = root;
  }

  resolve(value: unknown): Raw {
    const { $ref } = record(value);
    if (typeof $ref !== "string") return record(value);
    return $ref
      .split("/")
      .slice(1)
      .reduce((found, name) => record(found[name]), this.#root);
  }

  operations(): Operation[] {
    return Object.entries(record(this.#root["paths"])).flatMap(([path, item]) =>
      Object.entries(record(item)).map(([method, operation]) => this.#operation(method, path, record(operation))),
    );
  }

  #operation(method: string, path: string, operation: Raw): Operation {
    const content = record(record(operation["requestBody"])["content"]);
    const bodyType = JSON_TYPE in content ? JSON_TYPE : Object.keys(content)[0];
    const schema = this.resolve(record(content[bodyType ?? ""])["schema"]);
    const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
    return {
      method: method.toUpperCase(),
      path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
      operationId: String(operation["operationId"]),
      summary: String(operation["summary"] ?? ""),
      description: String(operation["description"] ?? ""),
      parameters: parameters.map((each) => this.resolve(each)) as unknown as Operation["parameters"],
      fields: this.#fields(schema),
      bodyType,
    };
  }

  /** The fields of an object, or of all the objects it may be. */
  #fields(schema: Raw): Record<string, FieldSchema> {
    const parts = [...list(schema["anyOf"]), ...list(schema["allOf"]), ...list(schema["oneOf"])];
    const own = Object.entries(record(schema["properties"])).map(([name, each]) => [name, this.resolve(each)]);
    return Object.assign({}, ...parts.map((each) => this.#fields(this.resolve(each))), Object.fromEntries(own));
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Every operation of the service that is asked. */
export async function listOperations(api: Api): Promise<Operation[]> {
  return new Described(record(await api.json("GET", "/openapi.json"))).operations();
}

const isVariable = (part: string) => part.startsWith("{");

/** Whether a path with values is one of this template; parts that are no variables must be the same. */
function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, at) => isVariable(part) || part === given[at]);
}

/** The operation of a method and a path, with values in their places or with names in braces. */
export const operationAt = (operations: Operation[], method: string, path: string): Operation | undefined =>
  operations.find((each) => each.method === method && each.path === path) ??
  operations.find((each) => each.method === method && fits(each.path, path));

/** The template of which a path is likely a mistyped one: its variables are taken as they are given. */
export function nearestPath(operations: Operation[], method: string, path: string): string | undefined {
  const given = path.split("/");
  const filled = operations
    .filter((each) => each.method === method && each.path.split("/").length === given.length)
    .map((each) =>
      each.path
        .split("/")
        .map((part, at) => (isVariable(part) ? (given[at] ?? part) : part))
        .join("/"),
    );
  return nearestOf(path, filled, MISTYPED_MAX);
}

/** The id that is likely meant. */
export const nearestOperation = (operations: Operation[], word: string): string | undefined =>
  nearestOf(
    word,
    operations.map(({ operationId }) => operationId),
    MISTYPED_MAX,
  );

function typesOf({ type, anyOf = [] }: FieldSchema): string[] {
  const own = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return [...own, ...anyOf.flatMap(typesOf)];
}

/** A value as the field takes it: `price=9.90` is a number, `ean=4006381333931` a text. Empty: null where it may be. */
function typedValue(schema: FieldSchema | undefined, text: string): unknown {
  const types = typesOf(schema ?? {});
  if (text === "" && types.includes("null")) return null;
  if (types.includes("string")) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The service says what is wrong with it.
    return types.includes("array") ? text.split(",") : text;
  }
}

/**
 * Fields as an operation takes them. Throws `CommandRefused` for one that it does not have: the service would pass over it,
 * and a mistyped name is seldom meant so.
 */
export function typedFields(
  operation: Operation | undefined,
  pairs: [name: string, value: string][],
): Record<string, unknown> {
  const names = Object.keys(operation?.fields ?? {});
  for (const [name] of pairs) {
    if (names.length === 0 || names.includes(name)) continue;
    const meant = nearestOf(name, names, MISTYPED_MAX);
    throw new CommandRefused(
      `${operation?.operationId} has no field "${name}"${meant === undefined ? "" : ` (did you mean "${meant}"?)`}`,
      EXIT.usage,
    );
  }
  return Object.fromEntries(pairs.map(([name, value]) => [name, typedValue(operation?.fields[name], value)]));
}
