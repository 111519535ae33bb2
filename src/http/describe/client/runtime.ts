/** How to reach a catalogd, and as whom. */
export interface CatalogdOptions {
  /** Address of the service, such as `https://pim.example.com`. */
  baseUrl: string;
  /** An API key, sent as `X-API-Key`. */
  apiKey?: string | undefined;
  /** The access token of a session, or what gives the present one. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** Language of messages. */
  language?: "en" | "fr" | undefined;
  /** Headers of every call. */
  headers?: Record<string, string> | undefined;
  /** How often a call is repeated after 429 and 503 when that is safe; 2 by default. */
  retries?: number | undefined;
  /** Another `fetch`, for proxies and tests. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** What one call can say besides its parameters. */
export interface CallOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Makes a repeated write safe: a repeat gets the first answer. */
  idempotencyKey?: string | undefined;
  /** The ETag that was read: the write is refused with 412 when somebody else was faster. */
  ifMatch?: string | undefined;
  /** Shows the response with its headers, such as `ETag`, before the call returns. */
  onResponse?: ((response: Response) => void) | undefined;
}

/** One problem of a request. */
export interface FieldProblem {
  field: string;
  message: string;
  type: string;
}

interface ErrorParts {
  code: string;
  message: string;
  requestId: string | undefined;
  details: unknown;
}

/** For each shape of error: that of the API, of its two machine interfaces, or of a refusal. */
function readError(body: unknown, status: number): ErrorParts {
  const all = Object(body) as Record<string, unknown>;
  const error = Object(all["error"]) as Record<string, unknown>;
  const [line] = Array.isArray(all["errors"]) ? all["errors"].map(String) : [];
  const [, lineCode, lineText] = /^([A-Z_]+): (.*)$/s.exec(line ?? "") ?? [];
  const firstText = (...candidates: unknown[]) => candidates.find((each) => typeof each === "string" && each !== "");
  const code = firstText(
    error["error_code"],
    all["error_code"],
    lineCode,
    all["code"],
    all["error_type"],
    all["error"],
  );
  const message = firstText(error["message"], all["message"], lineText, line, all["detail"]);
  const requestId = firstText(error["request_id"]);
  return {
    code: String(code ?? `HTTP_${status}`).toUpperCase(),
    message: String(message ?? `The service answered ${status}`),
    requestId: requestId === undefined ? undefined : String(requestId),
    details: error["details"] ?? all["details"] ?? null,
  };
}

const isProblem = (each: unknown): each is FieldProblem => typeof (each as FieldProblem | null)?.field === "string";

/** The first problems, so that a line of a log says what is wrong. */
function fieldsText(details: unknown): string {
  const problems = Array.isArray(details) ? details.filter(isProblem) : [];
  const shown = problems.slice(0, 5).map(({ field, message }) => `${field}: ${message}`);
  const more = problems.length > 5 ? [`and ${problems.length - 5} more`] : [];
  return shown.length === 0 ? "" : `: ${[...shown, ...more].join("; ")}`;
}

/** What a call throws when the service refuses it. */
export class CatalogdError extends Error {
  override readonly name = "CatalogdError";
  /** The HTTP status. */
  readonly status: number;
  /** The code that `/docs/errors` explains, such as `DUPLICATE_EAN`. */
  readonly code: string;
  /** Name it when you ask for support. */
  readonly requestId: string | undefined;
  /** More about the error, by its code. */
  readonly details: unknown;
  /** How long to wait before a repeat. */
  readonly retryAfterSeconds: number | undefined;
  /** The unchanged body. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const { code, message, requestId, details } = readError(body, response.status);
    const id = requestId ?? response.headers.get("x-request-id") ?? undefined;
    const text = `${message}${fieldsText(details)}`;
    super(`${text} (${response.status} ${code}${id === undefined ? "" : `, request ${id}`})`);
    this.status = response.status;
    this.code = code;
    this.requestId = id;
    this.details = details;
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    this.body = body;
  }

  /** What is wrong with which field, on 400 and 422. */
  get fields(): FieldProblem[] {
    return Array.isArray(this.details) ? (this.details as FieldProblem[]) : [];
  }
}

