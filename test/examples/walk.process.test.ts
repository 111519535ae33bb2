import { afterAll, describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Given, openTryOut, type Plans } from "../../src/http/describe/pages/try-out.js";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";
import { withoutReferences } from "../sweeps/references.ts";
import { type Callable, EXAMPLES_ENV, OPERATOR_KEY, openCaller } from "./caller.ts";
import { REFUSED, SEPARATE } from "./story.ts";

// What somebody sees who presses "Try it out" and "Execute" in the documentation: each operation's own example, taken from the
// served document and sent over HTTP. Only ids are replaced, by what `x-example-from` says.

const TEST_MS = 240_000;
const METHODS = ["get", "post", "put", "patch", "delete"];

interface Shown {
  example?: unknown;
  schema?: object;
}
interface Documented extends Callable {
  operationId: string;
  parameters?: (Shown & { name: string; in: string; "x-example-from"?: string })[];
  requestBody?: { content: Record<string, Shown & { "x-example-from"?: Record<string, string> }> };
  responses: Record<string, { content?: Record<string, Shown> }>;
  "x-example-turn"?: number;
  "x-error-statuses": number[];
}

const service = await startService({ folder: temporaryFolder(), env: EXAMPLES_ENV });
afterAll(() => service.kill("SIGTERM"));
const served = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.entries(withoutReferences(served).paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ ...operation, method: method.toUpperCase(), path }] : [];
  }),
);
const turnOf = (operation: Documented) => operation["x-example-turn"] ?? 0;
const headers = { "x-operator-key": OPERATOR_KEY };
const plans = (await (await fetch(`${service.url}/docs/api/plans.json`, { headers })).json()) as Plans;
const answers = new Map<string, unknown>();

/** What `createBrand#/id` refers to. */
function given(source: string): unknown {
  const [id = "", path = ""] = source.split("#/");
  return path.split("/").reduce<unknown>((part, step) => Object(part)[step], answers.get(id));
}

function withGiven(body: unknown, [step = "", ...rest]: string[], value: unknown): unknown {
  const copy = Array.isArray(body) ? [...body] : { ...Object(body) };
  copy[step] = rest.length === 0 ? value : withGiven(copy[step], rest, value);
  return copy;
}

/** The request that the document shows. */
function shownBy({ parameters = [], requestBody }: Documented) {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: at, example }) => at === place && example !== undefined)
        .map(({ name, example, "x-example-from": source }) => [name, source ? given(source) : example]),
    ) as Record<string, string | number>;
  const content = Object.values(requestBody?.content ?? {})[0];
  const body = Object.entries(content?.["x-example-from"] ?? {}).reduce<unknown>(
    (whole, [place, source]) => withGiven(whole, place.slice(1).split("/"), given(source)),
    content?.example,
  );
  return { path: valuesIn("path"), query: valuesIn("query"), body };
}

const separately = new Set(SEPARATE.map(([id]) => id));

/** What an example needs that no order gives it is made as the page with Swagger UI makes it. */
async function madeSeparately(call: Awaited<ReturnType<typeof openCaller>>, id: string) {
  const send = (each: string, { path, query, body }: Given) => {
    const plan = plans[each];
    if (!plan) throw new Error(`There is no example of ${each}`);
    return call(plan, { path, query, body }, 0);
  };
  const filled = await openTryOut({ plans, send, agree: () => true }).fill(id);
  if (!filled) throw new Error(`${id} is not filled in`);
  return { ...filled, body: filled.body };
}

const inTurn = operations.filter(turnOf).toSorted((one, other) => turnOf(one) - turnOf(other));
const reads = new Map(operations.flatMap((each) => (each.method === "GET" ? [[each.path, each]] : [])));

/** The values of a request or an answer, as texts. */
const valuesOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesOf) : [String(value)];

/** What an operation was sent, and what it made or changed does not show when it is read. */
async function lost(
  call: Awaited<ReturnType<typeof openCaller>>,
  { operationId, method, path }: Documented,
  shown: Pick<ReturnType<typeof shownBy>, "path" | "body">,
  answer: unknown,
): Promise<string[]> {
  const isChange = method === "PUT" || method === "PATCH";
  const read = isChange ? reads.get(path) : [...reads.values()].find((each) => isOneOf(path, each.path));
  const id = Object(answer).id;
  if (!read || !(isChange || (method === "POST" && id !== undefined))) return [];
  const [name = ""] = read.path.match(/\w+(?=\}$)/) ?? [];
  const ids = { ...shown.path, ...(!isChange && { [name]: id }) };
  const { body } = await call(read, { path: ids, query: {}, body: undefined }, 0);
  const there = new Set(valuesOf(body));
  const deleted = Object.entries(Object(shown.body)).filter(([field, value]) => {
    const isShown = field !== "file" && !NOT_SHOWN.has(`${operationId}.${field}`);
    return isShown && !valuesOf(value).every((each) => there.has(each));
  });
  return deleted.map(([field]) => `${operationId}: ${field} does not come back in a read`);
}

