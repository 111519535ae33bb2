import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { openOutbound } from "../../src/outbound/outbound.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import { RECEIVER } from "./certificates.ts";

/** A server on this machine that notes each connection. */
export async function serve(handler: http.RequestListener, identity: typeof RECEIVER | undefined = RECEIVER) {
  const server = identity ? https.createServer(identity, handler) : http.createServer(handler);
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** A way out whose resolver knows these names; those of `open` may lead to this machine. */
export function wayOut({ names = {}, open = [] }: { names?: Record<string, string[]>; open?: string[] } = {}) {
  const requests: string[] = [];
  const outbound = openOutbound(
    { allow: { ranges: [], names: open }, allowPrivate: false },
    {
      ca: RECEIVER.cert,
      lookup: (host) => {
        requests.push(host);
        return Promise.resolve(names[host] ?? ["127.0.0.1"]);
      },
    },
  );
  return { outbound, asked: requests };
}

export const GET = { method: "GET", headers: {}, timeoutMs: 2_000, bytesMax: 65_536 };

/** Why a connection was not made, or what was answered. */
export const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof OutboundError ? error.reason : `not an OutboundError: ${String(error)}`),
  );
