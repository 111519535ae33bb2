import { mapInner, type Schema } from "./schemas.ts";

/** A schema in its place, and what it may be called there. */
export interface Naming {
  schema: Schema;
  /** The best name has the lowest. */
  rank: number;
  name: string;
}

/** From what a schema says of itself to what only its operation says. */
export const RANKS = { title: 0, one: 1, changed: 2, listed: 3, operation: 4 };

/** `Categories`: `Category`; a word without a plural stays. */
function singular(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(noun)) return noun.slice(0, -2);
  return /[^su]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

/** `getBrand`: `get` and `Brand`. */
function wordsOf(operationId: string): { verb: string; noun: string } {
  const [, verb = "", noun = ""] = /^([a-z]+)(\w*)$/.exec(operationId) ?? [];
  return { verb, noun };
}

/** One of those that an operation lists. */
function namesOfItem(operationId: string, schema: Schema): Naming[] {
  const { verb, noun } = wordsOf(operationId);
  const own = { schema, rank: RANKS.operation, name: `${capital(operationId)}Item` };
  if (verb !== "list") return [own];
  const one = singular(noun);
  return [
    { schema, rank: RANKS.listed, name: one === noun ? `${noun}Entry` : one },
    { ...own, name: `${one}ListItem` },
  ];
}

/** A list with its items. */
function namesOfList(operationId: string, schema: Schema): Naming[] {
  const { properties = {} } = schema;
  const isPage = "items" in properties && ("meta" in properties || "total" in properties);
  const name = `${singular(wordsOf(operationId).noun)}${isPage ? "Page" : "List"}`;
  const lists = Object.values(properties).flatMap(({ items }): Schema[] => (items ? [items] : []));
  return [
    { schema, rank: RANKS.one, name },
    ...(lists.length === 1 ? lists.flatMap((item) => namesOfItem(operationId, item)) : []),
  ];
}

/** What a success answer may be called: by what is read, made, changed or listed, or else by the operation. */
export function namesOfAnswer(operationId: string, schema: Schema): Naming[] {
  if (schema.items) return namesOfItem(operationId, schema.items);
  const { verb, noun } = wordsOf(operationId);
  const own = { schema, rank: RANKS.operation, name: `${capital(operationId)}Response` };
  if (verb === "get") return [{ schema, rank: RANKS.one, name: noun }, own];
  if (/^(?:create|put|update|add)$/.test(verb)) return [{ schema, rank: RANKS.changed, name: noun }, own];
  return verb === "list" ? [...namesOfList(operationId, schema), own] : [own];
}

/** What a request's body may be called. */
export function namesOfBody(operationId: string, schema: Schema): Naming[] {
  if (schema.items) return namesOfItem(operationId, schema.items);
  const { verb, noun } = wordsOf(operationId);
  const own = { schema, rank: RANKS.operation, name: `${capital(operationId)}Request` };
  if (verb === "create" || verb === "add") return [{ schema, rank: RANKS.one, name: `${noun}Input` }, own];
  if (verb === "put" || verb === "update") return [{ schema, rank: RANKS.changed, name: `${noun}Update` }, own];
  return [own];
}

/** The parts of a schema, at any depth, that say their own name. */
export function namesOfTitled(schema: Schema): Naming[] {
  const found: Naming[] = [];
  const look = (each: Schema): Schema => {
    if (each.title !== undefined) found.push({ schema: each, rank: RANKS.title, name: each.title });
    return mapInner(each, look);
  };
  look(schema);
  return found;
}
