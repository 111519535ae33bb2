import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export interface RoundRobin {
  url: string;
  /** From now on requests go to these in turn; without any, callers find no one. */
  pointAt(urls: readonly string[]): void;
  /** Which of them has been answering a request for longest; `undefined`: none is. */
  busiest(): string | undefined;
  stop(): Promise<void>;
}

/**
 * A plain proxy that hands each request, once it has come whole, to the next of some servers, with no memory of who asked what,
 * as nginx does without settings. A server that does not take the connection is passed over, one that ends amid an answer ends it for the caller.
 */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let members = [...urls];
  let turn = 0;
  /** Whom each request that is under way was handed to, the oldest first. */
  const underWay = new Map<ServerResponse, string>();

  function hand(asked: IncomingMessage, body: Buffer, answer: ServerResponse, triesLeft: number): void {
    const next = members[turn++ % members.length];
    if (next === undefined) return void asked.socket.destroy();
    underWay.set(answer, next);
    const { hostname, port } = new URL(next);
    const { method, url: path, headers } = asked;
    const onward = request({ agent, hostname, port, method, path, headers }, (answered) => {
      // It may refuse the body and close: what it has answered is handed on all the same.
      onward.removeAllListeners("error").on("error", () => undefined);
      const { statusCode = 502, headers: own } = answered;
      answer.writeHead(statusCode, own);
      pipeline(answered, answer, () => undefined);
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      // Nothing of it can have arrived there.
      if (error.code === "ECONNREFUSED" && triesLeft > 1) hand(asked, body, answer, triesLeft - 1);
      else answer.writeHead(502).end();
    });
    answer.on("close", () => {
      underWay.delete(answer);
      if (!answer.writableFinished) onward.destroy();
    });
    onward.end(body);
  }

  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", () => hand(asked, Buffer.concat(chunks), answer, members.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    pointAt: (next) => {
      members = [...next];
    },
    busiest: () => underWay.values().next().value,
    stop: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
