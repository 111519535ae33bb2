import { createHmac } from "node:crypto";
import { RECEIVER } from "../outbound/certificates.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;
/** Sends a request, checks its status and reads the answer. */
type Call = (status: number, method: string, path: string, body?: unknown) => Promise<Json>;

const AT = { port: 0, hostname: "127.0.0.1" };

/** A change of a product arrives at a receiver on this machine, signed. */
export async function changeIsReported(call: Call, productId: string): Promise<void> {
  const arrived = Promise.withResolvers<{ signature: string | null; raw: string }>();
  const take = async (request: Request) => {
    arrived.resolve({ signature: request.headers.get("x-pm-signature"), raw: await request.text() });
    return new Response();
  };
  const receiver = Bun.serve({ ...AT, fetch: take });
  const hook = { name: "Smoke", url: receiver.url.href, events: ["product.updated"], secret: "smoke" };
  const { id } = await call(201, "POST", "/webhooks", hook);
  await call(200, "PATCH", `/products/${productId}`, { short_description: "told" });
  const { signature, raw } = await arrived.promise;
  await call(204, "DELETE", `/webhooks/${id}`);
  await receiver.stop(true);
  const expected = `sha256=${createHmac("sha256", "smoke").update(raw).digest("hex")}`;
  if (signature !== expected) throw new Error(`The signature is ${signature} and not ${expected}`);
  if (JSON.parse(raw).data.id !== productId) throw new Error(`It told of something else: ${raw}`);
}

/** A receiver whose certificate is not trusted gets nothing. */
export async function strangerIsRefused(call: Call): Promise<void> {
  let requests = 0;
  const answer = () => new Response(String(++requests));
  const receiver = Bun.serve({ ...AT, tls: RECEIVER, fetch: answer });
  const hook = { name: "Stranger", url: receiver.url.href, events: ["test"] };
  const { id } = await call(201, "POST", "/webhooks", hook);
  const { status } = await call(200, "POST", `/webhooks/${id}/test`);
  const [entry] = (await call(200, "GET", `/webhooks/${id}/logs`)).items;
  await receiver.stop(true);
  if (status !== "failed" || requests > 0 || !/certificate/.test(entry.error_message)) {
    throw new Error(`The test was ${status} after ${requests} requests: ${entry.error_message}`);
  }
}
