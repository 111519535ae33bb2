import type { Operation, Parameter } from "./operations.ts";
import { ANSWERS_ANYONE } from "./seeds.ts";
import { placesOf, withValue } from "./values.ts";
import { type Ids, knownTo, ownedBy, type Received, requestOf, type SeededTenant } from "./world.ts";

/** A request in which a tenant names what is not its own. */
export interface Crossing {
  /** `path`, `query brand_id`, `body items.0.product_id` */
  where: string;
  asked: Received;
}

/** An unused value like this one. */
function strangerTo(value: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return crypto.randomUUID();
  if (/^\d{13}$/.test(value)) return "9999999999994";
  if (value.includes("@")) return `nobody-${value}`;
  return value.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
}

/** Unused ids like these. */
export const strangersTo = (ids: Ids): Ids =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, strangerTo(id)]));

const listed = ({ schema }: Pick<Parameter, "schema">, value: string): unknown =>
  schema["type"] === "array" ? [value] : value;

/** Every place of an operation where a resource can be named, one at a time, filled with `foreign` ids by `caller`. */
export function crossings(operation: Operation, foreign: Ids, caller: SeededTenant): Crossing[] {
  const own = requestOf(operation, caller);
  const theirs = (name: string) => ownedBy(foreign, operation, name);
  const { parameters, body } = operation;
  const named = (place: Parameter["place"]) =>
    parameters.flatMap((parameter) => {
      const id = theirs(parameter.name);
      return parameter.place === place && id !== undefined ? [{ parameter, id }] : [];
    });
  const inPath =
    operation.id in ANSWERS_ANYONE ? [] : named("path").map(({ parameter: { name }, id }) => ({ [name]: id }));
  const allInPath = inPath.length > 1 ? [Object.assign({}, ...inPath) as Ids] : [];
  const schema = body?.schema ?? {};
  const inBody = placesOf(schema).flatMap((place) => {
    const id = place.schema["type"] === "array" ? undefined : theirs(place.name);
    return id === undefined ? [] : [{ path: place.path, id }];
  });
  return [
    ...[...inPath, ...allInPath].map((ids) => ({ where: "path", asked: { ...own, path: { ...own.path, ...ids } } })),
    ...named("query").map(({ parameter, id }) => ({
      where: `query ${parameter.name}`,
      asked: { ...own, query: { ...own.query, [parameter.name]: listed(parameter, id) } },
    })),
    ...inBody.map(({ path, id }) => ({
      where: `body ${path.join(".")}`,
      asked: { ...own, body: withValue(schema, own.body, path, id, knownTo(caller.ids, operation)) },
    })),
  ];
}
