import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";

/** What a model says, or a status with which the provider refuses. */
export type Said = string | number;

/** A provider of chats on this machine, in the form of OpenAI's API, over TLS. It answers each request by `say`. */
export async function openChatProvider() {
  const asked: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];
  let say: (body: string) => Said = () => 500;
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      asked.push({ path: request.url ?? "", authorization: request.headers.authorization, body: JSON.parse(text) });
      const said = say(text);
      if (typeof said === "number") return response.writeHead(said).end();
      const answer = { choices: [{ message: { role: "assistant", content: said } }] };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: `https://receiver.test:${port}/v1`,
    asked,
    /** From now on it answers so. */
    says: (answer: typeof say) => {
      say = answer;
    },
  };
}
