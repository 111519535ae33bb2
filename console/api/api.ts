import { c } from "../words/common.ts";
import { language } from "../words/words.ts";
import { type Answer, queryText, type Refusal, readRefusal } from "./answers.ts";
import { isAway, isSignedOut, me } from "./session.ts";
import { started } from "./started.ts";

/** What a call can say besides its path. */
export interface CallOptions {
  query?: Record<string, unknown>;
  /** Goes as JSON; a `FormData` goes as it is. */
  body?: unknown;
  /** The ETag that was read: refused with 412 when somebody else was faster. */
  ifMatch?: string | undefined;
  signal?: AbortSignal;
  /** A refused credential is the answer, not a session that ended: for signing in. */
  isSigningIn?: boolean;
}

const ROOT = "/api/v1";
const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000];
const BUSY = new Set([429, 503]);
const AWAY: Refusal = { status: 0, code: "AWAY", message: "", fields: [], details: null, requestId: undefined };

let csrf: Promise<string> | undefined;
let refreshing: Promise<boolean> | undefined;
let signedInAgain: Promise<void> | undefined;
let releaseWaiting: (() => void) | undefined;

/** The token that the API wants with each write of a session. */
async function csrfToken(): Promise<string> {
  csrf ??= fetch(`${ROOT}/auth/csrf-token`).then(async (answer) => {
    const body = (await answer.json()) as { csrf_token: string };
    return body.csrf_token;
  });
  csrf.catch(() => forgetCsrf());
  return csrf;
}

/** The next write fetches a new token: after signing in or out. */
export function forgetCsrf(): void {
  csrf = undefined;
}

/** The session goes on after its access token has ended. Callers of the same moment share one attempt. */
function refresh(): Promise<boolean> {
  refreshing ??= fetch(`${ROOT}/auth/refresh`, { method: "POST" })
    .then(
      async (answer) => {
        // Read to its end: an answer that is left keeps its connection.
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    )
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Nobody was in a moment ago and calls wait: they go on. */
export function goOnSignedIn(): void {
  forgetCsrf();
  isSignedOut.value = false;
  releaseWaiting?.();
  signedInAgain = undefined;
}

/** Waits until the person has signed in again, above the page that they were on. */
function untilSignedIn(): Promise<void> {
  isSignedOut.value = true;
  signedInAgain ??= new Promise((resolve) => {
    releaseWaiting = resolve;
  });
  return signedInAgain;
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const headers = new Headers({ "accept-language": language.value });
  const { body } = options;
  if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
  if (method !== "GET" && !options.isSigningIn) headers.set("x-csrf-token", await csrfToken());
  if (body !== undefined && !(body instanceof FormData)) headers.set("content-type", "application/json");
  return fetch(`${ROOT}${path}${queryText(options.query ?? {})}`, {
    method,
    headers,
    body: body === undefined || body instanceof FormData ? ((body as FormData) ?? null) : JSON.stringify(body),
    signal: options.signal ?? null,
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const LOOK_MS = 2_000;
let isLooking = false;
/** Notices that the service is reached again, also where no call waits for it. */
async function lookForIt(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  while (isAway.value) {
    await pause(LOOK_MS);
    const answer = await fetch(`${ROOT}/health/live`).catch(() => undefined);
    if (answer?.ok) isAway.value = false;
  }
  isLooking = false;
}

/** Sends until the service is reached and not busy; a write that may have been done is not repeated. */
async function sendPatiently(method: string, path: string, options: CallOptions): Promise<Response | Refusal> {
  for (const wait of [...RETRIES_MS, undefined]) {
    try {
      const answer = await send(method, path, options);
      isAway.value = false;
      if (!BUSY.has(answer.status) || wait === undefined) return answer;
      await pause(Math.min(Number(answer.headers.get("retry-after") ?? 0) * 1_000 || wait, 30_000));
    } catch (error) {
      if (options.signal?.aborted) return AWAY;
      isAway.value = true;
      void lookForIt();
      forgetCsrf();
      if (wait === undefined || method === "POST") return { ...AWAY, message: c("notReached"), details: String(error) };
      await pause(wait);
    }
  }
  return AWAY;
}

async function bodyOf(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get("content-type")?.includes("json");
  const text = await answer.text();
  return isJson && text !== "" ? JSON.parse(text) : text;
}

async function call<Value>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Value>> {
  let mayRefresh = !options.isSigningIn;
  for (;;) {
    const answer = await sendPatiently(method, path, options);
    if (!(answer instanceof Response)) return { ok: false, refusal: answer };
    if (answer.status === 401 && !options.isSigningIn) {
      if (mayRefresh && (await refresh())) {
        mayRefresh = false;
        forgetCsrf();
        continue;
      }
      // Nobody was in: the sign-in is the page itself.
      if (!me.value) return { ok: false, refusal: readRefusal(401, await bodyOf(answer)) };
      await untilSignedIn();
      continue;
    }
    let body: unknown;
    try {
      body = await bodyOf(answer);
    } catch (error) {
      // Nobody wants it any more, or the connection ended within it.
      return { ok: false, refusal: { ...AWAY, message: String(error) } };
    }
    if (!answer.ok) return { ok: false, refusal: readRefusal(answer.status, body) };
    // Accepted: it goes on behind.
    if (answer.status === 202) started.value += 1;
    const { status, headers } = answer;
    const [etag, requestId] = ["etag", "x-request-id"].map((name) => headers.get(name) ?? undefined);
    return { ok: true, value: body as Value, etag, status, requestId };
  }
}

/** The API. Each answer is a value or a refusal; a session that ended, a busy service and a lost network are waited for. */
export const api = {
  get: <Value>(path: string, options?: CallOptions) => call<Value>("GET", path, options),
  post: <Value>(path: string, options?: CallOptions) => call<Value>("POST", path, options),
  put: <Value>(path: string, options?: CallOptions) => call<Value>("PUT", path, options),
  patch: <Value>(path: string, options?: CallOptions) => call<Value>("PATCH", path, options),
  delete: <Value>(path: string, options?: CallOptions) => call<Value>("DELETE", path, options),
};

/** The address of a file of the API, for a link that downloads it. */
export const fileAddress = (path: string, query: Record<string, unknown> = {}): string =>
  `${ROOT}${path}${queryText(query)}`;
