import { type TSchema, Type } from "@sinclair/typebox";
import { invalidParameter } from "../output/errors.ts";
import { JsonText } from "../output/json-text.ts";
import type { RouteSchemas } from "./validation.ts";

/** The fields that a reading route can return. */
export interface Sparse {
  names: ReadonlySet<string>;
  /** Whether they are those of the items of a page, and not of the answer itself. */
  isPage: boolean;
}

// TypeBox types nested schemas as unknown in the base interface.
const propertiesOf = (schema: unknown) => (Object(schema)["properties"] ?? {}) as Record<string, TSchema>;

const PLACES = ["page", "cursor"];

/** Whether a route answers a page of a list. */
export function isPaged({ query }: RouteSchemas): boolean {
  const names = Object.keys(propertiesOf(query));
  return PLACES.some((name) => names.includes(name));
}

/**
 * The fields that a route can return: of its items when it answers a page, of its answer when it says so by `isSparse`.
 * `undefined` when there is nothing to choose, or `fields` means something else.
 */
export function sparseOf(schemas: RouteSchemas, isSparse: boolean): Sparse | undefined {
  if (propertiesOf(schemas.query)["fields"]) return undefined;
  const answer: unknown = Object(schemas.response)["200"];
  const isPage = isPaged(schemas);
  if (!isPage && !isSparse) return undefined;
  const shown = isPage ? propertiesOf(answer)["items"]?.["items"] : answer;
  const names = new Set(Object.keys(propertiesOf(shown)));
  return names.size > 0 ? { names, isPage } : undefined;
}

/** The query of a route with `fields` in it. */
export function withFields(query: TSchema | undefined, { isPage }: Sparse): TSchema {
  const fields = Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      description: `Return only these fields${isPage ? " of each item" : ""}, comma-separated. Default: all of them.`,
    }),
  );
  return Type.Object({ ...propertiesOf(query), fields }, { ...(query && optionsOf(query)) });
}

const optionsOf = ({ additionalProperties }: TSchema) =>
  additionalProperties === undefined ? {} : { additionalProperties };

/** Takes `fields` out of a query. Throws INVALID_PARAMETER for a name that the answer does not have. */
export function takeFields(query: Record<string, unknown>, { names }: Sparse): string[] | undefined {
  const { fields } = query;
  if (!Array.isArray(fields)) return undefined;
  delete query["fields"];
  const requested = fields.map(String);
  const unknown = requested.filter((name) => !names.has(name));
  if (unknown.length === 0) return requested.length > 0 ? requested : undefined;
  const params = { value: unknown.join(", "), allowed: [...names].join(", ") };
  throw invalidParameter([{ field: "fields", type: "invalid_value", key: "validation.no_such_field", params }]);
}

const pick = (value: unknown, names: readonly string[]): unknown =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(Object(value), name)).map((name) => [name, Object(value)[name]]),
  );

/** The answer with these fields only. */
export function pickFields(answer: unknown, names: readonly string[], { isPage }: Sparse): unknown {
  const whole: unknown = answer instanceof JsonText ? answer.toJSON() : answer;
  if (!isPage) return pick(whole, names);
  const { items } = Object(whole) as { items?: unknown };
  return Array.isArray(items) ? { ...Object(whole), items: items.map((item) => pick(item, names)) } : whole;
}
