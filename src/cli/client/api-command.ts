import { readFileSync } from "node:fs";
import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import { columns } from "../print-table.ts";
import { type Api, ApiRefused, type Sent } from "./api-client.ts";
import type { ClientCall, ClientCommand } from "./client-command.ts";
import {
  listOperations,
  nearestOperation,
  nearestPath,
  type Operation,
  operationAt,
  typedFields,
} from "./described.ts";
import { openFile } from "./open-file.ts";
import { saveAnswer } from "./save-answer.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const JSON_TYPE = /^application\/json\b/;

const usage = (message: string) => new CommandRefused(message, EXIT.usage);

/** `name=value`. Throws `CommandRefused`. */
export function pairOf(flag: string, given: string): [name: string, value: string] {
  const at = given.indexOf("=");
  if (at < 1) throw usage(`${flag} ${given}: write it as name=value`);
  return [given.slice(0, at), given.slice(at + 1)];
}

const many = (value: ClientCall["given"][string]): string[] => (Array.isArray(value) ? value : []);

async function formOf(parts: string[]): Promise<FormData> {
  const form = new FormData();
  for (const part of parts) {
    const [name, value] = pairOf("-F", part);
    if (!value.startsWith("@")) {
      form.append(name, value);
      continue;
    }
    form.append(name, await openFile(value.slice(1)));
  }
  return form;
}

/** The JSON of `-d`: as it is written, of a file, or of standard input. Throws `CommandRefused`. */
async function jsonOf(given: string): Promise<unknown> {
  try {
    if (given === "-") return JSON.parse(await text(stdin));
    return JSON.parse(given.startsWith("@") ? readFileSync(given.slice(1), "utf8") : given);
  } catch (error) {
    throw usage(`-d: ${error instanceof Error ? error.message : error}`);
  }
}

async function sentOf({ given }: ClientCall, operation: Operation | undefined): Promise<Sent> {
  const query = new URLSearchParams(many(given["query"]).map((each) => pairOf("-q", each)));
  const headers = Object.fromEntries(many(given["header"]).map((each) => pairOf("-H", each)));
  const fields = many(given["set"]).map((each) => pairOf("--set", each));
  const parts = many(given["form"]);
  const { data } = given;
  if (parts.length > 0) return { query, headers, form: await formOf(parts) };
  if (fields.length > 0) {
    return { query, headers, body: typedFields(operation, fields) };
  }
  return { query, headers, ...(typeof data === "string" && { body: await jsonOf(data) }) };
}

/** Puts values into the path of an operation that was called by its id. Throws `CommandRefused`. */
function filledPath({ path, operationId }: Operation, given: string[]): string {
  const values = new Map(given.map((each) => pairOf("-p", each)));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw usage(`${operationId} needs -p ${name}=… for ${path}`);
    return encodeURIComponent(value);
  });
}

const withoutPrefix = (path: string) => `/${path.replace(/^https?:\/\/[^/]+/, "").replace(/^\/?(?:api\/v1\/?)?/, "")}`;

async function byId(api: Api, word: string): Promise<Operation> {
  const operations = await listOperations(api);
  const operation = operations.find(({ operationId }) => operationId === word);
  if (operation) return operation;
  const meant = nearestOperation(operations, word);
  throw usage(
    `There is no operation "${word}"${meant ? ` (did you mean "${meant}"?)` : ""}. See catalogd api --list [word]`,
  );
}

/** Adds what is likely meant to a path that is not there. */
async function withProposal(api: Api, refused: unknown, method: string, path: string): Promise<unknown> {
  if (!(refused instanceof ApiRefused) || (refused.status !== 404 && refused.status !== 405)) return refused;
  const operations = await listOperations(api).catch(() => []);
  if (operations.length === 0 || operationAt(operations, method, path)) return refused;
  const meant = nearestPath(operations, method, path);
  const others = operations.filter((each) => operationAt([each], each.method, path)).map((each) => each.method);
  const said = others.length > 0 ? `${path} takes ${others.join(", ")}` : meant && `did you mean ${meant}?`;
  return usage(`There is no ${method} ${path}${said ? ` (${said})` : ""}. See catalogd api --list [word]`);
}

