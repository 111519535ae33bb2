import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../text/unknown-values.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { Profile } from "./profiles.ts";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

/** A problem of one field, or a warning with its code, as a line. */
function problemLine(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const message = textOf(value["message"]);
  const name = textOf(value["field"]) ?? textOf(value["code"]);
  return message === undefined ? [] : [`  ${name === undefined ? "" : `${name}: `}${message}`];
}

/** Every list of problems in what an error says further, and how to mend it. */
function detailLines(details: unknown): string[] {
  if (Array.isArray(details)) return details.flatMap(problemLine);
  if (!isRecord(details)) return [];
  return Object.entries(details).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap(problemLine);
    const text = textOf(value);
    if (text === undefined || name === "retry_after") return [];
    return [name === "how_to_fix" ? `  ${text}` : `  ${name}: ${text}`];
  });
}

/** What the API refuses, in its own words: the sentence, then each field with its own, and what helps. */
function refusalText(status: number, body: unknown): string {
  const whole = isRecord(body) ? body : {};
  const error = isRecord(whole["error"]) ? whole["error"] : whole;
  const message = textOf(error["message"]) ?? textOf(error["detail"]);
  const external = Array.isArray(whole["errors"]) ? whole["errors"].flatMap((each) => textOf(each) ?? []) : [];
  const first = message ?? external.shift() ?? `The service answered ${status}`;
  const lines = [first, ...external.map((each) => `  ${each}`), ...detailLines(error["details"])];
  const requestId = textOf(error["request_id"]);
  return [...lines, ...(status >= 500 && requestId !== undefined ? [`  request id: ${requestId}`] : [])].join("\n");
}

/** What is sent beside a path. */
export interface Sent {
  query?: URLSearchParams | Record<string, string | number | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** An answer that was not a refusal. */
export interface ApiAnswer {
  status: number;
  response: Response;
}

/** The API of one service, asked as one caller. */
export interface Api {
  url: string;
  /** Throws `CommandRefused` with the API's sentences. The caller reads the body. */
  send(method: string, path: string, sent?: Sent): Promise<ApiAnswer>;
  /** The same, with the answer's JSON; `undefined` when it has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is in the served description
  json(method: string, path: string, sent?: Sent): Promise<any>;
}

/** What was refused, with its status for who knows more. */
export class ApiRefused extends CommandRefused {
  readonly status: number;

  constructor(status: number, body: unknown, exitCode: number) {
    super(refusalText(status, body), exitCode);
    this.status = status;
  }
}

const TOO_MANY = 429;
const NOT_NOW = 503;
/** The number of times and the seconds that a command waits for a service that says when to come again. */
const WAITS_MAX = 5;
const WAIT_SECONDS_MAX = 60;

/** Wrong input ends as wrong use does; a service that is not there now may be asked again. */
const exitCodeOf = (status: number): number => {
  if (status === 400 || status === 422) return EXIT.usage;
  return status === 502 || status === NOT_NOW || status === 504 ? EXIT.unavailable : EXIT.refused;
};

function addressOf(url: string, path: string, query: Sent["query"]): string {
  if (query === undefined) return `${url}${path}`;
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const set = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(set).toString();
  return `${url}${path}${text === "" ? "" : `?${text}`}`;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function initOf(method: string, key: string, { body, form, headers }: Sent): RequestInit {
  return {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), "x-api-key": key, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
  };
}

/** Opens the API. `note` shows why a command waits. */
export function openApi({ url, key }: Profile, note: (line: string) => void): Api {
  const send = async (method: string, path: string, sent: Sent = {}): Promise<ApiAnswer> => {
    for (let waits = 0; ; waits++) {
      const response = await fetch(addressOf(url, path, sent.query), initOf(method, key, sent)).catch(
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new CommandRefused(`Nothing answers at ${url}: ${reason}`, EXIT.unavailable);
        },
      );
      if (response.ok) return { status: response.status, response };
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const maySendAgain = response.status === TOO_MANY || (response.status === NOT_NOW && method === "GET");
      if (!maySendAgain || !(seconds <= WAIT_SECONDS_MAX) || waits === WAITS_MAX) {
        throw new ApiRefused(response.status, parsed(await response.text()), exitCodeOf(response.status));
      }
      note(`The service asks to wait ${seconds} s`);
      await response.body?.cancel();
      await sleep(seconds * 1_000);
    }
  };
  return {
    url,
    send,
    json: async (method, path, sent) => {
      const text = await (await send(method, path, sent)).response.text();
      return text === "" ? undefined : JSON.parse(text);
    },
  };
}
