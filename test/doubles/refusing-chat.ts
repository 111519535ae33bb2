import https from "node:https";
import type { AddressInfo } from "node:net";
import { DESCRIPTION } from "../enrichment/given-provider.ts";
import { RECEIVER } from "../outbound/certificates.ts";

type Body = Record<string, unknown>;

/** A server of chats on this machine that refuses some requests, and answers all others. */
export async function openRefusing(refusalOf: (body: Body) => [status: number, body: unknown] | undefined) {
  const bodies: Body[] = [];
  const server = https.createServer(RECEIVER, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: Body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    bodies.push(body);
    const usage = { prompt_tokens: 100, completion_tokens: 20 };
    const answer = { choices: [{ message: { content: DESCRIPTION }, finish_reason: "stop" }], usage };
    const [status, said] = refusalOf(body) ?? [200, answer];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { baseUrl: `https://receiver.test:${port}/v1`, bodies };
}