async function callOperation(call: ClientCall, method: string, path: string, known?: Operation): Promise<void> {
  const { api, given } = call;
  const isSet = many(given["set"]).length > 0;
  const operation = known ?? (isSet ? operationAt(await listOperations(api), method, path) : undefined);
  const sent = await sentOf(call, operation);
  const { response } = await api.send(method, path, sent).catch(async (error: unknown) => {
    throw await withProposal(api, error, method, path);
  });
  const to = typeof given["to"] === "string" ? given["to"] : undefined;
  if (to !== undefined || !JSON_TYPE.test(response.headers.get("content-type") ?? "")) {
    await saveAnswer(response, to);
    return;
  }
  const body: unknown = await response.json();
  stdout.write(`${given["json"] === true ? JSON.stringify(body) : JSON.stringify(body, null, 2)}\n`);
}

/** What an operation takes, in lines. */
function describe(operation: Operation): string[] {
  const { method, path, operationId, summary, description, parameters, fields, bodyType } = operation;
  const rows = [
    ...parameters
      .filter((each) => each.in !== "header")
      .map((each) => [
        `${each.in === "path" ? "-p" : "-q"} ${each.name}`,
        each.required ? "required" : "",
        each.description ?? "",
      ]),
    ...Object.entries(fields).map(([name, each]) => [
      `${bodyType?.startsWith("multipart") ? "-F" : "--set"} ${name}`,
      "",
      each.description ?? "",
    ]),
  ];
  return [`${method} ${path}`, operationId, `${summary}. ${description}`, ...(rows.length > 0 ? columns(rows) : [])];
}

async function listed({ api, words, given, show }: ClientCall): Promise<void> {
  const sought = words.filter((word) => typeof word === "string").map((word) => word.toLowerCase());
  const found = (await listOperations(api)).filter(({ method, path, operationId, summary }) => {
    const all = `${method} ${path} ${operationId} ${summary}`.toLowerCase();
    return sought.every((word) => all.includes(word));
  });
  if (given["json"] === true) return show(found);
  show(found, ["method", "path", "operationId", "summary"]);
}

async function run(call: ClientCall): Promise<void> {
  const { api, given, words } = call;
  const [first, second] = words.map((word) => (typeof word === "string" ? word : undefined));
  if (given["list"] === true || first === undefined) return listed(call);
  const method = first.toUpperCase();
  const isPath = METHODS.has(method) && second !== undefined;
  const operation = isPath ? undefined : await byId(api, first);
  const path = operation
    ? filledPath(operation, given["describe"] === true ? [] : many(given["path"]))
    : withoutPrefix(second ?? "");
  await callOperation(call, operation?.method ?? method, path, operation);
}

/** Says what an operation takes instead of calling it. */
async function runOrDescribe(call: ClientCall): Promise<void> {
  const [first, second] = call.words.map((word) => (typeof word === "string" ? word : undefined));
  if (call.given["describe"] !== true || first === undefined) return run(call);
  const path = withoutPrefix(second ?? "");
  const method = first.toUpperCase();
  const found =
    second === undefined ? await byId(call.api, first) : operationAt(await listOperations(call.api), method, path);
  if (!found) throw usage(`There is no ${method} ${path}. See catalogd api --list [word]`);
  if (call.given["json"] === true) call.show(found);
  else stdout.write(`${describe(found).join("\n")}\n`);
}

/** `catalogd api`: every operation that the service describes. */
export const API_COMMAND: ClientCommand = {
  usage: "api [method] [path]",
  description: "Call any operation of the API, by method and path or by its name",
  options: [
    ["-q, --query <name=value>", "A parameter of the query", "many"],
    ["-p, --path <name=value>", "A part of the path, of an operation called by its name", "many"],
    ["-s, --set <name=value>", "A field of the JSON body, of the type that the operation takes; empty: null", "many"],
    ["-d, --data <json>", "The JSON body; @file reads a file, - standard input"],
    ["-F, --form <name=value>", "A field of a form; name=@file sends a file", "many"],
    ["-H, --header <name=value>", "A header", "many"],
    ["--to <file>", "Write the answer into a file"],
    ["--list", "List operations, those with the given words"],
    ["--describe", "Show what an operation takes"],
  ],
  examples: [
    "catalogd api GET /products -q per_page=5",
    "catalogd api listProducts -q search=chair",
    'catalogd api POST /product-tags -d \'{"name": "Sale"}\'',
    "catalogd api --list webhook",
    "catalogd api createProduct --describe",
  ],
  run: runOrDescribe,
};
