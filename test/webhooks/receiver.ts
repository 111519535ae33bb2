import { setSystemTime } from "bun:test";
import { createHmac } from "node:crypto";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { RECEIVER } from "../outbound/certificates.ts";

/** A delivery as it arrived. */
export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The bytes of the body, as text. */
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  body: any;
}

/** What a receiver answers: a status, a whole answer, or nothing at all. */
export type Reply = number | { status: number; headers?: Record<string, string>; body?: string } | "silence";

/**
 * A receiver of webhooks on this machine, over TLS. It answers each path by the replies given for it, the last of them
 * again and again; 200 when there are none. `url(path)` is an address for a test of its own.
 */
export async function openReceiver() {
  const received: Received[] = [];
  const replies = new Map<string, Reply[]>();
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, raw, body: JSON.parse(raw) });
      const left = replies.get(path) ?? [200];
      const reply = (left.length > 1 ? left.shift() : left[0]) ?? 200;
      if (reply === "silence") return;
      const { status, headers = {}, body = "" } = typeof reply === "number" ? { status: reply } : reply;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  let paths = 0;
  return {
    /** An address with one owner, which answers like this. */
    url: (...answers: Reply[]) => {
      const path = `/hook-${++paths}`;
      if (answers.length > 0) replies.set(path, answers);
      return `https://receiver.test:${port}${path}`;
    },
    /** What came to an address, in order. */
    at: (url: string) => received.filter(({ path }) => path === new URL(url).pathname),
  };
}

/** The documented rule, written again: `sha256=` and the hex HMAC-SHA256 of the bytes of the body. */
export const expectedSignature = (raw: string, secret: string) =>
  `sha256=${createHmac("sha256", Buffer.from(secret, "utf8")).update(Buffer.from(raw, "utf8")).digest("hex")}`;

/**
 * The body of a delivery that Standard Webhooks' own library finds signed by this secret, at the time it was sent by the
 * clock of the tests. Throws when it does not.
 */
export function verified(delivery: Received | undefined, secret: string): unknown {
  if (!delivery) throw new Error("Nothing arrived");
  setSystemTime(new Date(Number(delivery.headers["webhook-timestamp"]) * 1000));
  try {
    return new Webhook(secret).verify(delivery.raw, delivery.headers as Record<string, string>);
  } finally {
    setSystemTime();
  }
}
