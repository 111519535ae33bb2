import { stdout } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

export type Json = Record<string, unknown>;

/** Calls the service as a client would. */
export interface Client {
  /** Sends to `/api/v1`, and shows it. Throws on an answer that is not 2xx. */
  call(method: string, path: string, body?: Json | FormData): Promise<Response>;
  /** Sends to `/api/v1` without showing it. Throws on an answer that is not 2xx. */
  send(method: string, path: string, body?: Json | FormData): Promise<Response>;
  /** Reads what everybody may read, without a credential, and shows it. Throws on an answer that is not 2xx. */
  fetchPublic(path: string): Promise<Response>;
  /** Asks until `isDone` likes the answer; shows the last time. Throws after a minute. */
  poll(path: string, isDone: (state: Json) => boolean): Promise<Json>;
  /** The same client with another credential, such as `{ authorization: "Bearer …" }`. */
  as(credential: Record<string, string>): Client;
}

const POLL_MS = 100;
const POLLS_MAX = 600;
const SHOWN_LENGTH_MAX = 110;

export const say = (line = "") => void stdout.write(`${line}\n`);
export const answer = async (response: Response) => (await response.json()) as Json; // the API's own answer
export const pick = (from: Json, ...names: string[]) => names.map((name) => `${name} ${from[name]}`).join(", ");

/** What a request sends, for reading: secrets are left out. */
function shownBody(body: Json | FormData | undefined): string {
  if (body === undefined) return "";
  if (body instanceof FormData) {
    const parts: string[] = [];
    body.forEach((value, name) => void parts.push(`${name}=${value instanceof File ? `@${value.name}` : value}`));
    return ` (multipart form: ${parts.join(", ")})`;
  }
  const text = JSON.stringify({ ...body, ...("password" in body && { password: "…" }) });
  return ` ${text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text}`;
}

/** Opens a client of the service at `url`. */
export function openClient(url: string, credential: Record<string, string>): Client {
  async function send(method: string, path: string, body?: Json | FormData): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...credential, ...(isJson && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  return {
    send,
    async call(method, path, body) {
      const response = await send(method, path, body);
      say(`   ${method} /api/v1${path}${shownBody(body)} → ${response.status}`);
      return response;
    },
    async fetchPublic(path) {
      const response = await fetch(new URL(path, url));
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
      const { length } = new Uint8Array(await response.clone().arrayBuffer());
      say(`   GET ${path} → ${response.status}, ${response.headers.get("content-type")}, ${length} bytes`);
      return response;
    },
    async poll(path, isDone) {
      for (let times = 1; times <= POLLS_MAX; times++) {
        const response = await send("GET", path);
        const state = await answer(response);
        if (isDone(state)) {
          say(`   GET /api/v1${path} → ${response.status}${times > 1 ? `, asked ${times} times` : ""}`);
          return state;
        }
        await sleep(POLL_MS);
      }
      throw new Error(`GET ${path} did not come to an end`);
    },
    as: (other) => openClient(url, other),
  };
}
