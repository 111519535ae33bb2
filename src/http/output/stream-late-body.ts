import { currentTurn } from "../../runtime/event-loop-turn.ts";
import type { Call } from "../gate/call.ts";
import { withVary } from "../gate/credentials/cors.ts";
import { encodingFor, markPacked, PACKED_LENGTH_MIN, pack } from "./packing.ts";

type AnswerHeaders = Record<string, string | number>;

/** Bun holds back 16 KiB of what is to be sent; a character takes up to three bytes, most take one. */
const LONG = 10_000;

/**
 * Takes over a long text whose request has waited for something. Bun 1.4.5 sends each header of such an answer by itself,
 * in some thirty calls of the system; that takes eight times as long as the whole answer to a request that waited for
 * nothing. Headers of a body that comes in pieces go together. Says whether it took it; `sendLateBody` sends it.
 */
export function takeLateBody(call: Call, method: string, text: string): boolean {
  if (!globalThis.Bun || text.length < LONG || method === "HEAD" || call.turn === currentTurn()) return false;
  call.lateText = text;
  return true;
}

/** Takes over a text that is to be compressed, and says so in the headers of its answer. Says whether it took it. */
export function takePacked(call: Call, request: Request, headers: AnswerHeaders, text: string): boolean {
  if (text.length < PACKED_LENGTH_MIN) return false;
  headers["vary"] = withVary(headers["vary"], "Accept-Encoding");
  const encoding = encodingFor(request);
  if (encoding === undefined) return false;
  markPacked(headers, encoding);
  call.lateText = text;
  call.encoding = encoding;
  return true;
}

/** Puts the text that was taken over into its answer, which has had all its headers meanwhile. */
export function sendLateBody(
  { lateText: text, encoding, turn }: Call,
  response: Response,
): Response | Promise<Response> {
  if (text === undefined) return response;
  if (encoding === undefined) return new Response(streamOf(text), head(response));
  const send = (bytes: Uint8Array) => {
    const isLate = globalThis.Bun && bytes.length >= LONG && turn !== currentTurn();
    return new Response(isLate ? streamOf(bytes) : new Uint8Array(bytes), head(response));
  };
  const packed = pack(encoding, text);
  return packed instanceof Promise ? packed.then(send) : send(packed);
}

const head = ({ status, headers }: Response) => ({ status, headers });

const streamOf = (body: string | Uint8Array) =>
  new ReadableStream({
    type: "direct",
    pull: (controller) => {
      controller.write(body);
      controller.end();
    },
  });
