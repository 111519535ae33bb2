import { Buffer } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { isAddress } from "./addresses.ts";
import { OutboundError, timedOut } from "./outbound-error.ts";
import { plainHost, portOf } from "./target.ts";

/** A body that is read as it is sent, once for each try. */
export interface SentBody {
  sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface Request {
  method: string;
  headers: Record<string, string>;
  body?: string | SentBody | undefined;
  /** For all of it; while a body is streamed, counted anew from each of its pieces. */
  timeoutMs: number;
  /** Of the answer's body; what goes beyond is not read. */
  bytesMax: number;
  /** Takes the body of a good answer (200) as it comes, all of it: the answer has none then. What it throws is thrown. */
  take?: (headers: Answer["headers"], body: AsyncIterable<Uint8Array>) => Promise<void>;
  /**
   * Never sent twice: over a connection of its own. Of a kept one that breaks nobody knows whether the server had closed it before
   * or has done what was asked.
   */
  isOnce?: boolean;
}

export interface Answer {
  status: number;
  /** By lower-case name; several of one name are joined by commas. */
  headers: Record<string, string | undefined>;
  body: Buffer;
  /** Whether there was more of it. */
  isCut: boolean;
}

/** Sends requests to addresses that were checked. */
export interface Exchange {
  /** Tries the addresses one after the other until one takes the connection. Throws `OutboundError`. */
  send(url: URL, addresses: readonly string[], request: Request): Promise<Answer>;
  close(): void;
}

/** Another address of the same host may still do. */
const UNREACHABLE = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);
const CERTIFICATE = /CERT|SSL|TLS|ALTNAME|ISSUER|SELF_SIGNED|UNABLE_TO/;
const FREE_SOCKETS_MAX = 8;

const codeOf = (error: unknown): string => String(Object(error).code ?? "");

/** Opens the connections of one thread; they are kept for the next request. `ca`: further authorities, PEM. */
export function openExchange(ca: string | undefined): Exchange {
  // A connection is kept for the same address and the same name in its certificate only.
  const kept = { keepAlive: true, maxFreeSockets: FREE_SOCKETS_MAX };
  const plain = new http.Agent(kept);
  const secure = new https.Agent(kept);

  function open(url: URL, address: string, request: Request, isKept: boolean): http.ClientRequest {
    const host = plainHost(url.hostname);
    const options = {
      // The address that was checked: there is no second look at the name.
      host: address,
      port: portOf(url),
      path: url.pathname + url.search,
      method: request.method,
      headers: headersOf(url, request),
    };
    if (url.protocol === "http:") return http.request({ ...options, agent: isKept && plain });
    return https.request({
      ...options,
      agent: isKept && secure,
      servername: isAddress(host) ? "" : host,
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    });
  }

  /** Sends it over a kept connection, and over a new one when the server had closed that meanwhile. */
  const sendTo = (url: URL, address: string, request: Request): Promise<Answer> =>
    converse(() => open(url, address, request, request.isOnce !== true), request).catch((error: unknown) => {
      if (!isStale(error) || request.isOnce) throw error;
      return converse(() => open(url, address, request, false), request);
    });

  return {
    send: async (url, addresses, request) => {
      const endsAtMs = performance.now() + request.timeoutMs;
      for (const [index, address] of addresses.entries()) {
        try {
          return await sendTo(url, address, { ...request, timeoutMs: endsAtMs - performance.now() });
        } catch (error) {
          if (index === addresses.length - 1 || !isUnreachable(error)) throw failureOf(error);
        }
      }
      throw new OutboundError("dns", "The name has no address");
    },
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

const headersOf = (url: URL, { headers, body }: Request): Record<string, string> => ({
  "user-agent": "catalogd",
  // What arrives is what was sent: nothing is unpacked here.
  "accept-encoding": "identity",
  ...headers,
  host: url.host,
  ...(body !== undefined && {
    "content-length": String(typeof body === "string" ? Buffer.byteLength(body) : body.sizeBytes),
  }),
});

/** One request and its answer. Rejects with what went wrong, as the connection says it. */
function converse(open: () => http.ClientRequest, { body, timeoutMs, bytesMax, take }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent: http.ClientRequest;
    try {
      sent = open();
    } catch (error) {
      // A bad header is thrown at once, not told later.
      return reject(new OutboundError("request", `The request cannot be sent (${codeOf(error)})`));
    }
    const timer = setTimeout(
      () => {
        reject(timedOut());
        sent.destroy();
      },
      Math.max(0, timeoutMs),
    );
    const give = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    sent.on("error", (error) => give(Object.assign(error, { isReused: sent.reusedSocket === true })));
    sent.on("response", (message) => {
      const isTaken = take !== undefined && message.statusCode === 200;
      const read = isTaken ? takeAnswer(message, take) : readAnswer(message, bytesMax);
      read.then(
        (answer) => {
          clearTimeout(timer);
          resolve(answer);
          if (answer.isCut) sent.destroy();
        },
        (error: unknown) => {
          give(error);
          sent.destroy();
        },
      );
    });
    if (typeof body !== "object") return sent.end(body);
    const source = Readable.from(body.open(), { objectMode: false });
    source.on("error", (error) => {
      give(error);
      sent.destroy();
    });
    sent.on("close", () => source.destroy());
    source.on("data", () => timer.refresh());
    source.pipe(sent);
  });
}

/** Whether a kept connection was closed before the request could be answered. */
const isStale = (error: unknown): boolean =>
  Object(error).isReused === true && (codeOf(error) === "ECONNRESET" || codeOf(error) === "EPIPE");

const isUnreachable = (error: unknown): boolean => !isTakers(error) && UNREACHABLE.has(codeOf(error));
/** Whether it was thrown by who takes a body, and is not about the connection. */
const isTakers = (error: unknown): boolean => Object(error).isTakers === true;

function failureOf(error: unknown): unknown {
  if (error instanceof OutboundError || isTakers(error)) return error;
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) return new OutboundError("certificate", `The certificate is not valid (${code})`);
  return new OutboundError("connection", `The connection failed${code && ` (${code})`}`);
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(", ") : value);

const headersIn = (message: http.IncomingMessage): Answer["headers"] =>
  Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, textOf(value)]));

/** Hands the body over as it comes. What goes wrong on our side of it is ours to throw. */
async function takeAnswer(message: http.IncomingMessage, take: NonNullable<Request["take"]>): Promise<Answer> {
  const headers = headersIn(message);
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* message;
    } catch (error) {
      throw failureOf(error);
    }
  }
  try {
    await take(headers, body());
  } catch (error) {
    throw error instanceof OutboundError ? error : Object.assign(Object(error), { isTakers: true });
  }
  return { status: message.statusCode ?? 0, headers, body: Buffer.alloc(0), isCut: false };
}

function readAnswer(message: http.IncomingMessage, bytesMax: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean) =>
      resolve({
        status: message.statusCode ?? 0,
        headers: headersIn(message),
        body: Buffer.concat(chunks, Math.min(size, bytesMax)),
        isCut,
      });
    message.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) finish(true);
    });
    message.on("end", () => finish(false));
    message.on("error", reject);
    message.on("aborted", () => reject(new OutboundError("connection", "The connection was cut")));
  });
}
