import type { TSchema } from "@sinclair/typebox";
import type { UnknownNames } from "./unknown-names.ts";

/** Notes the names that a schema does not know, and changes nothing. `path`: where the value is, with a dot behind it. */
type Note = (value: unknown, unknown: UnknownNames, path: string) => void;

type Properties = Record<string, TSchema>;
type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
// TypeBox types these keywords as unknown in the base interface.
const propertiesOf = (schema: TSchema) => schema["properties"] as Properties | undefined;
const choicesOf = (schema: TSchema) => (schema["anyOf"] ?? []) as TSchema[];

/** Whether a schema says by itself which names an object may have. */
const isNamed = (schema: TSchema) =>
  Object.keys(propertiesOf(schema) ?? {}).length > 0 && schema["additionalProperties"] === undefined;

function ofObject(schema: TSchema): Note {
  const properties = propertiesOf(schema) ?? {};
  const nested = new Map(Object.entries(properties).map(([name, property]) => [name, noteBy(property)]));
  return (value, unknown, path) => {
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      if (!nested.has(name)) unknown.note(name, nested.keys(), path);
      nested.get(name)?.(each, unknown, `${path}${name}.`);
    }
  };
}

function ofArray(items: TSchema): Note | undefined {
  const note = noteBy(items);
  return (
    note &&
    ((value, unknown, path) => {
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) note(item, unknown, `${path}${index}.`);
    })
  );
}

/** Whether a value is not another variant by what must be one certain word, such as its `type`. */
const canBe = (schema: TSchema, value: Fields) =>
  Object.entries(propertiesOf(schema) ?? {}).every(
    ([name, property]) => property["const"] === undefined || property["const"] === value[name],
  );

/** Of a value that may be an object of several kinds, or a list of one kind. */
function ofUnion(schema: TSchema): Note | undefined {
  const objects = choicesOf(schema).filter((choice) => choice["type"] === "object" || choice["patternProperties"]);
  const lists = choicesOf(schema).flatMap(
    ({ items }) => (items === undefined ? undefined : ofArray(items as TSchema)) ?? [],
  );
  const isOpen = objects.length === 0 || !objects.every(isNamed);
  if (isOpen && lists.length !== 1) return undefined;
  const noteList = lists.length === 1 ? lists[0] : undefined;
  const noteObject = isOpen ? undefined : ofVariants(objects);
  return (value, unknown, path) => (Array.isArray(value) ? noteList : noteObject)?.(value, unknown, path);
}

/** Of several variants that an object may be, a name is known when one of them knows it. */
function ofVariants(objects: TSchema[]): Note {
  const notes = new Map(objects.map((choice) => [choice, ofObject(choice)]));
  return (value, unknown, path) => {
    if (!isObject(value)) return;
    const variants = objects.filter((choice) => canBe(choice, value));
    const [only] = variants;
    if (only && variants.length === 1) return notes.get(only)?.(value, unknown, path);
    const known = new Set(variants.flatMap((choice) => Object.keys(propertiesOf(choice) ?? {})));
    // Of no variant: the check says what is wrong.
    const others = known.size === 0 ? [] : Object.keys(value).filter((name) => !known.has(name));
    for (const name of others) unknown.note(name, known, path);
  };
}

/** Notes unknown names where a value may be one of several, and in items that are checked one by one. */
export function noteBy(schema: TSchema): Note | undefined {
  if (choicesOf(schema).length > 0) return ofUnion(schema);
  if (isNamed(schema)) return ofObject(schema);
  const items = schema["items"] as TSchema | undefined;
  return items && !Array.isArray(items) ? ofArray(items) : undefined;
}
