import { expect, test } from "bun:test";
import http from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, newApiKey, startService } from "../servers/service.ts";

const CONTENT = "<p>Une chaise en chêne massif, solide et confortable, pour la salle à manger.</p>";

/** A model on this machine that lets its first request wait for ever, and answers all others. */
async function openModel() {
  const asked = Promise.withResolvers<void>();
  let count = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (++count === 1) return asked.resolve();
      const usage = { prompt_tokens: 1000, completion_tokens: 100 };
      const answer = { choices: [{ message: { content: CONTENT }, finish_reason: "stop" }], usage };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}/v1`, isAsked: asked.promise };
}

test("a product whose run was killed can be enriched again at the next start, and a batch over it comes to its end", async () => {
  const folder = temporaryFolder();
  const env = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };
  const model = await openModel();
  let service = await startService({ folder, env });
  let credential: Record<string, string> = {};
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...credential, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const { body: session } = await call("POST", "/auth/login/json", ADMIN);
  credential = { authorization: `Bearer ${session.access_token}` };
  await call("PUT", "/settings/ai-provider", {
    enabled: true,
    provider: "openai_compatible",
    model: "small",
    base_url: model.url,
    daily_budget: 1,
    prices: { small: { input: 1, output: 2 } },
  });
  credential = { "x-api-key": await newApiKey(service.url) };
  const { body: product } = await call("POST", "/products", { name: "Chaise" });
  await call("POST", "/products", { name: "Table" });
  const run = `/enrichment/products/${product.id}?types=descriptions`;
  const killed = call("POST", run).catch(() => undefined);
  await model.isAsked;
  await service.kill("SIGKILL");
  await killed;
  service = await startService({ folder, env });
  const { body: batch } = await call("POST", "/enrichment/batch", { name: "All", enrichmentTypes: ["descriptions"] });
  await call("POST", `/enrichment/batch/${batch.id}/start`);
  const read = async () => (await call("GET", `/enrichment/batch/${batch.id}`)).body;
  while ((await read()).status === "running") await Bun.sleep(50);
  expect(await read()).toMatchObject({ status: "completed", processed: 2, failed: 0 });
  expect((await call("POST", run)).status).toBe(200);
  // Of several processes none knows yet that the other has ended; the sweep ends its call later.
  const state = process.env["TEST_CLUSTER"] === "1" ? "sent" : "interrupted";
  const { body: calls } = await call("GET", `/enrichment/calls?state=${state}`);
  expect([calls.total, calls.items[0].cost_usd, calls.items[0].unsettled_usd > 0]).toEqual([1, 0, true]);
  await service.kill("SIGTERM");
}, 120_000);
