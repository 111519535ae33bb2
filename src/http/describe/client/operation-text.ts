import type { Description } from "../documents/schemas.ts";
import { comment, nameOf, propertyName, type Schema, typeText } from "./type-text.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
type Content = Record<string, { schema?: Schema }>;

/** An operation of the description, as far as the client is made of it. */
export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `product-tags` or `product_id` as a name in code. */
const camel = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join("");

const JSON_TYPE = "application/json";

/** The type of what an operation answers: the body when it is JSON, the whole response when it is a file. */
function answerText({ responses }: Operation): string {
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    if (!status.startsWith("2")) return [];
    const entries = Object.entries(content);
    if (entries.length === 0) return ["undefined"];
    return entries.map(([type, { schema }]) => {
      if (type !== JSON_TYPE) return "Response";
      return typeText(schema ?? {}, "  ");
    });
  });
  return [...new Set(types)].join(" | ") || "undefined";
}

/** What an operation takes as its body: JSON where it takes that, else a form. */
function bodyOf({ requestBody }: Operation) {
  if (!requestBody) return undefined;
  const { content, required = false } = requestBody;
  const [type = JSON_TYPE] = Object.keys(content).toSorted((one) => (one === JSON_TYPE ? -1 : 0));
  return { type: typeText(content[type]?.schema ?? {}, "  "), isForm: type !== JSON_TYPE, required };
}

const queryOf = ({ parameters = [] }: Operation) => parameters.filter((each) => each.in === "query");
const queryName = ({ operationId }: Operation) => `${capital(operationId)}Query`;

/** The interface of an operation's query; nothing when it takes none. */
export function queryText(operation: Operation): string {
  const query = queryOf(operation);
  if (query.length === 0) return "";
  const lines = query.map(({ name, required = false, description, schema = {} }) => {
    const type = typeText(schema, "  ");
    return `${comment(description, "  ")}  ${propertyName(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`;
  });
  return `/** What \`${operation.operationId}\` is asked for. */\nexport interface ${queryName(operation)} {\n${lines.join("")}}\n\n`;
}

const PLACEHOLDER = /\{([^}]+)\}/g;
/** A name of a path as a parameter; the rest of a path has none. */
const pathName = (name: string): string => camel(name) || "path";

function bodyParameter(operation: Operation, needsQuery: boolean): string[] {
  const body = bodyOf(operation);
  if (!body) return [];
  if (body.required) return [`body: ${body.type}`];
  // Nothing that may be left out stands before what may not.
  return [`body${needsQuery ? "" : "?"}: ${body.type} | undefined`];
}

/** The parameters of a method, in the order in which it takes them, and what it passes on. */
function signature({ path, operation }: Place) {
  const schemas = new Map((operation.parameters ?? []).map(({ name, schema }) => [name, schema ?? {}]));
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const given = names.map((name) => `${pathName(name)}: ${typeText(schemas.get(name) ?? { type: "string" })}`);
  const query = queryOf(operation);
  const needsQuery = query.some(({ required }) => required);
  const parameters = [
    ...given,
    ...bodyParameter(operation, needsQuery),
    ...(query.length > 0 ? [`query: ${queryName(operation)}${needsQuery ? "" : " = {}"}`] : []),
    "options?: CallOptions",
  ];
  const body = bodyOf(operation);
  const passed = [
    ...(body ? [body.isForm ? "form: body" : "body"] : []),
    ...(query.length > 0 ? ["query"] : []),
    "options",
  ];
  const address = path.replaceAll(
    PLACEHOLDER,
    (_, name: string) => `\${encodeURIComponent(String(${pathName(name)}))}`,
  );
  return { parameters, passed, address, given };
}

/** What an operation lists in pages: the type of one item. */
function itemOf(operation: Operation, schemas: Record<string, Schema>): string | undefined {
  if (!queryOf(operation).some(({ name }) => name === "cursor")) return undefined;
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    typeof schema?.["$ref"] === "string" ? schemas[nameOf(schema["$ref"])] : schema;
  const page = resolve(operation.responses["200"]?.content?.[JSON_TYPE]?.schema);
  const properties = (page?.["properties"] ?? {}) as Record<string, Schema>;
  const meta = (resolve(properties["meta"])?.["properties"] ?? {}) as Record<string, Schema>;
  const list = properties["items"] ?? properties["data"];
  if (!("next_cursor" in properties || "next_cursor" in meta) || list?.["type"] !== "array") return undefined;
  return typeText((list["items"] ?? {}) as Schema, "  ");
}

/** `listProducts` becomes `allProducts`. */
const allName = (operationId: string): string => `all${capital(operationId.replace(/^list/, ""))}`;

/** The method that goes through all pages of a list; nothing for other operations. */
function allText(place: Place, schemas: Record<string, Schema>): string {
  const { operation } = place;
  const item = itemOf(operation, schemas);
  if (item === undefined) return "";
  const { parameters, given } = signature(place);
  const names = given.map((each) => each.split(":")[0]);
  const passed = [...names, "{ ...query, cursor }", "options"].join(", ");
  return `${comment(`Every item of \`${operation.operationId}\`, page after page.`, "  ")}  ${allName(operation.operationId)}(${parameters.join(", ")}): AsyncGenerator<${item}> {
    return eachItem((cursor) => this.${operation.operationId}(${passed}));
  }
`;
}

/** The method that waits until nothing runs any more, for what has a stream of events; nothing for other operations. */
function waitText(place: Place, beside: readonly Place[]): string {
  const { method, path, operation } = place;
  if (method !== "get") return "";
  const stream = beside.find((each) => each.method === "get" && each.path === `${path}/events`);
  const [, followed] = /^follow(\w+)$/.exec(stream?.operation.operationId ?? "") ?? [];
  if (!stream || followed === undefined) return "";
  const { given } = signature(place);
  const names = given.map((each) => each.split(":")[0]);
  const state = answerText(operation);
  const text = "The same, once nothing runs any more: it has ended in any way, or waits for somebody.";
  return `${comment(text, "  ")}  waitFor${followed}(${[...given, `options?: WaitOptions<${state}>`].join(", ")}): Promise<${state}> {
    return untilEnd((call) => this.${stream.operation.operationId}(${[...names, "call"].join(", ")}), options);
  }
`;
}

/** An operation as a method of its group. */
export function methodText(place: Place, schemas: Record<string, Schema>, beside: readonly Place[]): string {
  const { method, operation } = place;
  const { parameters, passed, address } = signature(place);
  const text = [operation.summary, operation.description].filter(Boolean).join("\n\n");
  const description = operation.deprecated ? `${text}\n@deprecated` : text;
  return `${comment(description, "  ")}  ${operation.operationId}(${parameters.join(", ")}): Promise<${answerText(operation)}> {
    return this.#send("${method.toUpperCase()}", \`${address}\`, { ${passed.join(", ")} });
  }
${allText(place, schemas)}${waitText(place, beside)}`;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation of a description, by the first word of its path behind `/api/v1/`. */
export function operationsByGroup({ paths = {} }: Description): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const [path, item] of Object.entries(paths)) {
    // What has no word of its own is the service's.
    const group = camel(path.split("/")[3] ?? "") || "service";
    const places = METHODS.flatMap((method) => {
      const operation = item?.[method];
      // As `description.ts` makes them: parameters of paths and queries stand in the operation itself.
      return operation ? [{ method, path, operation: operation as unknown as Operation }] : [];
    });
    groups.set(group, [...(groups.get(group) ?? []), ...places]);
  }
  return groups;
}
