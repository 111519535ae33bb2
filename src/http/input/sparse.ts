import { type TSchema, Type } from "@sinclair/typebox";
import { invalidParameter } from "../output/errors.ts";
import { JsonText } from "../output/json-text.ts";
import { itemsIn, type ListPlace, listPlaceOf, propertiesOf, withItems } from "./list-place.ts";
import type { RouteSchemas } from "./validation.ts";

/** The fields that a reading route can return. */
export interface Sparse {
  names: ReadonlySet<string>;
  /** Where the items are whose fields they are; `undefined`: those of the answer itself. */
  list: ListPlace | undefined;
}

const PLACES = ["page", "cursor"];

/** Whether a route answers a page of a list. */
export function isPaged({ query }: RouteSchemas): boolean {
  const names = Object.keys(propertiesOf(query));
  return PLACES.some((name) => names.includes(name));
}

/**
 * The fields that a route can return: of its items when it answers a list, of its answer when it says so by `isSparse`.
 * `undefined` when there is nothing to choose, or `fields` means something else.
 */
export function sparseOf(schemas: RouteSchemas, isSparse: boolean): Sparse | undefined {
  if (propertiesOf(schemas.query)["fields"]) return undefined;
  if (isSparse) return { names: new Set(Object.keys(propertiesOf(Object(schemas.response)["200"]))), list: undefined };
  const list = listPlaceOf(schemas);
  return list && { names: list.names, list };
}

/** A query with further parameters. */
export const withParameters = (query: TSchema | undefined, more: Record<string, TSchema>): TSchema =>
  Type.Object({ ...propertiesOf(query), ...more }, { ...(query && optionsOf(query)) });

/** The query of a route with `fields` in it. */
export const withFields = (query: TSchema | undefined, { list }: Sparse): TSchema =>
  withParameters(query, {
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 200,
        description: `Return only these fields${list ? " of each item" : ""}, comma-separated. Default: all of them.`,
      }),
    ),
  });

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
export function pickFields(answer: unknown, names: readonly string[], { list }: Sparse): unknown {
  const whole: unknown = answer instanceof JsonText ? answer.toJSON() : answer;
  if (!list) return pick(whole, names);
  const items = itemsIn(whole, list);
  const picked = items?.map((item) => pick(item, names));
  return picked ? withItems(whole, list, picked) : whole;
}
