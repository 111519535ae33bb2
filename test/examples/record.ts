import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import type { Description } from "../../src/http/describe/documents/schemas.ts";
import { plansOf } from "../../src/http/describe/example-plans.ts";
import type { Example } from "../../src/http/describe/examples.ts";
import { type Given, openTryOut } from "../../src/http/describe/pages/try-out.js";
import { startService } from "../servers/service.ts";
import { type Answered, type Callable, EXAMPLES_ENV, openCaller, type Request_ } from "./caller.ts";
import { temporaryFolderOfScript } from "./folder.ts";
import { furtherAnswers } from "./further.ts";
import type { Received } from "./step.ts";
import { DELETIONS, QUERIES, REFUSED, SEPARATE, SOURCES, STORY } from "./story.ts";
import { AGAIN, FRESH, INSTEAD, NEEDS, ROWS } from "./tried-again.ts";
import { keepUnchanged } from "./unchanged.ts";

/** `npm run examples`: asks the story's examples of a fresh service and keeps what came for the description. */

interface Described extends Callable {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, unknown>;
}

const FILE = join(import.meta.dir, "../../src/http/describe/examples.json");
const METHODS = ["get", "post", "put", "patch", "delete"];

const folder = temporaryFolderOfScript("examples");
const service = await startService({
  folder,
  env: { ...EXAMPLES_ENV, CATALOGD_LOG_LEVEL: "warn" },
});
const document = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as Description;
const operations: Described[] = Object.entries(
  document.paths as unknown as Record<string, Record<string, Described>>,
).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ ...operation, method: method.toUpperCase(), path }] : [];
  }),
);
const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
const call = await openCaller(service);
const answers = new Map<string, unknown>();
const SEPARATE_IDS = new Set(SEPARATE.map(([id]) => id));
const stored: Example[] = [];
const failed: string[] = [];

const REFERENCE = /^\{(\w+)\.([\w.]+)\}$/;
const at = (value: unknown, steps: string[]): unknown =>
  steps.reduce<unknown>((part, step) => Object(part)[step], value);

/** A value with what its references mean, and where they are. */
async function resolve(value: unknown, place: string, from: Record<string, string>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each, index) => resolve(each, `${place}/${index}`, from)));
  if (typeof value === "object" && value !== null) {
    const entries: [string, unknown][] = [];
    for (const [name, each] of Object.entries(value))
      entries.push([name, await resolve(each, `${place}/${name}`, from)]);
    return Object.fromEntries(entries);
  }
  const [, source = "", path = ""] = typeof value === "string" ? (REFERENCE.exec(value) ?? []) : [];
  if (source === "") return value;
  if (!answers.has(source)) await ask(source, {});
  from[place] = `${source}#/${path.replaceAll(".", "/")}`;
  return at(answers.get(source), path.split("."));
}

/** What a path's parameter is, by the most particular name. */
function sourceOf(path: string, name: string): string | number | undefined {
  const segments = (path.split(`/{${name}}`)[0] ?? "").split("/").toReversed();
  return [...segments.map((segment) => `${segment}/${name}`), name]
    .map((each) => SOURCES[each])
    .find((each) => each !== undefined);
}

