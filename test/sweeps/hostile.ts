import fc from "fast-check";
import { HEADERS, JSON_TYPE, RAW, TEXTS, VALUES } from "./hostile-values.ts";
import type { Operation, Parameter, Schema } from "./operations.ts";
import { placesOf, sampleOf, typeOf, variantsOf, withValue } from "./values.ts";
import { knownTo, type Received, requestOf, type SeededTenant, urlOf } from "./world.ts";

/** A request that no well-meaning caller sends. */
export interface Hostile {
  what: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const number = (value: unknown): number[] => (typeof value === "number" ? [value] : []);

/** Values at the bounds of a schema and one past them. */
function edgesOf(schema: Schema): unknown[] {
  const around = [...number(schema["minimum"]), ...number(schema["maximum"]), ...number(schema["exclusiveMinimum"])];
  const lengths = [...number(schema["minLength"]), ...number(schema["maxLength"])];
  const items = [...number(schema["minItems"]), ...number(schema["maxItems"])];
  const item = sampleOf((schema["items"] ?? {}) as Schema);
  const sized = (size: number) => [size - 1, size, size + 1].filter((each) => each >= 0 && each < 200_000);
  return [
    ...around.flatMap((bound) => [bound - 1, bound - 0.001, bound, bound + 0.001, bound + 1]),
    ...lengths.flatMap(sized).map((length) => "y".repeat(length)),
    ...items.flatMap(sized).map((length) => Array.from({ length }, () => item)),
    ...(Array.isArray(schema["enum"])
      ? [...schema["enum"], `${schema["enum"][0]} `, String(schema["enum"][0]).toUpperCase()]
      : []),
  ];
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? "";
const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const random = <T>(values: readonly T[]): fc.Arbitrary<T> =>
  fc.integer({ min: 0, max: Math.max(0, values.length - 1) }).map((index) => values[index] as T); // within

function inQuery(base: Received, { name, schema }: Parameter, value: unknown): Received {
  const [variant = {}] = variantsOf(schema);
  const twice = typeOf(variant) === "array" ? [text(value), text(value)] : text(value);
  return { ...base, query: { ...base.query, [name]: twice } };
}

/** A hostile value for a field: any text or type, or just past what its schema allows. */
const badValue = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(random([...TEXTS, ...VALUES]), random([...edgesOf(schema), ""]), fc.string({ unit: "binary" }));

/** One to `max` of these, each with a hostile value. */
const withBadValues = <T extends { schema: Schema }>(fields: T[], max: number) =>
  fc.array(
    random(fields).chain((field) => badValue(field.schema).map((value) => ({ field, value }))),
    { minLength: 1, maxLength: max },
  );

/** Hostile requests to an operation, as an endless source that a seed decides. */
export function hostileTo(operation: Operation, tenant: Pick<SeededTenant, "ids" | "bodies">): fc.Arbitrary<Hostile> {
  const base = requestOf(operation, tenant);
  const known = knownTo(tenant.ids, operation);
  const { parameters, body } = operation;
  const schema = body?.schema ?? {};
  const places = placesOf(schema);
  const of = (place: Parameter["place"]) => parameters.filter((each) => each.place === place);
  const request = (
    what: string,
    { body: sent, ...asked }: Received,
    headers: Record<string, string> = {},
  ): Hostile => ({
    what,
    url: urlOf(operation, asked),
    headers: { ...(body && JSON_TYPE), ...headers },
    body: body && JSON.stringify(sent),
  });
  const inHeaders = random(HEADERS).map((headers) => request(shown(headers), base, headers));
  const inPath = fc
    .tuple(random(of("path")), random([...TEXTS, "0", "-1", "1"]))
    // An empty segment would be another path.
    .map(([{ name }, value]) =>
      request(`path ${name}=${shown(value)}`, { ...base, path: { ...base.path, [name]: value || " " } }),
    );
  const queried = withBadValues(of("query"), 3).map((pairs) =>
    request(
      `query ${pairs.map(({ field, value }) => `${field.name}=${shown(value)}`).join("&")}`,
      pairs.reduce((requests, { field, value }) => inQuery(requests, field, value), base),
    ),
  );
  const inBody = withBadValues(places, 2).map((pairs) =>
    request(`body ${pairs.map(({ field, value }) => `${field.path.join(".")}=${shown(value)}`).join(", ")}`, {
      ...base,
      body: pairs.reduce((sent, { field, value }) => withValue(schema, sent, field.path, value, known), base.body),
    }),
  );
  const raw = random(RAW).map(({ what, headers, body: bytes }) => ({ ...request(what, base), headers, body: bytes }));
  return fc.oneof(
    { arbitrary: inHeaders, weight: 1 },
    ...(of("path").length > 0 ? [{ arbitrary: inPath, weight: 2 }] : []),
    ...(of("query").length > 0 ? [{ arbitrary: queried, weight: 4 }] : []),
    ...(places.length > 0 ? [{ arbitrary: inBody, weight: 6 }] : []),
    ...(operation.method === "GET" ? [] : [{ arbitrary: raw, weight: 2 }]),
  );
}
