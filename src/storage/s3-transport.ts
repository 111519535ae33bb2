import { Buffer } from "node:buffer";
import type http from "node:http";
import type https from "node:https";
import { Readable } from "node:stream";
import { bodyOf, readWhole } from "../outbound/answer-body.ts";
import { OutboundError } from "../outbound/outbound-error.ts";

/** What a store that is waited for does not go beyond. */
export interface Patience {
  /** How long the store may be silent. */
  silenceMs: number;
  /** What its silence, or an answer that takes too long, is called. */
  late(): Error;
  /** Of an answer that is no file. A page of a listing has a thousand names. */
  answerBytesMax: number;
}

/** An answer may come in parts, none of which is late; all of it takes no longer than this number of silences. */
const SILENCES = 4;
/** A store that takes what it is sent more slowly than this is given up. */
const SENT_BYTES_PER_MS_MIN = 8;

type Transport = typeof http | typeof https;
type Answered = (response: http.IncomingMessage) => void;

/** Whether the answer is a file, which is handed on as fast as it is taken. Everything else asks by a query, or has no body. */
const isFile = ({ method, path }: http.RequestOptions, { statusCode = 0 }: http.IncomingMessage): boolean =>
  method === "GET" && !path?.includes("?") && statusCode < 300;

function sentBytes({ headers }: http.RequestOptions): number {
  const entry = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-length");
  return Number(entry?.[1] ?? 0) || 0;
}

/** Reads an answer and hands it on whole, as the client reads answers: it keeps piece after piece of one without end. */
async function whole(
  response: http.IncomingMessage,
  { endsAtMs, bytesMax }: { endsAtMs: number; bytesMax: number },
): Promise<http.IncomingMessage> {
  const { bytes, isCut } = await readWhole(bodyOf(response, endsAtMs), bytesMax);
  if (isCut) throw new OutboundError("request", "The answer of the object store is too long");
  const { statusCode, statusMessage, headers, rawHeaders } = response;
  const read = Readable.from(bytes.byteLength === 0 ? [] : [Buffer.from(bytes)]);
  // The client looks at nothing else of an answer.
  return Object.assign(read, { statusCode, statusMessage, headers, rawHeaders }) as unknown as http.IncomingMessage;
}

/**
 * Sends requests of the client of an object store, which itself waits for ever and reads any amount: an answer that is no
 * file has to be there in time, and is not longer than it may be. `placed` says where a request goes, or throws.
 */
export function boundedTransport(
  transport: Transport,
  { silenceMs, late, answerBytesMax }: Patience,
  placed: (options: http.RequestOptions) => http.RequestOptions = (options) => options,
): typeof http {
  const request = (options: http.RequestOptions, answered?: Answered): http.ClientRequest => {
    const waitMs = silenceMs * SILENCES + sentBytes(options) / SENT_BYTES_PER_MS_MIN;
    const endsAtMs = performance.now() + waitMs;
    const sent = transport.request(placed(options), (response) => {
      if (isFile(options, response)) {
        // A slow reader of a file is no silent store.
        clearTimeout(timer);
        sent.setTimeout(0);
        return answered?.(response);
      }
      whole(response, { endsAtMs, bytesMax: answerBytesMax })
        .finally(() => clearTimeout(timer))
        .then(answered, (error: unknown) => {
          const isLate = error instanceof OutboundError && error.reason === "timeout";
          fail(isLate ? late() : error);
        });
    });
    const fail = (error: unknown) => {
      // The request reports it: once it is answered, destroying it emits nothing.
      sent.emit("error", error);
      sent.destroy();
    };
    const giveUp = () => fail(late());
    const timer = setTimeout(giveUp, waitMs);
    sent.on("error", () => clearTimeout(timer));
    return sent.setTimeout(silenceMs, giveUp);
  };
  // The client calls no other function.
  return { request } as unknown as typeof http;
}
