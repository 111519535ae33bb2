import { momentOfNow } from "../../runtime/moment.ts";
import type { Call } from "../gate/call.ts";

/** Bun holds back 16 KiB of what is to be sent; a character takes up to three bytes, most take one. */
const LONG = 10_000;

/**
 * Takes over a long text whose request has waited for something. Bun 1.4.5 sends each header of such an answer by
 * itself, in some thirty calls of the system; that takes eight times as long as the whole answer to a request that waited
 * for nothing. Headers of a body that comes in pieces go together. Says whether it took it; `sendLate` sends it.
 */
export function takeLate(call: Call, method: string, text: string): boolean {
  if (!globalThis.Bun || text.length < LONG || method === "HEAD" || call.moment === momentOfNow()) return false;
  call.lateText = text;
  return true;
}

/** Puts the text that was taken over into its answer, which has had all its headers meanwhile. */
export function sendLate(text: string, { status, headers }: Response): Response {
  const body = new ReadableStream({
    type: "direct",
    pull: (controller) => {
      controller.write(text);
      controller.end();
    },
  });
  return new Response(body, { status, headers });
}
