import { Buffer } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { isAddress } from "./addresses.ts";
import { bodyOf, readWhole } from "./answer-body.ts";
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
  /**
   * For all of it; while a body is streamed, counted again from each of its pieces, as long as they go at a sensible rate.
   */
  timeoutMs: number;
  /** Of the answer's body, unpacked; what goes beyond is not read. */
  bytesMax: number;
  /** Takes the body of a good answer (200) as it comes, all of it: the answer has none then. What it throws is thrown. */
  take?: (headers: Answer["headers"], body: AsyncIterable<Uint8Array>) => Promise<void>;
  /**
   * Never sent twice: over a connection of its own. When a reused one breaks, it is unknown whether the server had closed
   * it before or has done the request.
   */
  isOnce?: boolean;
}

export interface Answer {
  status: number;
  /** By lower-case name; several of one name are comma-separated. */
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
/** A server that takes a streamed body more slowly than this, over all of it, is given up. */
const SENT_BYTES_PER_MS_MIN = 8;

const codeOf = (error: unknown): string => String(Object(error).code ?? "");

/** Opens the connections of one thread; they are reused for the next request. `ca`: further authorities, PEM. */
export function openExchange(ca: string | undefined): Exchange {
  // A connection is reused for the same address and the same name in its certificate only.
  const agentOptions = { keepAlive: true, maxFreeSockets: FREE_SOCKETS_MAX };
  const plain = new http.Agent(agentOptions);
  const secure = new https.Agent(agentOptions);

  function open(url: URL, address: string, request: Request, isReused: boolean): http.ClientRequest {
    const host = plainHost(url.hostname);
    const options = {
      // The address that was checked: there is no second look at the name.
      host: address,
      port: portOf(url),
      path: url.pathname + url.search,
      method: request.method,
      headers: headersOf(url, request),
    };
    if (url.protocol === "http:") return http.request({ ...options, agent: isReused && plain });
    return https.request({
      ...options,
      agent: isReused && secure,
      servername: isAddress(host) ? "" : host,
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    });
  }

  /** Sends it over a reused connection, and over a new one when the server had closed that meanwhile. */
  const sendTo = (url: URL, address: string, request: Request): Promise<Answer> => {
    const endsAtMs = performance.now() + request.timeoutMs;
    return converse(() => open(url, address, request, request.isOnce !== true), request).catch((error: unknown) => {
      if (!isStale(error) || request.isOnce) throw error;
      // The time of a streamed body is counted from its pieces.
      const timeoutMs = typeof request.body === "object" ? request.timeoutMs : endsAtMs - performance.now();
      return converse(() => open(url, address, request, false), { ...request, timeoutMs });
    });
  };

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
  // Servers that pack all the same are understood.
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
      // A bad header is thrown at once, not reported later.
      return reject(new OutboundError("request", `The request cannot be sent (${codeOf(error)})`));
    }
    const limits = limitsOf(body, timeoutMs);
    const late = () => {
      reject(timedOut());
      sent.destroy();
    };
    const timer = setTimeout(late, Math.max(0, timeoutMs));
    const give = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    sent.on("error", (error) => give(Object.assign(error, { isReused: sent.reusedSocket === true })));
    sent.on("response", (message) => {
      const isTaken = take !== undefined && message.statusCode === 200;
      const endsAtMs = limits.endsAtMs();
      const read = isTaken ? takeAnswer(message, endsAtMs, take) : readAnswer(message, endsAtMs, bytesMax);
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
    source.on("data", () => {
      if (limits.noteSent()) timer.refresh();
    });
    source.pipe(sent);
  });
}

/**
 * When a request must have ended: again from each piece of a streamed body, but no later than its size gives reason for.
 */
function limitsOf(body: Request["body"], timeoutMs: number) {
  const startedAtMs = performance.now();
  const sizeBytes = typeof body === "object" ? body.sizeBytes : 0;
  const lastMs = startedAtMs + timeoutMs + sizeBytes / SENT_BYTES_PER_MS_MIN;
  let endsAtMs = startedAtMs + timeoutMs;
  return {
    endsAtMs: () => endsAtMs,
    /** Whether there is more time now that a piece was sent. */
    noteSent: (): boolean => {
      const nextMs = performance.now() + timeoutMs;
      if (nextMs > lastMs) return false;
      endsAtMs = nextMs;
      return true;
    },
  };
}

/** Whether a reused connection was closed before the request could be answered. */
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

/** What is said of the bytes on their way is not true of those that are handed on. */
const OF_THE_WAY = new Set(["content-encoding", "content-length"]);
const headersIn = (message: http.IncomingMessage): Answer["headers"] => {
  const isPacked = message.headers["content-encoding"] !== undefined;
  const named = Object.entries(message.headers).filter(([name]) => !(isPacked && OF_THE_WAY.has(name)));
  return Object.fromEntries(named.map(([name, value]) => [name, textOf(value)]));
};

/** Hands the body over as it comes. What goes wrong on our side of it is ours to throw. */
async function takeAnswer(
  message: http.IncomingMessage,
  endsAtMs: number,
  take: NonNullable<Request["take"]>,
): Promise<Answer> {
  const headers = headersIn(message);
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* bodyOf(message, endsAtMs);
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

async function readAnswer(message: http.IncomingMessage, endsAtMs: number, bytesMax: number): Promise<Answer> {
  const { bytes: body, isCut } = await readWhole(bodyOf(message, endsAtMs), bytesMax);
  return { status: message.statusCode ?? 0, headers: headersIn(message), body, isCut };
}
