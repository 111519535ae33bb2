import type { OpenAPIV3_1 } from "openapi-types";
import type { HEADERS, PARAMETERS } from "./components.ts";
import type { Schema } from "./schemas.ts";
import { METHODS } from "./shared-parts.ts";

type Operation = OpenAPIV3_1.OperationObject;
type Method = (typeof METHODS)[number];
type Models = Record<string, Schema>;
type Sent = Record<string, { $ref: string }>;

const CHANGING: readonly Method[] = ["put", "patch", "delete"];

const parameter = (name: keyof typeof PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

const takes = ({ parameters = [] }: Operation, name: string) =>
  parameters.some((each) => "in" in each && each.in === "query" && each.name === name);

/** The schema of the answer with status 200; `undefined` where it is a file. */
function answerOf({ responses = {} }: Operation): Schema | undefined {
  const answers = responses as Record<string, { content?: Record<string, { schema?: Schema }> }>;
  return answers["200"]?.content?.["application/json"]?.schema;
}

/** Whether a schema says which page it is, itself or in `meta`. */
function isPage(schema: Schema | undefined, models: Models): boolean {
  const { properties = {}, anyOf = [] } = models[schema?.$ref?.split("/").at(-1) ?? ""] ?? schema ?? {};
  if ("page" in properties || anyOf.some((each) => isPage(each, models))) return true;
  return properties["meta"] !== undefined && isPage(properties["meta"], models);
}

/** What is changed by operations below it, which take its version. */
const CHANGED_BELOW: ReadonlySet<string> = new Set(["getProposal"]);

/** Whether a path names one resource that can be read and changed: such resources have versions. */
const isVersioned = (item: OpenAPIV3_1.PathItemObject) =>
  item.get !== undefined &&
  (CHANGED_BELOW.has(item.get.operationId ?? "") || CHANGING.some((method) => item[method] !== undefined));

/** An operation in its place. */
interface Described {
  item: OpenAPIV3_1.PathItemObject;
  method: Method;
  operation: Operation;
  isPage: boolean;
}

/** The headers that a request may bring. */
function requestHeaders({ item, method, isPage: isList }: Described) {
  return [
    ...(isList || (method === "get" && isVersioned(item)) ? [parameter("IfNoneMatch")] : []),
    ...(isVersioned(item) && CHANGING.includes(method) ? [parameter("IfMatch")] : []),
    parameter("AcceptLanguage"),
  ];
}

/** The headers of an answer. */
function answered({ item, method, operation, isPage: isList }: Described, status: string): Sent {
  const hasETag = isList || (isVersioned(item) && (method === "get" || method === "put" || method === "patch"));
  const takesKey = (operation.security ?? []).some((scheme) => "apiKeyAuth" in scheme);
  return {
    ...(hasETag && status === "200" && { ETag: header("ETag") }),
    ...(status === "201" && { Location: header("Location") }),
    ...(isList && { Link: header("Link") }),
    ...(isList && takes(operation, "skip") && { Deprecation: header("Deprecation"), Sunset: header("Sunset") }),
    ...(takesKey && {
      "X-RateLimit-Limit": header("RateLimitLimit"),
      "X-RateLimit-Remaining": header("RateLimitRemaining"),
      "X-RateLimit-Reset": header("RateLimitReset"),
    }),
  };
}

function addTo(described: Described): void {
  const { operation } = described;
  const answers = (operation.responses ?? {}) as Record<string, { headers?: Sent }>;
  for (const [status, answer] of Object.entries(answers)) {
    const sent = answered(described, status);
    if (/^2\d\d$/.test(status) && Object.keys(sent).length > 0) answer.headers = sent;
  }
  const headers = requestHeaders(described);
  if (headers.some(({ $ref }) => $ref.endsWith("IfNoneMatch"))) {
    operation.responses = { ...operation.responses, "304": { $ref: "#/components/responses/NotModified" } };
  }
  operation.parameters = [...(operation.parameters ?? []), ...headers];
}

/** Adds the headers that operations take, and those of success answers. */
export function addHeaders(paths: OpenAPIV3_1.PathsObject, models: Models): void {
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!item || !operation) continue;
      addTo({
        item,
        method,
        operation,
        isPage: method === "get" && takes(operation, "page") && isPage(answerOf(operation), models),
      });
    }
  }
}