interface CallInput {
  query?: object;
  body?: unknown;
  /** A body that goes as a form, because it has files. */
  form?: unknown;
  options?: CallOptions | undefined;
}
export type Send = <Answer>(method: string, path: string, input: CallInput) => Promise<Answer>;

function queryText(query: object): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined && each !== null) pairs.append(name, String(each));
  }
  return pairs.size === 0 ? "" : `?${pairs}`;
}

const formValue = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

function formOf(body: unknown): FormData {
  const form = new FormData();
  const given = Object.entries(Object(body) as object).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of given) {
    // A file keeps its own name.
    if (value instanceof File) form.append(name, value);
    else if (value instanceof Blob) form.append(name, value, "file");
    else form.append(name, formValue(value));
  }
  return form;
}

function bodyOf({ body, form }: CallInput): string | FormData | null {
  if (form !== undefined) return formOf(form);
  return body === undefined ? null : JSON.stringify(body);
}

async function headersOf(given: CatalogdOptions, { body, options }: CallInput): Promise<Headers> {
  const headers = new Headers({ ...given.headers, ...options?.headers });
  const token = typeof given.token === "function" ? await given.token() : given.token;
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (given.apiKey !== undefined) headers.set("x-api-key", given.apiKey);
  if (given.language !== undefined) headers.set("accept-language", given.language);
  if (options?.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
  if (options?.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
  if (body !== undefined) headers.set("content-type", "application/json");
  return headers;
}

/** JSON as what it says, a file as the whole response, and nothing as `undefined`. */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined;
  const type = response.headers.get("content-type") ?? "";
  const isFile = response.headers.get("content-disposition")?.startsWith("attachment");
  return type.startsWith("application/json") && !isFile ? response.json() : response;
}

/** What a refusal says; what is no JSON comes from a proxy and stays unchanged. */
async function errorOf(response: Response): Promise<CatalogdError> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return new CatalogdError(response, isJson ? JSON.parse(text) : text);
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const WAIT_SECONDS_MAX = 60;
const mayPass = ({ status }: CatalogdError) => status === 429 || status === 503;
/** How often a call may be repeated: a write only when its key makes that safe. */
const repeatsOf = (method: string, { idempotencyKey }: CallOptions, retries = 2): number =>
  method === "GET" || idempotencyKey !== undefined ? retries : 0;

/** Makes calls, repeats those that may be repeated, and throws a `CatalogdError` for what is refused. */
export function sender(given: CatalogdOptions): Send {
  const base = given.baseUrl.replace(/\/+$/, "");
  const call = given.fetch ?? ((request: Request) => fetch(request));
  return async <Answer>(method: string, path: string, input: CallInput): Promise<Answer> => {
    const { query = {}, options = {} } = input;
    const headers = await headersOf(given, input);
    const address = `${base}${path}${queryText(query)}`;
    for (let left = repeatsOf(method, options, given.retries); ; left--) {
      const sent = { method, headers, body: bodyOf(input), signal: options.signal ?? null };
      const response = await call(new Request(address, sent));
      options.onResponse?.(response);
      if (response.ok) return (await readAnswer(response)) as Answer;
      const error = await errorOf(response);
      if (left <= 0 || !mayPass(error)) throw error;
      await pause(Math.min(error.retryAfterSeconds ?? 1, WAIT_SECONDS_MAX));
    }
  };
}

interface CursorPage {
  next_cursor?: string | null | undefined;
  meta?: object | undefined;
}
type ListPage<Item> = CursorPage & ({ items: readonly Item[] } | { data: readonly Item[] });

/** Every item of a list, one page after the other: `read` gets the cursor of the page it shall read. */
export async function* eachItem<Item>(
  read: (cursor: string | undefined) => Promise<ListPage<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* "items" in page ? page.items : page.data;
    const meta = (page.meta ?? {}) as CursorPage;
    cursor = page.next_cursor ?? meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
