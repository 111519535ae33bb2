import { type Naming, namesOfAnswer, namesOfBody, namesOfTitled, RANKS } from "./model-names.ts";
import { nameChoices } from "./named-choices.ts";
import { isModel, mapInner, type Schema } from "./schemas.ts";

/** Where a schema stands, so that another can take its place. */
export interface Place {
  operationId: string;
  role: "answer" | "body";
  holder: { schema?: Schema };
}

/** What makes two schemas the same model: everything but what is said of them in their place. */
function keyOf({ title: _, description: __, examples: ___, ...shape }: Schema): string {
  return JSON.stringify(shape);
}

/** A model's name, and whether it is a resource that other models may hold, rather than the body of one operation. */
interface ModelName {
  name: string;
  isResource: boolean;
}

/** One name for each shape, the best that is free. */
function namesByShape(namings: readonly Naming[]): Map<string, ModelName> {
  const names = new Map<string, ModelName>();
  const taken = new Set<string>();
  const ordered = namings
    .filter(({ schema }) => isModel(schema))
    .toSorted((one, other) => one.rank - other.rank || one.name.length - other.name.length);
  for (const { schema, name, rank } of ordered) {
    const key = keyOf(schema);
    if (names.has(key) || taken.has(name)) continue;
    names.set(key, { name, isResource: rank < RANKS.operation });
    taken.add(name);
  }
  return names;
}

const refTo = (name: string) => `#/components/schemas/${name}`;

/**
 * Takes the objects of answers and bodies out of the operations, and puts a `$ref` in their place. A schema is called by its
 * `title`; without one by what operations do with it: `getBrand` answers a `Brand`, `listBrands` a `BrandPage`, `createBrand`
 * takes a `BrandInput`, and what fits nowhere is a `MergeBrandsResponse`. Equal shapes are one model, and a part
 * whose `x-model` names a model is that one again, as in a tree. Returns them by name.
 */
export function nameModels(places: readonly Place[]): Record<string, Schema> {
  const namings = places.flatMap(({ operationId, role, holder: { schema = {} } }) => [
    ...(role === "body" ? namesOfBody(operationId, schema) : namesOfAnswer(operationId, schema)),
    ...namesOfTitled(schema),
  ]);
  const names = namesByShape(namings);
  const models: Record<string, Schema> = {};
  const take = (schema: Schema, name: string): Schema => {
    const { title: _, ...model } = schema;
    models[name] ??= mapInner(model, referInner);
    const { description } = schema;
    const isSaid = description === undefined || description === models[name]?.description;
    return { $ref: refTo(name), ...(!isSaid && { description }) };
  };
  // A choice that says no name is the one of the same values that does.
  const nameOf = (schema: Schema) => (isModel(schema) || schema["enum"] ? names.get(keyOf(schema)) : undefined);
  const referInner = (schema: Schema): Schema => {
    if (schema["x-model"] !== undefined) return { $ref: refTo(String(schema["x-model"])) };
    const known = nameOf(schema);
    return known?.isResource ? take(schema, known.name) : mapInner(schema, referInner);
  };
  const refer = (schema: Schema): Schema => {
    const known = nameOf(schema);
    if (known) return take(schema, known.name);
    return schema.items ? { ...schema, items: refer(schema.items) } : mapInner(schema, referInner);
  };
  for (const { holder } of places) if (holder.schema) holder.schema = refer(holder.schema);
  return Object.fromEntries(Object.entries(nameChoices(models)).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