async function ask(id: string, requests: Received): Promise<void> {
  const operation = byId.get(id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  const from: Record<string, string> = {};
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const path = Object.fromEntries(names.map((name) => [name, requests.path?.[name] ?? sourceOf(operation.path, name)]));
  const missing = Object.entries(path).filter(([, value]) => value === undefined);
  if (missing.length > 0) return void failed.push(`${id}: nothing is known of ${missing.map(([name]) => name)}`);
  const request = {
    path: await resolve(path, "path", from),
    query: requests.query ?? QUERIES[id] ?? {},
    body: await resolve(requests.body, "body", from),
  } as Request_;
  const given = SEPARATE_IDS.has(id) ? await madeSeparately(id, { ...request, from }) : request;
  const answer: Answered = await call(operation, given, id in REFUSED ? 0 : undefined);
  if (!SEPARATE_IDS.has(id)) answers.set(id, answer.body);
  if (answer.status >= 300 && !(id in REFUSED)) {
    failed.push(
      `${operation.method} ${id}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 230)} ASKED ${JSON.stringify(request).slice(0, 200)}`,
    );
    return;
  }
  keep(id, { ...given, from }, answer);
}

/** The request with what the page with Swagger UI makes for it. */
async function madeSeparately(id: string, requests: Request_ & Pick<Example, "from">): Promise<Request_> {
  const plans = plansOf(document, [...stored, { id, ...requests, status: 0, ...around(id) }]);
  const send = (each: string, { path, query, body }: Given) => {
    const plan = plans[each];
    if (!plan) throw new Error(`There is no example of ${each}`);
    return call(plan, { path, query, body }, 0);
  };
  const filled = await openTryOut({ plans, send, agree: () => true }).fill(id);
  if (!filled) throw new Error(`Nothing is known of ${id}`);
  return { ...filled, body: filled.body };
}

/** What the page needs to know of an example. */
const around = (id: string): Partial<Example> =>
  Object.fromEntries(
    Object.entries({
      fresh: FRESH[id],
      needs: NEEDS[id],
      anew: AGAIN[id],
      instead: INSTEAD[id],
      rows: ROWS[id],
    }).filter(([, value]) => value !== undefined),
  );

function keep(id: string, request: Request_ & Pick<Example, "from">, answer: Answered): void {
  const isJson = answer.type === "application/json";
  stored.push({
    id,
    ...request,
    body: id === "register" ? shortened(request.body) : request.body,
    ...around(id),
    status: answer.status,
    ...(isJson && answer.status < 300 && { answer: shortened(withoutContents(answer.body)) }),
  });
}

/** Credentials of a service that has ended are still no text for a repository. */
const SECRET = /^(?:access_token|token|csrf_token|key|secret|generated_secret|previous_secret)$/;
const UNCHANGED_LETTERS = 10;
const ITEMS_MAX = 2;
const TEXT_MAX = 300;
/** A description says what it is of, and nothing of what it holds. */
const withoutContents = (body: unknown) =>
  "openapi" in Object(body) && "paths" in Object(body)
    ? { ...Object(body), paths: {}, components: {}, webhooks: {} }
    : body;

/** Paths of this machine are those of an installed service. */
const SOURCES_FOLDER = join(import.meta.dir, "../..");
const installed = (text: string) =>
  text.replaceAll(join(folder, "data"), "/var/lib/catalogd").replaceAll(SOURCES_FOLDER, "/opt/catalogd");

/** An answer that is read at a glance. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(shortened);
  if (typeof value !== "object" || value === null)
    return typeof value === "string" && value.length > TEXT_MAX && !value.includes("-----")
      ? value.slice(0, TEXT_MAX)
      : typeof value === "string"
        ? installed(value)
        : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET.test(name) && typeof each === "string" && each.length > 2 * UNCHANGED_LETTERS
        ? `${each.slice(0, UNCHANGED_LETTERS)}…`
        : shortened(each),
    ]),
  );
}

const reported = new Set([...STORY, ...SEPARATE].map(([id]) => id));
const last = new Set(DELETIONS.map(([id]) => id));
for (const [id, received = {}] of STORY) if (!answers.has(id)) await ask(id, received);
for (const { method, operationId: id } of operations)
  if (method === "GET" && !answers.has(id) && !last.has(id)) await ask(id, {});
for (const [id, requestLog = {}] of SEPARATE) await ask(id, requestLog);
// What lies deepest first; products at the very end.
const depthOf = ({ path }: Described) => path.split("/").length;
const going = operations
  .filter(({ method, operationId: id }) => method === "DELETE" && !reported.has(id) && !last.has(id))
  .toSorted((one, other) => depthOf(other) - depthOf(one));
for (const [id, asked = {}] of DELETIONS.slice(0, 2)) await ask(id, asked);
for (const { operationId: id } of going) await ask(id, {});
for (const [id, asked = {}] of DELETIONS.slice(2)) await ask(id, asked);
for (const { operationId: id } of operations)
  if (!stored.some((example) => example.id === id) && failed.every((line) => !line.includes(id)))
    failed.push(`${id}: no example`);

for (const { id, status, body } of await furtherAnswers(document, stored)) {
  if (status >= 300) failed.push(`${id}: ${status} ${JSON.stringify(body).slice(0, 230)}`);
  const example = stored.find((each) => each.id === id);
  if (example) example.more = [...(example.more ?? []), { status, answer: shortened(body) }];
}
const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Example[]) : [];
writeFileSync(argv[2] ?? FILE, `${JSON.stringify(keepUnchanged(stored, before), null, 1)}\n`);
stdout.write(`${stored.length} of ${operations.length} operations have an example\n${failed.join("\n")}\n`);
await service.kill("SIGTERM");
process.exit();
