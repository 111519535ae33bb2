/** A JSON Schema as plain JSON. */
export type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (value: unknown, map: (each: Schema) => Schema): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each as Schema)]))
    : value;

const isNull = (schema: unknown) => isObject(schema) && (schema["type"] === "null" || schema["const"] === null);

type Rule = (value: unknown, schema: Schema) => Schema;

/** A choice between schemas. Null is none of them in 3.0, but a mark beside them. */
const choice =
  (keyword: "anyOf" | "oneOf"): Rule =>
  (value) => {
    const given = value as Schema[];
    const others = given.filter((each) => !isNull(each)).map(olderSchema);
    const mark = others.length < given.length && { nullable: true };
    const [only] = others;
    // Beside a reference nothing else may stand.
    if (others.length === 1 && only) return "$ref" in only ? { allOf: [only], ...mark } : { ...only, ...mark };
    return { [keyword]: others, ...mark };
  };

/** An exclusive bound is a mark beside the bound in 3.0. */
const bound =
  (keyword: "minimum" | "maximum", mark: string): Rule =>
  (value) => ({ [keyword]: value, [mark]: true });

/** What 3.0 says otherwise; every other keyword stays as it is. */
const RULES: Record<string, Rule> = {
  type: (value) => {
    if (value === "null") return { nullable: true, enum: [null] };
    if (!Array.isArray(value)) return { type: value };
    const types = value.filter((each) => each !== "null");
    const mark = types.length < value.length && { nullable: true };
    return types.length === 1 ? { type: types[0], ...mark } : { anyOf: types.map((type) => ({ type })), ...mark };
  },
  const: (value) => (value === null ? { nullable: true, enum: [null] } : { enum: [value] }),
  examples: (value, schema) => ("example" in schema || !Array.isArray(value) ? {} : { example: value[0] }),
  anyOf: choice("anyOf"),
  oneOf: choice("oneOf"),
  allOf: (value) => ({ allOf: (value as Schema[]).map(olderSchema) }),
  properties: (value) => ({ properties: mapped(value, olderSchema) }),
  patternProperties: (value, schema) => {
    const [any] = Object.values(value as Record<string, Schema>);
    return "additionalProperties" in schema || !any ? {} : { additionalProperties: olderSchema(any) };
  },
  additionalProperties: (value) => ({ additionalProperties: isObject(value) ? olderSchema(value) : value }),
  items: (value) => ({ items: isObject(value) ? olderSchema(value) : {} }),
  prefixItems: (value) => ({ items: { anyOf: (value as Schema[]).map(olderSchema) } }),
  not: (value) => ({ not: olderSchema(value as Schema) }),
  exclusiveMinimum: bound("minimum", "exclusiveMinimum"),
  exclusiveMaximum: bound("maximum", "exclusiveMaximum"),
  contentMediaType: () => ({ format: "binary" }),
  contentEncoding: () => ({}),
  propertyNames: () => ({}),
  $id: () => ({}),
  $defs: () => ({}),
};

/** The schema in the words of OpenAPI 3.0. Source: https://spec.openapis.org/oas/v3.0.3#schema-object */
export function olderSchema(schema: Schema): Schema {
  if (!isObject(schema)) return {};
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    const rest = olderSchema(beside);
    return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
  }
  const older: Schema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    Object.assign(older, RULES[keyword]?.(value, schema) ?? { [keyword]: value });
  }
  // What may be null names null among its values.
  const { nullable, enum: values } = older;
  const lacksNull = nullable === true && Array.isArray(values) && !values.includes(null);
  return lacksNull ? { ...older, enum: [...values, null] } : older;
}
