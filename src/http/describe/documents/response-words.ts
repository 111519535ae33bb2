import type { OpenAPIV3_1 } from "openapi-types";
import type { Schema } from "./schemas.ts";

type Operation = OpenAPIV3_1.OperationObject;
interface Answer {
  description: string;
  content?: Record<string, { schema?: Schema }>;
}

const SHORT = /\b(ean|asin|ai|erp|smtp|api|csrf|csv|url|gtin)(s?)\b/g;

/** `PriceList`: `price list`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll("_", " ")
    .toLowerCase()
    .replaceAll(SHORT, (_, word: string, many: string) => word.toUpperCase() + many);

const FIELDS_MAX = 5;
function fieldsOf({ properties = {} }: Schema): string {
  const names = Object.keys(properties);
  const shown = names.slice(0, FIELDS_MAX).map((name) => `\`${name}\``);
  const last = names.length > FIELDS_MAX ? "more" : (shown.pop() ?? "");
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

// What the framework says without a text of ours, and what a model says of itself.
const SAYS_NOTHING = /^Response for status|^An? [\w -]+\.$/;
const READING = /^(?:get|list|search|find|look|preview|compare|detect|suggest|recommend|check|validate|estimate)/;
const WRITING = /^(?:put|update)/;
const NO_RESOURCE = /^$|(?:Response|Item)$/;

/** What an answer means whose model is named after its operation. */
function meaningOfFields(operationId: string, model: Schema): string {
  const { properties = {} } = model;
  if ("success" in properties && "data" in properties) return "The result is in `data`.";
  const verb = READING.test(operationId) ? "The answer" : "Done";
  return Object.keys(properties).length > 0 ? `${verb}: ${fieldsOf(model)}.` : `${verb}.`;
}

function meaningOfResource(operationId: string, status: string, name: string): string {
  if (status === "201") return `The new ${wordsOf(name)}.`;
  return `The ${wordsOf(name)}${WRITING.test(operationId) ? " after the change" : ""}.`;
}

/** What a success answer means. */
function meaningOf(operationId: string, status: string, schema: Schema, models: Record<string, Schema>): string {
  const name = schema.$ref?.split("/").at(-1) ?? "";
  const model = models[name] ?? schema;
  const [, listed] = /^list(\w+)$/.exec(operationId) ?? [];
  const isPage = name.endsWith("Page");
  if (status === "202") return `Accepted; the work goes on in the background. The answer has ${fieldsOf(model)}.`;
  if (listed !== undefined) return `${isPage ? "One page of" : "The"} ${wordsOf(listed)}.`;
  if (isPage) return "One page of what was found.";
  if (schema.items) return "What was asked for, as a list.";
  return NO_RESOURCE.test(name) ? meaningOfFields(operationId, model) : meaningOfResource(operationId, status, name);
}

/** What each query parameter means that says nothing itself. */
const MEANINGS: Record<string, string> = {
  sort_by: "What to sort by.",
  sort_order: "Ascending or descending.",
  limit: "How many at most.",
  format: "Format of the answer.",
  delimiter: "Between the cells of a line.",
  size: "Size of the image.",
  date_from: "Only from this time on.",
  date_to: "Only up to this time.",
  archive_type: "What to put away.",
  email: "The address of the account.",
  file_name: "Name of the file.",
};

function meaningOfParameter({ name, in: place }: OpenAPIV3_1.ParameterObject): string {
  const meaning = MEANINGS[name];
  if (meaning !== undefined) return meaning;
  const words = wordsOf(name);
  if (place === "path") return name.endsWith("_id") ? `Id of the ${words.slice(0, -" id".length)}.` : `The ${words}.`;
  return name.endsWith("_id")
    ? `Only of this ${words.slice(0, -" id".length)}, by its id.`
    : `Only with this ${words}.`;
}

/** Who may call an operation and how often, in a line. */
function rightsOf(operation: Operation): string {
  const {
    "x-permission": permission,
    "x-scope": scope,
    "x-rate-limit-tier": tier,
    "x-credential": credential,
  } = operation as Record<string, unknown>;
  const needs = [
    ...(permission === undefined ? [] : [`permission \`${permission}\``]),
    ...(scope === undefined ? [] : [`key scope \`${scope}\``]),
  ];
  const who =
    credential === "none"
      ? "Open to everybody"
      : needs.length > 0
        ? `Needs ${needs.join(" or ")}`
        : "Needs a credential";
  return `${who}; limit \`${tier}\`.`;
}

/** Says what an operation, its parameters and its success answers mean, where tools look for it. */
export function addWords(operation: Operation, models: Record<string, Schema>): void {
  operation.description = [operation.description, rightsOf(operation)].filter(Boolean).join("\n\n");
  for (const parameter of operation.parameters ?? []) {
    if (!("in" in parameter)) continue;
    const { description, ...schema } = Object(parameter.schema) as Schema;
    parameter.description ??= description ?? meaningOfParameter(parameter);
    Object.assign(parameter, { schema });
  }
  for (const [status, answer] of Object.entries((operation.responses ?? {}) as Record<string, Answer>)) {
    const schema = answer.content?.["application/json"]?.schema;
    const isMute = status.startsWith("2") && SAYS_NOTHING.test(answer.description);
    if (isMute && schema) answer.description = meaningOf(operation.operationId ?? "", status, schema, models);
  }
}
