import { CHOICE_NAMES } from "./choice-names.ts";
import { mapInner, mapRecord, type Schema } from "./schemas.ts";

/** A choice in the place where it stands: in which model, as the value of which property. */
interface Found {
  model: string;
  property: string;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isChoice = ({ type, enum: values }: Schema): boolean =>
  type === "string" && Array.isArray(values) && values.length > 1 && values.every(isText);
const keyOf = ({ enum: values }: Schema): string => JSON.stringify(values);

/**
 * Names for the values in a program, where generators that leave out punctuation would make one name of two: `x.90` and `x90`.
 * https://openapi-generator.tech/docs/templating/#enum
 */
function memberNames(values: readonly string[]): Schema {
  const bare = values.map((value) => value.replace(/\W/g, "")).filter((name) => name !== "");
  if (new Set(bare).size === bare.length) return {};
  return { "x-enum-varnames": values.map((value) => value.replace(/\W/g, "_").replace(/^\d/, "_$&")) };
}

/** What is said of a resource when it is sent, changed or listed. */
const FORM = /(?:Input|Update|ListItem|Page|List|Created|Request|Response)$/;

/** The client calls what a webhook is sent so. */
const RESERVED = ["WebhookEvent"];

/** `feed_types` of an `ExportFeedInput` is an `ExportFeedType`: a list of choices is called as one of them. */
function nameAt({ model, property }: Found): string {
  const words = property
    .replace(/ies$/, "y")
    .replace(/([^sui])s$/, "$1")
    .split(/[^A-Za-z0-9]+/);
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${model.replace(FORM, "")}${capital}`;
}

/** Changes the choices in a schema; `property` is the one that has it. */
function mapChoices(schema: Schema, property: string, change: (choice: Schema, property: string) => Schema): Schema {
  if (isChoice(schema)) return change(schema, property);
  const { properties, ...rest } = schema;
  const inner = mapInner(rest, (each) => mapChoices(each, property, change));
  if (!properties) return inner;
  const named = Object.entries(properties).map(([name, each]) => [name, mapChoices(each, name, change)]);
  return { ...inner, properties: Object.fromEntries(named) };
}

/** The names that a choice can have, the best first: that of a resource, which most places have, and short. */
function namesAt(places: readonly Found[], models: Readonly<Record<string, Schema>>): string[] {
  const all = places.map((place) => ({ name: nameAt(place), isResource: place.model.replace(FORM, "") in models }));
  const countOf = (name: string) => all.filter((each) => each.name === name).length;
  return all
    .toSorted(
      (one, other) =>
        Number(other.isResource) - Number(one.isResource) ||
        countOf(other.name) - countOf(one.name) ||
        one.name.length - other.name.length ||
        (one.name < other.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

/** The names of the choices that several places have, by their values. */
function namesOf(found: ReadonlyMap<string, Found[]>, models: Readonly<Record<string, Schema>>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(models)) if (isChoice(schema)) names.set(keyOf(schema), name);
  const taken = new Set([...Object.keys(models), ...RESERVED]);
  for (const [key, places] of found) {
    if (names.has(key) || places.length < 2) continue;
    const made = namesAt(places, models).find((each) => !taken.has(each));
    if (made === undefined) continue;
    const name = CHOICE_NAMES[made] ?? made;
    if (taken.has(name)) throw new TypeError(`Two models are named ${name}: choice-names.ts`);
    names.set(key, name);
    // Others are not called so either: each name that is made has one meaning.
    taken.add(made).add(name);
  }
  return names;
}

/**
 * Makes a model of each choice of texts that several properties of models have, so that a program has one type for it, and
 * puts a `$ref` in its places. It is called after the resource and the property, or as `choice-names.ts` says.
 */
export function nameChoices(models: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const found = new Map<string, Found[]>();
  for (const [model, schema] of Object.entries(models)) {
    if (isChoice(schema)) continue;
    mapChoices(schema, "", (choice, property) => {
      found.set(keyOf(choice), [...(found.get(keyOf(choice)) ?? []), { model, property }]);
      return choice;
    });
  }
  const names = namesOf(found, models);
  const choices: Record<string, Schema> = {};
  const refer = (choice: Schema): Schema => {
    const name = names.get(keyOf(choice));
    if (name === undefined) return choice;
    const { type, enum: values, title: _, ...said } = choice;
    choices[name] ??= { type: "string", enum: values, ...memberNames(values as string[]) };
    return { $ref: `#/components/schemas/${name}`, ...said };
  };
  const referring = mapRecord(models, (schema) => (isChoice(schema) ? schema : mapChoices(schema, "", refer)));
  return { ...choices, ...referring };
}
