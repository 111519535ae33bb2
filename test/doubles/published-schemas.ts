/** What a provider takes of JSON Schema in structured outputs; it refuses every other keyword. */
interface PublishedSchemas {
  /** Where from, and of which day. */
  source: string;
  /** The keywords beside those that all have. */
  keywords: string;
  /** Whether an object must require all of its properties. */
  requiresAll: boolean;
  depthMax: number;
  propertiesMax: number;
}
type Schema = Record<string, unknown>;

const ALL = "type properties required additionalProperties items anyOf enum description";
const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** By provider. `title` and `default` are comments that no one has to take, so nothing sends them. */
const PUBLISHED_SCHEMAS = {
  openai: {
    source: "platform.openai.com/docs/guides/structured-outputs, Supported schemas",
    keywords:
      "const $ref $defs pattern format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum minItems maxItems",
    requiresAll: true,
    depthMax: 10,
    propertiesMax: 5000,
  },
  anthropic: {
    source: "platform.claude.com/docs/en/build-with-claude/structured-outputs, JSON Schema limitations",
    keywords: "const allOf default format minItems",
    requiresAll: false,
    depthMax: 10,
    propertiesMax: 5000,
  },
  mistral: {
    source:
      "docs.mistral.ai/capabilities/structured_output: it lists no keywords, so it is held to those that all others take",
    keywords: "",
    requiresAll: true,
    depthMax: 10,
    propertiesMax: 5000,
  },
  gemini: {
    source: "ai.google.dev/gemini-api/docs/structured-output, without what it has taken since November 2025 only",
    keywords: "format minItems maxItems propertyOrdering",
    requiresAll: false,
    depthMax: 10,
    propertiesMax: 5000,
  },
} as const satisfies Record<string, PublishedSchemas>;
type SchemaProvider = keyof typeof PUBLISHED_SCHEMAS;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schemas that stand in a schema, each with where. */
function inner(schema: Schema, path: string): [schema: unknown, path: string][] {
  const { properties, items, anyOf } = schema;
  return [
    ...Object.entries(Object(properties)).map(([name, each]): [unknown, string] => [each, `${path}.${name}`]),
    ...(items === undefined ? [] : [[items, `${path}[]`] as [unknown, string]]),
    ...(Array.isArray(anyOf) ? anyOf.map((each, index): [unknown, string] => [each, `${path}|${index}`]) : []),
  ];
}

/** An object names what it has, takes nothing else, and where the provider wants it requires all. */
function objectFaults(
  { properties, required, additionalProperties }: Schema,
  requiresAll: boolean,
  path: string,
): string[] {
  const names = Object.keys(Object(properties));
  const demanded = Array.isArray(required) ? required : [];
  return [
    ...(isSchema(properties) ? [] : [`${path}: an object without properties`]),
    ...(additionalProperties === false ? [] : [`${path}: additionalProperties must be false`]),
    ...(requiresAll && names.some((name) => !demanded.includes(name)) ? [`${path}: required must name all`] : []),
    ...demanded.filter((name) => !names.includes(String(name))).map((name) => `${path}: requires unknown ${name}`),
  ];
}

function ownFaults(schema: Schema, { keywords, requiresAll }: PublishedSchemas, path: string): string[] {
  const { type, anyOf, items, properties } = schema;
  const known = `${ALL} ${keywords}`.split(" ");
  const hasType = TYPES.includes(type) || (Array.isArray(type) && type.every((each) => TYPES.includes(each)));
  return [
    ...Object.keys(schema).flatMap((name) => (known.includes(name) ? [] : [`${path}: unknown keyword ${name}`])),
    ...(hasType || Array.isArray(anyOf) || "$ref" in schema || "enum" in schema ? [] : [`${path}: no type`]),
    ...(anyOf === undefined || (Array.isArray(anyOf) && anyOf.length > 0) ? [] : [`${path}: anyOf lists schemas`]),
    ...(type === "array" && items === undefined ? [`${path}: an array without items`] : []),
    ...(type === "object" ? objectFaults(schema, requiresAll, path) : []),
    ...(type !== "object" && properties !== undefined ? [`${path}: properties of no object`] : []),
  ];
}

function walk(schema: unknown, rules: PublishedSchemas, path: string, depth: number): string[] {
  if (!isSchema(schema)) return [`${path}: no schema`];
  if (depth > rules.depthMax) return [`${path}: too deep`];
  const within = inner(schema, path).flatMap(([each, at]) => walk(each, rules, at, depth + 1));
  return [...ownFaults(schema, rules, path), ...within];
}

const propertyCount = (schema: unknown): number =>
  isSchema(schema)
    ? Object.keys(Object(schema["properties"])).length +
      inner(schema, "").reduce((sum, [each]) => sum + propertyCount(each), 0)
    : 0;

/** All that a provider would refuse of the schema of an answer, by what it publishes. */
export function schemaFaults(provider: SchemaProvider, schema: unknown): string[] {
  const rules = PUBLISHED_SCHEMAS[provider];
  const root = isSchema(schema) && schema["type"] === "object" && !("anyOf" in schema);
  return [
    ...(root ? [] : ["the root must be an object"]),
    ...(propertyCount(schema) > rules.propertiesMax ? ["too many properties"] : []),
    ...walk(schema, rules, "$", 1),
  ];
}
