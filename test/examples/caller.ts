import { fieldsOf } from "../../src/http/describe/pages/try-out.js";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { ADMIN, type StartedService } from "../servers/service.ts";

export const OPERATOR_KEY = "the examples' operator key";

/**
 * A service for all examples. It has threads enough that none waits for long behind batches whose AI provider cannot be reached,
 * as those try again for some seconds.
 */
export const EXAMPLES_ENV = {
  CATALOGD_OPERATOR_KEY: OPERATOR_KEY,
  CATALOGD_THREADS: "16",
  /** Where shops send an owner back to, and their webhooks. */
  CATALOGD_PUBLIC_URL: "https://pim.example.com",
};

/** What the document says of an operation, as far as a caller needs it. */
export interface Callable {
  method: string;
  /** With parameters in braces. */
  path: string;
  security?: (string | Record<string, unknown>)[];
  requestBody?: { content: Record<string, unknown> };
  /** The type of its body, where that is all that is known of it. */
  type?: string;
}

export interface Request_ {
  path: Record<string, string | number>;
  query: Record<string, string | number | boolean>;
  body: unknown;
}

export interface Answered {
  status: number;
  type: string;
  body: unknown;
  /** What of the request the service does not know. */
  unknown?: string | null;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;
const REFRESH = "/api/v1/auth/refresh";
const SYNC_KEY = "q7Xk2mV9sT4bN8rW1cZ6";

/** Calls operations of a started service with each credential they take. */
export async function openCaller(service: StartedService) {
  const at = `${service.url}/api/v1`;
  const json = { "content-type": "application/json" };
  const post = async (path: string, body: unknown, headers = {}): Promise<Record<string, string>> => {
    const sent = { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) };
    return (await (await fetch(`${at}${path}`, sent)).json()) as Record<string, string>;
  };
  const { access_token: token } = await post("/auth/login/json", ADMIN);
  const session = { authorization: `Bearer ${token}` };
  const { key = "" } = await post("/api-keys", { name: "Examples", scopes: SCOPES }, session);
  const credentials: Record<string, Record<string, string>> = {
    bearerAuth: session,
    signIn: session,
    apiKeyAuth: { "x-api-key": key },
    syncKeyAuth: { "x-sync-key": SYNC_KEY },
    operatorKey: { "x-operator-key": OPERATOR_KEY },
  };

  /** As a browser keeps it: the last one, for its own address. */
  let refreshCookie = "";
  const keepCookie = (response: Response) => {
    const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith("refresh_token="));
    refreshCookie = set?.split(";")[0] ?? refreshCookie;
  };

  const once = async (
    { method, path, security = [], requestBody, type: bodyType }: Callable,
    requests: Request_,
  ): Promise<Answered> => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(requests.path[name] ?? "")),
    );
    const query = new URLSearchParams(
      Object.entries(requests.query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isForm = isFormOf(bodyType, requestBody);
    const names = security.flatMap((each) => (typeof each === "string" ? each : Object.keys(each)));
    const scheme = names.find((name) => name in credentials);
    const response = await fetch(`${service.url}${filled}?${query}`, {
      method,
      headers: {
        ...(scheme && credentials[scheme]),
        ...(path === REFRESH && { cookie: refreshCookie }),
        ...(requests.body !== undefined && !isForm && json),
      },
      ...(requests.body !== undefined && { body: isForm ? formOf(requests.body) : JSON.stringify(requests.body) }),
    });
    keepCookie(response);
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const text = await response.text();
    return {
      status: response.status,
      type,
      unknown: response.headers.get("x-unknown-parameters"),
      body: type === "application/json" && text !== "" ? JSON.parse(text) : text,
    };
  };

  /** Asks again while work in the background is not done: until then it is not there, or in another state. */
  return async (operation: Callable, requests: Request_, patience = PATIENCE_MS): Promise<Answered> => {
    const givesUpAtMs = performance.now() + patience;
    for (;;) {
      const answer = await once(operation, requests);
      if (![404, 409].includes(answer.status) || performance.now() > givesUpAtMs) return answer;
      await Bun.sleep(PAUSE_MS);
    }
  };
}

const FORM = "multipart/form-data";
const isFormOf = (type?: string, body?: Callable["requestBody"]) => type === FORM || FORM in (body?.content ?? {});

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(Object(body))) form.set(name, value);
  return form;
}