/** Whether a path is that of one item of a list. */
const isOneOf = (list: string, path: string) =>
  path.startsWith(`${list}/{`) && path.endsWith("}") && !path.slice(list.length + 1).includes("/");

/** Secrets, and what is read elsewhere: behind these addresses are a file, and a supplier's templates. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  "replayRepricing.product_ids", // it says how many it has looked at
  "revertRepricingRun.background", // that it is a run says so
  "startBackup.with_key", // `missing` says what is not in it, once it is made
  ...["putErp", "putAiProvider", "putSearchVector", "putTranslator", "putWebSearch"].map((id) => `${id}.api_key`),
  "putScraperSyncKey.key",
  "createConnector.credentials",
  "createExportPlatform.config",
  "addComplianceDocument.type",
  "addComplianceDocument.title",
  "createMappingTemplate.name",
  "createMappingTemplate.column_mapping",
]);

const isGood = (status: number) => status < 300;
const isDescribedRefusal = (operation: Documented, status: number) =>
  operation["x-error-statuses"].includes(status) && status < 500;

/** What is wrong with an operation's example; nothing as a rule. */
async function tried(call: Awaited<ReturnType<typeof openCaller>>, operation: Documented): Promise<string[]> {
  const { operationId: id } = operation;
  const isRefused = id in REFUSED;
  const shown = separately.has(id) ? await madeSeparately(call, id) : shownBy(operation);
  const { status, body, unknown } = await call(operation, shown, isRefused ? 0 : undefined);
  answers.set(id, body);
  const isFine = isGood(status) || (isRefused && isDescribedRefusal(operation, status));
  return [
    ...(unknown ? [`${id} sends what is not taken: ${unknown}`] : []),
    ...(isFine ? [] : [`${id}: ${status} ${JSON.stringify(body).slice(0, 300)}`]),
    ...(isGood(status) ? await lost(call, operation, shown, body) : []),
  ];
}

test(
  "each operation's example works, in the order that the document names",
  async () => {
    const call = await openCaller(service);
    const wrong: string[] = [];
    for (const operation of inTurn) wrong.push(...(await tried(call, operation)));
    expect(wrong).toEqual([]);
    expect(answers.size).toBeGreaterThan(450);
  },
  TEST_MS,
);

/** Where the document has a JSON example beside its schema. */
function placesOf(part: object, at: string): { at: string; example: unknown }[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const here = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (name === "example" || name === "multipart/form-data" || typeof value !== "object" || value === null) return [];
    const own = "example" in value && "schema" in value ? [{ at: here, example: value.example }] : [];
    return [...own, ...placesOf(value, here)];
  });
}

/** The operations whose answers an operation's example shows values of. */
const sourcesOf = ({ parameters = [], requestBody }: Documented): string[] =>
  [
    ...parameters.map((each) => each["x-example-from"]),
    ...Object.values(requestBody?.content ?? {}).flatMap((each) => Object.values(each["x-example-from"] ?? {})),
  ].flatMap((source) => source?.split("#")[0] ?? []);

describe("the document", () => {
  test.each(["bearerAuth", "apiKeyAuth"])("asks who has %s alone for nothing that others must make", (scheme) => {
    const byId = new Map(operations.map((each) => [each.operationId, each]));
    const takes = ({ security = [] }: Documented) => security.some((each) => scheme in Object(each));
    const beyond = operations.filter(takes).flatMap((operation) =>
      sourcesOf(operation).flatMap((id) => {
        const source = byId.get(id);
        const isOpen = source?.security?.length === 0;
        return source && (isOpen || takes(source)) ? [] : [`${operation.operationId}: ${id}`];
      }),
    );
    expect(beyond).toEqual([]);
  });

  test("has an example of every operation", () => {
    const without = operations.filter((operation) => turnOf(operation) === 0).map(({ operationId }) => operationId);
    expect(without).toEqual([]);
  });

  test("has an example of every success answer that is JSON", () => {
    const bare = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const shown = content?.["application/json"];
        return /^2/.test(status) && shown && shown.example === undefined ? [`${operationId} ${status}`] : [];
      }),
    );
    expect(bare).toEqual([]);
  });

  test("has examples that its schemas allow", () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema(served, "served");
    const checked = placesOf(served.paths, "/paths");
    const wrong = checked.flatMap(({ at, example }) => {
      const check = ajv.compile({ $ref: `served#${encodeURI(at)}/schema` });
      return check(example) ? [] : [`${at}: ${ajv.errorsText(check.errors)}`];
    });

    expect(wrong).toEqual([]);
    expect(checked.length).toBeGreaterThan(500);
  });
});
