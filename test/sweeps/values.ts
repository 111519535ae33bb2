import fc from "fast-check";
import type { Schema } from "./operations.ts";

/** Real values by field name: ids of a tenant's resources. */
export type Known = (name: string) => string | undefined;
const nothing: Known = () => undefined;

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The variants of a union that are not null, or the schema itself. */
export function variantsOf(schema: Schema): Schema[] {
  const variants = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
  return variants.length === 0 ? [schema] : variants.filter(({ type }) => type !== "null");
}

/** The type of a schema; of several the first that is not null. */
export function typeOf(schema: Schema): string | undefined {
  const { type } = schema;
  return Array.isArray(type) ? type.find((each) => each !== "null") : (type as string | undefined);
}

const FORMATS: Record<string, string> = {
  uuid: "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01",
  email: "sweep@example.com",
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05",
  uri: "https://shop.example.invalid/feed.csv",
};

/** The first text that a pattern and the lengths allow. */
function textLike(pattern: string, min: number, max: number): string {
  const fits = (text: string) => text.length >= min && text.length <= max;
  const candidates = ["https://shop.example.invalid/", "2026-01-02", "text", "a sample text", "12", "4006381333931"];
  const simple = candidates.find((each) => fits(each) && new RegExp(pattern, "u").test(each));
  return (
    simple ?? fc.sample(fc.stringMatching(new RegExp(pattern, "u")).filter(fits), { seed: 1, numRuns: 1 })[0] ?? ""
  );
}

function textOf(schema: Schema): string {
  const min = number(schema["minLength"]) ?? 0;
  const max = number(schema["maxLength"]) ?? 1000;
  const format = FORMATS[String(schema["format"])];
  if (format !== undefined) return format;
  if (typeof schema["pattern"] === "string") return textLike(schema["pattern"], min, max);
  return "a sample text that is long enough".repeat(1 + min / 30).slice(0, Math.max(min, Math.min(max, 12)));
}

function numberOf(schema: Schema): number {
  const above = number(schema["exclusiveMinimum"]);
  const least = number(schema["minimum"]) ?? (above === undefined ? 1 : above + 1);
  return Math.min(Math.max(least, 1), number(schema["maximum"]) ?? 1e9);
}

/** The properties an object schema names. */
export const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);

function objectOf(schema: Schema, known: Known): Record<string, unknown> {
  const required = (schema["required"] ?? []) as string[];
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.includes(name))
      .map(([name, each]) => [name, sampleOf(each, name, known)]),
  );
}

function given(schema: Schema): unknown {
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const { examples } = schema;
  return Array.isArray(examples) ? examples[0] : schema["default"];
}

const arrayOf = (schema: Schema, name: string, known: Known): unknown[] =>
  Array.from({ length: number(schema["minItems"]) ?? 0 }, () =>
    sampleOf((schema["items"] ?? {}) as Schema, name, known),
  );

const BY_TYPE: Record<string, (schema: Schema, name: string, known: Known) => unknown> = {
  array: arrayOf,
  object: (schema, _, known) => objectOf(schema, known),
  integer: numberOf,
  number: numberOf,
  boolean: () => true,
  null: () => null,
};

/** A value that the schema allows, with only what it requires; ids are those in `known`. */
export function sampleOf(whole: Schema, name = "", known: Known = nothing): unknown {
  const [schema = {}] = variantsOf(whole);
  const type = typeOf(schema) ?? "string";
  const id = ["string", "integer"].includes(type) ? known(name) : undefined;
  if (id !== undefined) return type === "integer" ? Number(id) : id;
  const ready = type === "array" ? undefined : given(schema);
  return ready ?? (BY_TYPE[type] ?? textOf)(schema, name, known);
}

/** A field somewhere in a body. */
export interface Place {
  /** Names and, for the first item of an array, 0. */
  path: (string | number)[];
  name: string;
  schema: Schema;
}

const DEPTH_MAX = 5;

/** Every field of a body, from the outside in. */
export function placesOf(whole: Schema, path: Place["path"] = [], name = ""): Place[] {
  if (path.length > DEPTH_MAX) return [];
  return variantsOf(whole).flatMap((schema) => {
    const inner = propertiesOf(schema).flatMap(([key, each]) => [
      { path: [...path, key], name: key, schema: each },
      ...placesOf(each, [...path, key], key),
    ]);
    const { items } = schema;
    if (typeof items !== "object" || items === null) return inner;
    const item = items as Schema; // `items` of the documents made here is one schema
    return [...inner, { path: [...path, 0], name, schema: item }, ...placesOf(item, [...path, 0], name)];
  });
}

/** The body with a value at a place; what is on the way is made. */
export function withValue(
  whole: Schema,
  body: unknown,
  [step, ...rest]: Place["path"],
  value: unknown,
  known = nothing,
): unknown {
  if (step === undefined) return value;
  const variants = variantsOf(whole);
  const schema = variants.find((each) =>
    typeof step === "number" ? each["items"] : propertiesOf(each).some(([name]) => name === step),
  );
  const [inner = {}] = [
    (typeof step === "number" ? schema?.["items"] : Object.fromEntries(propertiesOf(schema ?? {}))[step]) as Schema,
  ];
  if (typeof step === "number") {
    const items: unknown[] = Array.isArray(body) ? body : [];
    return [withValue(inner, items[0] ?? sampleOf(inner, "", known), rest, value, known), ...items.slice(1)];
  }
  const fields =
    typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  const before = fields[step] ?? (rest.length > 0 ? sampleOf(inner, step, known) : undefined);
  return { ...fields, [step]: withValue(inner, before, rest, value, known) };
}
