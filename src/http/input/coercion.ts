import { Kind, type TSchema } from "@sinclair/typebox";
import type { UnknownNames } from "./unknown-names.ts";

/** Reads one value of a query or path as its schema wants it; a text that does not fit stays a text, to be refused. */
type Coerce = (text: string) => unknown;

const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
/** How forms and queries say yes and no. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const asNumber: Coerce = (text) => (NUMBER.test(text) ? Number(text) : text);
const asBoolean: Coerce = (text) => BOOLEANS.get(text) ?? text;
const asText: Coerce = (text) => text;
const UUID_LENGTH = 36;
/** An id as it is stored, in lower case. What is none is refused later. */
export const asUuid = (value: unknown): unknown =>
  typeof value === "string" && value.length === UUID_LENGTH ? value.toLowerCase() : value;
/** Whether a value can be an id, alone or in a union: handlers get these in lower case. */
export const isUuid = (schema: TSchema): boolean => variantsOf(schema).some(({ format }) => format === "uuid");

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The variants of a union, or the schema itself. */
export const variantsOf = (schema: TSchema): TSchema[] =>
  // TypeBox keeps a union's variants here, untyped in the base interface.
  Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as TSchema[]) : [schema];

function coercionOf(schema: TSchema): Coerce {
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    const coercions = variants.map(coercionOf);
    return (text) => coercions.map((coerce) => coerce(text)).find((value) => value !== text) ?? text;
  }
  if (schema[Kind] === "Literal") return (text) => (String(schema["const"]) === text ? schema["const"] : text);
  if (isUuid(schema)) return asUuid;
  if (schema["type"] === "integer" || schema["type"] === "number") return asNumber;
  return schema["type"] === "boolean" ? asBoolean : asText;
}

interface Property {
  /** Reads one more value; `before` is what was read so far. */
  read: (value: string, before: unknown) => unknown;
  fallback: unknown;
}

/** Values of a query as they came: the last of a repeated one, all of those that the schema wants as a list. */
export type Coercion = (
  values: Iterable<[name: string, value: string]>,
  unknown?: UnknownNames,
) => Record<string, unknown>;

function readProperty(schema: TSchema): Property {
  const items: unknown = schema["items"];
  if (schema["type"] !== "array" || !isObject(items)) return { read: coercionOf(schema), fallback: schema.default };
  const coerce = coercionOf(items as TSchema); // TypeBox: the items of an array schema are a schema
  const split = (value: string) => value.split(",").flatMap((each) => (each === "" ? [] : [coerce(each.trim())]));
  const read: Property["read"] = (value, before) =>
    Array.isArray(before) ? before.concat(split(value)) : split(value);
  return { read, fallback: schema.default };
}

/**
 * Reads a query or path as `schema` wants it: numbers, booleans (`true`, `false`, `1`, `0`), lists (repeated or
 * comma-separated), defaults. What the schema does not name is left out, unless it refuses what it does not name.
 */
export function coercionBy(schema: TSchema): Coercion {
  // TypeBox: an object schema's properties are schemas.
  const declared = Object.entries((schema["properties"] ?? {}) as Record<string, TSchema>);
  const properties = new Map(declared.map(([name, each]) => [name, readProperty(each)]));
  const defaults = [...properties].filter(([, { fallback }]) => fallback !== undefined);
  const passesUnknown = schema["additionalProperties"] === false;
  const readUnknown = (value: string, before: unknown) => (passesUnknown ? value : before);
  return (values, unknown) => {
    // Without a prototype: a parameter may be called `constructor`.
    const result: Record<string, unknown> = Object.create(null);
    for (const [name, value] of values) {
      const property = properties.get(name);
      if (!property && !passesUnknown) unknown?.note(name, properties.keys());
      const known = (property?.read ?? readUnknown)(value, result[name]);
      if (known !== undefined) result[name] = known;
    }
    for (const [name, { fallback }] of defaults) result[name] ??= fallback;
    return result;
  };
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not UTF-8: taken as it stands, so that it is refused as a value and not as a crash.
    return spaced;
  }
}

/** The parameters of a URL, decoded, in order. `start` is the index of its `?`; -1 when it has none. */
export function queryOf(url: string, start: number): [string, string][] {
  if (start < 0) return [];
  const hash = url.indexOf("#", start);
  return url
    .slice(start + 1, hash === -1 ? undefined : hash)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1 ? [decode(pair), ""] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}
