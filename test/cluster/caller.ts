import { ADMIN, newApiKey } from "../servers/service.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

export interface Answer {
  status: number;
  body: Json;
}
export type Call = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Calls one address with these headers. */
export const callerAt =
  (url: string, own: Record<string, string>): Call =>
  async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...own, ...(body && !isForm && { "content-type": "application/json" }), ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };

/** Logs in there. */
export const logIn = (url: string, given = ADMIN): Promise<Answer> =>
  callerAt(url, {})("POST", "/auth/login/json", given);

/** Calls each of these addresses with one API key, in the order of the addresses. */
export async function callersWithKey(urls: readonly string[]): Promise<Call[]> {
  const [first = ""] = urls;
  const key = await newApiKey(first);
  return urls.map((url) => callerAt(url, { "x-api-key": key }));
}

/** The same with one session of the admin's. */
export async function callersWithSession(urls: readonly string[]): Promise<Call[]> {
  const [first = ""] = urls;
  const { body } = await logIn(first);
  return urls.map((url) => callerAt(url, { authorization: `Bearer ${body.access_token}` }));
}

/** Looks until it holds; fails after `limitMs`. */
export async function within(limitMs: number, holds: () => Promise<boolean>): Promise<void> {
  for (const givesUpAtMs = performance.now() + limitMs; !(await holds()); await Bun.sleep(20)) {
    if (performance.now() > givesUpAtMs) throw new Error(`It does not hold after ${limitMs} ms`);
  }
}
