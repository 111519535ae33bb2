import type { Language } from "../../output/messages.ts";
import type { Description } from "./schemas.ts";

/** What people call fields, by their names in the API. */
export type FieldNames = Readonly<Record<Language, Readonly<Record<string, string>>>>;

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** What holds values of calls: nothing of it is a schema. */
const VALUES: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * A description for who shows its fields to people: each has its name as `title`, in English where the API's own name is not
 * what people say, and what French has no name or sentence for stays English.
 */
export async function inLanguage(full: Description, language: Language, ofProducts: FieldNames): Promise<Description> {
  const { default: words } = await import("./field-words.json", { with: { type: "json" } });
  const { english, french, sentences } = words as Record<string, Record<string, string>>;
  const names = { ...ofProducts[language], ...(language === "fr" ? french : english) };
  const said = (language === "fr" ? sentences : undefined) ?? {};

  const named = (name: string, schema: unknown): unknown => {
    const inside = walk(schema);
    if (!isRecord(inside)) return inside;
    const { title = names[name], ...rest } = inside;
    return title === undefined ? rest : { title, ...rest };
  };
  const parameter = (given: unknown): unknown => {
    const inside = walk(given);
    if (!isRecord(inside) || typeof inside["name"] !== "string") return inside;
    const { name, schema, ...rest } = inside;
    return { name, ...rest, ...(schema === undefined ? {} : { schema: named(String(name), schema) }) };
  };
  const properties = (given: Json): Json =>
    Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, named(name, schema)]));
  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inPlace(key, each)]));
  }
  function inPlace(key: string, each: unknown): unknown {
    if (VALUES.has(key)) return each;
    if (key === "properties" && isRecord(each)) return properties(each);
    if (key === "parameters" && Array.isArray(each)) return each.map(parameter);
    return key === "description" && typeof each === "string" ? (said[each] ?? each) : walk(each);
  }
  return walk(full) as Description; // the same document, with other words
}
