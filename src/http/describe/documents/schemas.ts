import type { OpenAPIV3_1 } from "openapi-types";

export type Description = OpenAPIV3_1.Document & { "x-tagGroups"?: { name: string; tags: string[] }[] };

/** A schema of the document, in plain JSON. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  [keyword: string]: unknown;
}

/** A copy of a record whose schemas are changed. */
export const mapRecord = (record: Record<string, Schema>, change: (schema: Schema) => Schema) =>
  Object.fromEntries(Object.entries(record).map(([name, each]) => [name, change(each)]));

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** A copy of a schema whose inner schemas are changed. */
export function mapInner(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapRecord(properties, change) }),
    ...(isSchema(items) && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
    ...(allOf && { allOf: allOf.map(change) }),
    ...(isSchema(additionalProperties) && { additionalProperties: change(additionalProperties) }),
  };
}

const HOLDING = ["object", "array", undefined];

/** What a client wants a type for: an object with fields of its own, or a choice or other value that says its name. */
export const isModel = ({ type, properties = {}, title, enum: values }: Schema): boolean => {
  if (type === "object") return Object.keys(properties).length > 0;
  return title !== undefined && (values !== undefined || !HOLDING.includes(String(type)));
};
