/** What of a JSON schema of the API's description forms and columns read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  writeOnly?: boolean;
  readOnly?: boolean;
}
export type Schemas = Record<string, Schema>;

/** How a value is shown and entered. */
export type Kind =
  | "text"
  | "longText"
  | "number"
  | "integer"
  | "boolean"
  | "choice"
  | "list"
  | "date"
  | "password"
  /** Fields of its own, once or as any number of rows. */
  | "group"
  | "rows"
  | "json";

/** One field of a form, one column of a table. */
export interface Field {
  name: string;
  kind: Kind;
  label: string;
  /** The description's own sentence. */
  help: string | undefined;
  isRequired: boolean;
  /** Whether it can be emptied. */
  isNullable: boolean;
  choices: string[];
  example: string | undefined;
  schema: Schema;
  /** What a group, or each row, is made of. */
  fields?: Field[];
}

/** A field that a screen asks for by itself, beside those of the description; its label comes with the language. */
export const fieldNamed = (name: string, schema: Schema, more: Partial<Field> = {}): Field => ({
  name,
  kind: schema.type === "number" ? "number" : "text",
  label: "",
  help: undefined,
  isRequired: false,
  isNullable: false,
  choices: [],
  example: undefined,
  schema,
  ...more,
});

/** A schema with its reference followed, and the one real choice of `anyOf` with null taken. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined)
    return {
      ...resolve(schemas[name] ?? {}, schemas),
      ...(schema.description ? { description: schema.description } : {}),
      ...(schema.title ? { title: schema.title } : {}),
    };
  const real = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (real.length === 1 && real[0]) {
    const { anyOf, ...rest } = schema;
    return { ...resolve(real[0], schemas), ...rest, type: [typesOf(resolve(real[0], schemas))[0] ?? "string", "null"] };
  }
  return schema;
}

const typesOf = ({ type, enum: choices }: Schema): string[] =>
  type === undefined ? (choices ? ["string"] : []) : [type].flat();

const LONG = 500;
const has = ({ properties = {} }: Schema): boolean => Object.keys(properties).length > 0;

const kindOfList = (items: Schema): Kind => (typesOf(items)[0] === "string" ? "list" : has(items) ? "rows" : "json");

function kindOf(name: string, schema: Schema, schemas: Schemas): Kind {
  const [type] = typesOf(schema).filter((each) => each !== "null");
  if (schema.enum) return "choice";
  if (type === "boolean" || type === "integer" || type === "number") return type;
  if (type === "array") return kindOfList(resolve(schema.items ?? {}, schemas));
  if (type === "object" && has(schema)) return "group";
  if (type !== "string") return "json";
  if (schema.writeOnly || /password|secret|api_key$|token$/.test(name)) return "password";
  if (schema.format === "date" || schema.format === "date-time") return "date";
  // An address is long, but one line.
  if (/(^|_)url$/.test(name)) return "text";
  const isLong = (schema.maxLength ?? 0) > LONG || /description|comment|text$|body|prompt/.test(name);
  return isLong ? "longText" : "text";
}

/** `package_weight` as a person reads it; `title` of the schema wins. */
export function labelOf(name: string, schema: Schema = {}): string {
  const words = name
    .replace(/^is_/, "")
    .replaceAll("_", " ")
    .replace(/\b(ean|asin|seo|url|id|hs|upc|gtin|ce|map|sku|erp|ai)\b/g, (word) => word.toUpperCase());
  return schema.title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** So deep do forms go; what lies deeper is written as JSON. */
const DEPTH_MAX = 3;

/** The fields of an object's schema, in its order: a new property of the description is a new field here. */
export function fieldsOf(schema: Schema, schemas: Schemas, depth = 1): Field[] {
  const object = resolve(schema, schemas);
  const parts = [object, ...(object.allOf ?? []).map((part) => resolve(part, schemas))];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  return parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, written]) => {
      const found = resolve(written, schemas);
      const [example] = found.examples ?? [];
      const kind = kindOf(name, found, schemas);
      const isNested = kind === "group" || kind === "rows";
      const part = kind === "rows" ? resolve(found.items ?? {}, schemas) : found;
      return {
        name,
        kind: isNested && depth === DEPTH_MAX ? "json" : kind,
        ...(isNested && depth < DEPTH_MAX ? { fields: fieldsOf(part, schemas, depth + 1) } : {}),
        label: labelOf(name, found),
        help: found.description?.replaceAll("`", ""),
        isRequired: required.has(name),
        isNullable: typesOf(found).includes("null"),
        choices: (found.enum ?? resolve(found.items ?? {}, schemas).enum ?? [])
          .filter((each) => each !== null)
          .map(String),
        example: example === undefined || typeof example === "object" ? undefined : String(example),
        schema: found,
      };
    }),
  );
}

/** What somebody entered as the API takes it; `undefined` leaves the field out. */
export function parseEntry(field: Field, entry: string): unknown {
  const text = entry.trim();
  if (text === "") return field.isNullable ? null : field.kind === "text" || field.kind === "longText" ? "" : undefined;
  if (field.kind === "number" || field.kind === "integer") {
    // 12,50 and 1 200 as people write them; what is no number goes as it is, and the API says so.
    const written = Number(text.replace(/[\s\u00a0\u202f]/g, "").replace(",", "."));
    return Number.isFinite(written) ? written : text;
  }
  if (field.kind === "boolean") return text === "true";
  if (field.kind === "list")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (field.kind === "json" || field.kind === "group" || field.kind === "rows") {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return field.kind === "longText" ? entry : text;
}

/** A value as it stands in an input. */
export function writeEntry(field: Field, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field.kind === "list" && Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
