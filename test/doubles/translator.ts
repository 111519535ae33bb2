import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";

/** What the translator makes of a text, or a status with which it refuses. */
export type Translate = (html: string, target: string) => string | number;

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  texts: string[];
  target: string;
}

/** A translator on this machine that speaks the protocols of DeepL, Google and LibreTranslate, over TLS. */
export async function openTranslator() {
  const requests: Received[] = [];
  let translate: Translate = (html, target) => `${html} [${target}]`;
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const { url: path = "", headers } = request;
      const texts: string[] = body.text ?? body.q;
      const target = String(body.target_lang ?? body.target).toLowerCase();
      requests.push({ path, headers, texts, target });
      const made = texts.map((text) => translate(text, target));
      const refused = made.find((each) => typeof each === "number");
      if (typeof refused === "number") return response.writeHead(refused, { "retry-after": "0" }).end();
      const answer = path.startsWith("/v2/")
        ? { translations: made.map((text) => ({ text })) }
        : path.startsWith("/language/")
          ? { data: { translations: made.map((translatedText) => ({ translatedText })) } }
          : { translatedText: made };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: `https://receiver.test:${port}`,
    asked: requests,
    /** From now on it translates so. */
    translates: (by: Translate) => {
      translate = by;
    },
  };
}
