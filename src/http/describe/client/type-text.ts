/** A JSON Schema as plain JSON. */
export type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The name of what a `$ref` refers to. */
export const nameOf = (ref: string): string => ref.split("/").at(-1) ?? "";

/** A name as a property is written. */
export const propertyName = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

/** A comment for who reads the code; nothing without a text. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== "string" || text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

const union = (types: string[]): string => [...new Set(types)].join(" | ");
const grouped = (type: string): string => (/[|&]/.test(type) && !type.startsWith("{") ? `(${type})` : type);

/** What a schema allows besides its properties; `undefined` when it names none. */
function furtherOf(schema: Schema, indent: string): string | undefined {
  const { additionalProperties: additional, patternProperties: pattern } = schema;
  const [any] = isSchema(pattern) ? Object.values(pattern) : [additional];
  if (any === true) return "unknown";
  return isSchema(any) ? typeText(any, indent) : undefined;
}

function objectText(schema: Schema, indent: string): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const further = furtherOf(schema, indent);
  if (properties.length === 0) return `Record<string, ${further ?? "unknown"}>`;
  const required = new Set((schema["required"] ?? []) as string[]);
  const inner = `${indent}  `;
  const lines = properties.map(([name, value]) => {
    const isOptional = !required.has(name);
    const type = typeText(value, inner);
    // Who checks optional properties exactly may pass what may be missing all the same.
    return `${comment(value["description"], inner)}${inner}${propertyName(name)}${isOptional ? "?" : ""}: ${type}${isOptional ? " | undefined" : ""};\n`;
  });
  // The others must fit the named ones too, so of them nothing can be said.
  const rest = further === undefined ? "" : `${inner}[name: string]: unknown;\n`;
  return `{\n${lines.join("")}${rest}${indent}}`;
}

function arrayText(items: unknown, indent: string): string {
  const item = isSchema(items) ? typeText(items, indent) : "unknown";
  return `${grouped(item)}[]`;
}

const SIMPLE: Record<string, string> = { integer: "number", number: "number", boolean: "boolean", null: "null" };

function textOfType(type: unknown, schema: Schema, indent: string): string {
  if (type === "object") return objectText(schema, indent);
  if (type === "array") return arrayText(schema["items"], indent);
  if (type === "string") return schema["format"] === "binary" || "contentMediaType" in schema ? "Blob" : "string";
  return SIMPLE[String(type)] ?? "unknown";
}

/** The TypeScript type of what fits a schema, as it stands behind `indent`. */
export function typeText(schema: Schema, indent = ""): string {
  const { $ref, type, enum: values, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return nameOf($ref);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return union(choices.map((each: Schema) => typeText(each, indent)));
  if (Array.isArray(allOf)) return allOf.map((each: Schema) => grouped(typeText(each, indent))).join(" & ");
  if (Array.isArray(type)) return union(type.map((each) => textOfType(each, schema, indent)));
  return textOfType(type ?? ("properties" in schema ? "object" : undefined), schema, indent);
}
