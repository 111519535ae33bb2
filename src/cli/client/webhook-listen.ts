import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { text } from "node:stream/consumers";
import { isSigned } from "../../webhooks/send/signatures.ts";
import type { ClientCall, ClientCommand } from "./client-command.ts";

const LOOPBACK = "127.0.0.1";

interface Receiver {
  server: Server;
  /** What the service sends to. */
  url: string;
}

/** Opens a receiver on this machine; `take` gets each delivery. */
async function openReceiver(
  port: number,
  take: (request: IncomingMessage, body: string) => boolean,
): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const isTaken = take(request, await text(request));
    response.writeHead(isTaken ? 204 : 400).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: own } = server.address() as AddressInfo; // it listens on a port
  return { server, url: `http://${LOOPBACK}:${own}/` };
}

const headersOf = ({ headers }: IncomingMessage) => ({
  id: String(headers["webhook-id"] ?? ""),
  timestamp: Number(headers["webhook-timestamp"]),
  signature: String(headers["webhook-signature"] ?? ""),
});

/** One line for a person: when, what, and the data. */
function lineOf(body: string): string {
  const { event, timestamp, data } = JSON.parse(body);
  return `${timestamp}  ${event}  ${JSON.stringify(data)}`;
}

/** Makes a webhook that ends with the command, and prints what it is sent until it is stopped. */
async function listen({ api, given, note }: ClientCall): Promise<void> {
  const { json, once, events, port, address } = given;
  const ended = Promise.withResolvers<void>();
  // The service signs nothing before it has made the secret.
  let secret = "";
  const receiver = await openReceiver(Number(port ?? 0), (request, body) => {
    const { id, timestamp, signature } = headersOf(request);
    if (!isSigned({ eventId: id, timestamp, body }, signature, secret)) {
      note("Refused: it is not signed with the secret of this webhook");
      return false;
    }
    process.stdout.write(`${json === true ? body : lineOf(body)}\n`);
    if (once === true) ended.resolve();
    return true;
  });
  const wanted = typeof events === "string" ? events.split(",") : (await api.json("GET", "/webhooks/events")).events;
  const url = typeof address === "string" ? address : receiver.url;
  try {
    const made = await api.json("POST", "/webhooks", {
      body: { name: "catalogd webhooks listen", url, events: wanted },
    });
    secret = made.generated_secret;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.resolve());
    note(`Webhook ${made.id} sends to ${url}. WEBHOOK_SECRET=${secret}`);
    note("Press Ctrl+C to end; the webhook is deleted then.");
    await ended.promise;
    await api.json("DELETE", `/webhooks/${made.id}`);
  } finally {
    receiver.server.close();
    receiver.server.closeAllConnections();
  }
}

/** `catalogd webhooks listen` */
export const LISTEN_COMMAND: ClientCommand = {
  group: "webhooks",
  usage: "listen",
  description: "Receive deliveries on this machine and print them, while you develop",
  options: [
    ["--events <list>", "Only these, separated by commas; without it, all"],
    ["--port <port>", "Port to receive on; without it, a free one"],
    ["--address <url>", "How the service reaches this machine, where that is not http://127.0.0.1:PORT/"],
    ["--once", "End after the first delivery"],
  ],
  examples: [
    "catalogd webhooks listen",
    "catalogd webhooks listen --events product.created,stock.updated",
    "catalogd webhooks listen --port 8080 --address https://tunnel.example.com/",
  ],
  run: listen,
};
