import { randomUUID } from "node:crypto";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { query } from "./query.ts";

// Source: https://shopify.dev/docs/api/usage/bulk-operations/imports : a file of variables, one JSON a line; a mutation of at most
// one connection; five operations at a time. What became of each line is a file of the same kind, with `__lineNumber`.
const OURS = "catalogd_";
const LATER_MS = 30_000;
const UPLOAD_MS = 120_000;
const DOWNLOAD_MS = 600_000;
const RECENT = 10;

const RECENT_OPERATIONS = `query operations { bulkOperations(first: ${RECENT}, reverse: true, sortKey: CREATED_AT, query: "operation_type:mutation") {
  nodes { id status query } } }`;
const STAGE = `mutation stage($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
  stagedTargets { url parameters { name value } } userErrors { field message } } }`;
const RUN = `mutation run($mutation: String!, $path: String!) { bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path) {
  bulkOperation { id } userErrors { field message code } } }`;
const STATE =
  "query operation($id: ID!) { bulkOperation(id: $id) { status errorCode createdAt completedAt url partialDataUrl } }";

const isActive = (node: unknown) => /^(CREATED|RUNNING|CANCELING)$/.test(String(member(node, "status")));
const ENDED = /^(COMPLETED|FAILED|CANCELED|EXPIRED)$/;
const FULL = /^(LIMIT_REACHED|OPERATION_IN_PROGRESS)$/;

/** A mutation that Shopify carries out by itself for each line of variables. */
export interface BulkMutation<T> {
  /** What it is of: the same content is the same operation. */
  content: unknown;
  /** The mutation, by this name. */
  mutation: (name: string) => string;
  /** The variables of each line. */
  lines: () => Promise<object[]>;
  /** What an answer of a line says; `startedAtMs`: when the operation began, by Shopify's clock. */
  read: (answer: unknown, line: number, startedAtMs: number) => T;
  /** What is done with the answers: until that is done, too, the operation is not begun again. */
  after?: (ended: BulkAnswers<T>) => Promise<BulkAnswers<T>>;
}

export interface BulkAnswers<T> {
  /** By line; a line that Shopify did not come to has none. */
  lines: Map<number, T>;
  /** How the operation ended, where it is not through. */
  problem: string | undefined;
}

/** What it is called in messages. */
export const NAME = "Shopify's bulk operation";

const later = (why: string) => new PlatformError("unreachable", why, { waitMs: LATER_MS });

/** Lays the variables down where Shopify says. Returns how it names the place. */
async function upload(api: Api, lines: readonly object[]): Promise<string> {
  const file = { resource: "BULK_MUTATION_VARIABLES", filename: "variables.jsonl", mimeType: "text/jsonl" };
  const data = await query(api, STAGE, { input: [{ ...file, httpMethod: "POST" }] });
  const target = member(data, "stagedUploadsCreate", "stagedTargets", 0);
  const given = listOf(member(target, "parameters")).map((each) => [
    String(member(each, "name")),
    String(member(each, "value")),
  ]);
  const url = textOf(member(target, "url"));
  const path = given.find(([name]) => name === "key")?.[1];
  if (url === undefined || path === undefined) throw new PlatformError("refused", "Shopify gave no place for the file");
  const boundary = randomUUID();
  const fields = given.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.filename}"\r\nContent-Type: text/jsonl\r\n\r\n`;
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const body = `${fields.join("")}${head}${text}\r\n--${boundary}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  await api.request({ method: "POST", url, headers, body, timeoutMs: UPLOAD_MS });
  return path;
}

/**
 * Begins an operation, or finds the same one that an interrupted run has begun. While another one of ours is under way, what
 * it makes is not known yet: it is waited for.
 */
async function begin<T>(api: Api, { mutation, lines }: BulkMutation<T>, key: string): Promise<string> {
  const name = `${OURS}${key.replaceAll("-", "_")}`;
  const recent = listOf(member(await query(api, RECENT_OPERATIONS), "bulkOperations", "nodes"));
  const ours = recent.filter((node) => isActive(node) && String(member(node, "query")).includes(OURS));
  const same = ours.find((node) => String(member(node, "query")).includes(name));
  if (same) return String(member(same, "id"));
  if (ours.length > 0) throw later("Shopify still carries out an earlier bulk operation");
  const path = await upload(api, await lines());
  const answer = member(await query(api, RUN, { mutation: mutation(name), path }), "bulkOperationRunMutation");
  const [error] = listOf(member(answer, "userErrors"));
  const id = textOf(member(answer, "bulkOperation", "id"));
  if (error === undefined && id !== undefined) return id;
  const message = textOf(member(error, "message")) ?? "Shopify began no bulk operation";
  throw FULL.test(String(member(error, "code"))) ? later(message) : new PlatformError("refused", message);
}

/** The lines of a text that comes in pieces. */
async function* linesIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  yield rest + decoder.decode();
}

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Reads a file of answers as it comes: it may be larger than what is held of an answer. */
async function readAnswers<T>(
  api: Api,
  url: string,
  read: (answer: unknown, line: number) => T,
): Promise<Map<number, T>> {
  const answers = new Map<number, T>();
  const take = async (body: AsyncIterable<Uint8Array>) => {
    answers.clear();
    for await (const text of linesIn(body)) {
      const answer = jsonOf(text);
      const line = numberOf(member(answer, "__lineNumber"));
      if (line !== undefined) answers.set(line, read(answer, line));
    }
  };
  await api.request({ method: "GET", url, timeoutMs: DOWNLOAD_MS, take });
  return answers;
}

async function poll<T>(api: Api, id: string, { read }: BulkMutation<T>): Promise<BulkAnswers<T> | undefined> {
  const operation = member(await query(api, STATE, { id }), "bulkOperation");
  const status = textOf(member(operation, "status"));
  if (status === undefined) throw new PlatformError("refused", "Shopify no longer has its bulk operation");
  if (!ENDED.test(status)) return undefined;
  const code = textOf(member(operation, "errorCode"));
  const problem = status === "COMPLETED" ? undefined : `${NAME} ended as ${status}${code ? ` (${code})` : ""}`;
  const url = textOf(member(operation, "url")) ?? textOf(member(operation, "partialDataUrl"));
  if (url === undefined && problem) throw new PlatformError("refused", problem);
  const startedAtMs = timeOf(member(operation, "createdAt")) ?? 0;
  const lines =
    url === undefined
      ? new Map<number, T>()
      : await readAnswers(api, url, (answer, line) => read(answer, line, startedAtMs));
  return { lines, problem };
}

/** Has a mutation carried out for many lines, and reads what became of each, when it has ended. */
export const carryOut = <T>(api: Api, mutation: BulkMutation<T>): Promise<BulkAnswers<T>> =>
  api.follow({
    name: NAME,
    content: mutation.content,
    begin: (key) => begin(api, mutation, key),
    poll: (id) => poll(api, id, mutation),
    ...(mutation.after && { after: mutation.after }),
  });
