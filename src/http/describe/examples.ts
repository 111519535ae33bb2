import type { OpenAPIV3_1 } from "openapi-types";

type Operation = OpenAPIV3_1.OperationObject;

/**
 * A call that works, recorded by `npm run examples`. `from` says which of its values an earlier one was answered:
 * `body/brand_id` is `createBrand#/id`.
 */
export interface Example {
  id: string;
  path: Record<string, string | number>;
  query: Record<string, unknown>;
  body?: unknown;
  from: Record<string, string>;
  /** For the page that tries it out, see `Plan` of pages/try-out.js. */
  fresh?: string[];
  needs?: string[];
  anew?: string[];
  instead?: Record<string, string>;
  rows?: number;
  status: number;
  answer?: unknown;
  /** Success answers of other calls of it. */
  more?: { status: number; answer: unknown }[];
}

/** What of `from` lies under a place, by the rest of its name. */
const sourcesIn = (from: Example["from"], place: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, source]) =>
      name.startsWith(`${place}/`) ? [[name.slice(place.length), source] as const] : [],
    ),
  );

/** Shows the values in the parameters. */
function showParameters({ parameters = [] }: Operation, { path, query, from }: Example): void {
  for (const parameter of parameters) {
    if (!("in" in parameter)) continue;
    const value = parameter.in === "path" ? path[parameter.name] : query[parameter.name];
    const source = from[`path/${parameter.name}`];
    if (value !== undefined) Object.assign(parameter, { example: value, ...(source && { "x-example-from": source }) });
  }
}

function showBody({ requestBody }: Operation, { body, from }: Example): void {
  if (body === undefined || !requestBody || !("content" in requestBody)) return;
  const sources = sourcesIn(from, "body");
  for (const content of Object.values(requestBody.content)) {
    Object.assign(content, { example: body }, Object.keys(sources).length > 0 && { "x-example-from": sources });
  }
}

function showAnswer({ responses = {} }: Operation, { status, answer }: Pick<Example, "status" | "answer">): void {
  const described = responses[String(status)];
  const content = described && "content" in described ? described.content?.["application/json"] : undefined;
  if (content && answer !== undefined) Object.assign(content, { example: answer });
}

const credentialsOf = ({ security = [] }: Operation) => security.flatMap((each) => Object.keys(each));

/** Credentials that an operation does not take, and something that its example needs does. */
function furtherCredentials(operation: Operation, needed: readonly (Operation | undefined)[]): string[] {
  const own = credentialsOf(operation);
  return needed.flatMap((each) => {
    const names = each ? credentialsOf(each) : [];
    return own.length === 0 || names.some((name) => own.includes(name)) ? [] : names;
  });
}

/**
 * Puts examples into the operations that they are of, with the turn in which they were called: in that order they work on an
 * empty service.
 */
export function showExamples(operations: readonly Operation[], examples: readonly Example[]): void {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const [index, example] of examples.entries()) {
    const operation = byId.get(example.id);
    if (!operation) continue;
    Object.assign(operation, { "x-example-turn": index + 1 });
    const needed = (example.needs ?? []).map((need) => byId.get(need.split("#")[0]));
    const further = furtherCredentials(operation, needed);
    if (further.length > 0) Object.assign(operation, { "x-example-security": further });
    showParameters(operation, example);
    showBody(operation, example);
    for (const answered of [example, ...(example.more ?? [])]) showAnswer(operation, answered);
  }
  shareAnswers(operations);
}

/** Success answers in JSON, with the name of their model. */
const answersOf = ({ responses = {} }: Operation) =>
  Object.entries(responses).flatMap(([status, described]) => {
    const content = "content" in described ? described.content?.["application/json"] : undefined;
    const model = content?.schema && "$ref" in content.schema ? content.schema.$ref : undefined;
    return content && model !== undefined && status.startsWith("2") ? [{ content, model }] : [];
  });

/** Shows an answer that no call has had, such as that of work too long for an example, as another operation's of the same model. */
function shareAnswers(operations: readonly Operation[]): void {
  const answers = operations.flatMap(answersOf);
  const byModel = new Map(answers.flatMap(({ content, model }) => (content.example ? [[model, content.example]] : [])));
  for (const { content, model } of answers) {
    const example = byModel.get(model);
    if (content.example === undefined && example !== undefined) Object.assign(content, { example });
  }
}
