import type { TSchema } from "@sinclair/typebox";
import type { RouteSchemas } from "./validation.ts";

/** Where the items of a list stand in its answer. */
export interface ListPlace {
  /** The property that holds them; `undefined`: the answer is an array. */
  property: string | undefined;
  /** The fields of an item. */
  names: ReadonlySet<string>;
  /** Whether the answer says which page it is. */
  isOnePage: boolean;
}

/** What lists call their items. One resource with parts under such a name has an `id`, too. */
const LISTS = ["items", "data", "variants", "options", "tags", "templates", "suggestions", "models", "scopes"];

// TypeBox types nested schemas as unknown in the base interface.
export const propertiesOf = (schema: unknown) => (Object(schema)["properties"] ?? {}) as Record<string, TSchema>;
const itemOf = (schema: unknown): unknown => Object(schema)["items"];
const namesOf = (item: unknown) => new Set(Object.keys(propertiesOf(item)));

/** Where a route that answers a list has its items; `undefined` when it answers something else. */
export function listPlaceOf({ body, response }: RouteSchemas): ListPlace | undefined {
  if (body !== undefined) return undefined;
  const answer: unknown = Object(response)["200"];
  // A page by number or by cursor is a list either way.
  const [first]: unknown[] = Object(answer)["anyOf"] ?? [answer];
  return placeIn(first);
}

function placeIn(answer: unknown): ListPlace | undefined {
  const properties = propertiesOf(answer);
  const isArray = Object(answer)["type"] === "array";
  const property = isArray || "id" in properties ? undefined : LISTS.find((name) => itemOf(properties[name]));
  if (!isArray && property === undefined) return undefined;
  const names = namesOf(itemOf(property === undefined ? answer : properties[property]));
  const isOnePage = "page" in properties || "page" in propertiesOf(properties["meta"]);
  return names.size > 0 ? { property, names, isOnePage } : undefined;
}

/** The items of an answer; `undefined` when it is not the list that was declared. */
export function itemsIn(answer: unknown, { property }: ListPlace): unknown[] | undefined {
  const items: unknown = property === undefined ? answer : Object(answer)[property];
  return Array.isArray(items) ? items : undefined;
}

/** The answer with these items in the place of its own. */
export const withItems = (answer: unknown, { property }: ListPlace, items: unknown[]): unknown =>
  property === undefined ? items : { ...Object(answer), [property]: items };
