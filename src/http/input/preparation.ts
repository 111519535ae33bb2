import { Kind, type TSchema } from "@sinclair/typebox";
import { asUuid, isUuid } from "./coercion.ts";
import { noteBy } from "./unknown-in-choices.ts";
import type { UnknownNames } from "./unknown-names.ts";

/** Changes a body in place. `path`: where it is within the whole, with a dot behind it. */
type Prepare = (value: unknown, unknown?: UnknownNames, path?: string) => void;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
// TypeBox types these keywords as unknown in the base interface.
const schemaAt = (schema: TSchema, keyword: string) => schema[keyword] as TSchema | undefined;
const propertiesOf = (schema: TSchema) => schema["properties"] as Record<string, TSchema> | undefined;

/** Drops what the schema does not name. One that says what it does with the rest keeps it, to be checked or used. */
function dropUnknown(
  schema: TSchema,
  properties: Record<string, TSchema>,
): (value: Record<string, unknown>, unknown: UnknownNames | undefined, path: string) => void {
  if (schema["additionalProperties"] !== undefined) return () => undefined;
  const known = new Set(Object.keys(properties));
  return (value, unknown, path) => {
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue;
      unknown?.note(name, known, path);
      delete value[name];
    }
  };
}

/** Brings ids into lower case: those under these names. */
const lowering = (names: readonly string[]) => (value: Record<string, unknown>) => {
  for (const name of names) if (name in value) value[name] = asUuid(value[name]);
};

function prepareObject(schema: TSchema): Prepare {
  const properties = propertiesOf(schema) ?? {};
  const drop = dropUnknown(schema, properties);
  const entries = Object.entries(properties);
  const defaults = entries.filter(([, property]) => property.default !== undefined);
  const nested = entries.flatMap(([name, property]): [string, Prepare][] => {
    const prepare = preparationBy(property);
    return prepare ? [[name, prepare]] : [];
  });
  const lowerIds = lowering(entries.flatMap(([name, property]) => (isUuid(property) ? [name] : [])));
  return (value, unknown, path = "") => {
    if (!isObject(value) || Array.isArray(value)) return;
    drop(value, unknown, path);
    lowerIds(value);
    for (const [name, { default: fallback }] of defaults) if (!(name in value)) value[name] = structuredClone(fallback);
    for (const [name, prepare] of nested) prepare(value[name], unknown, `${path}${name}.`);
  };
}

function prepareArray(schema: TSchema): Prepare | undefined {
  const items = schemaAt(schema, "items");
  if (!items || Array.isArray(items)) return undefined;
  const prepare = preparationBy(items);
  const areIds = isUuid(items);
  if (!prepare && !areIds) return undefined;
  return (value, unknown, path = "") => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      if (areIds) value[index] = asUuid(item);
      prepare?.(item, unknown, `${path}${index}.`);
    }
  };
}

/**
 * Fills in defaults, brings ids into lower case, and drops properties the schema does not name; an object without named
 * properties keeps them all.
 * Unions and items that are checked one by one are left as they are, but what they do not know is noted. `undefined` when
 * there is nothing to do.
 */
export function preparationBy(schema: TSchema): Prepare | undefined {
  if (schema[Kind] === "Object" && Object.keys(propertiesOf(schema) ?? {}).length > 0) return prepareObject(schema);
  if (schema[Kind] === "Array") return prepareArray(schema);
  const note = ["Union", "Any"].includes(schema[Kind]) ? noteBy(schema) : undefined;
  return note && ((value, unknown, path = "") => unknown && note(value, unknown, path));
}
