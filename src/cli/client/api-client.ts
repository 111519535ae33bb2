import { setTimeout as sleep } from "node:timers/promises";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { Profile } from "./profiles.ts";
import { refusalText } from "./refusal-text.ts";

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
