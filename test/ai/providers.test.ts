import { describe, expect, test } from "bun:test";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { type CallOptions, sendOnce, untilAnswered } from "../../src/ai/provider/call-provider.ts";
import { chatRequest } from "../../src/ai/provider/chat-request.ts";
import { completeChat } from "../../src/ai/provider/complete-chat.ts";
import { openStrictChat } from "../doubles/strict-chat.ts";
import { DESCRIPTION, givenModel, refusal } from "../enrichment/given-provider.ts";
import { givenProducts } from "../enrichment-batches/given-batch.ts";
import { newTenant } from "../harness.ts";
import { RECEIVER } from "../outbound/certificates.ts";
import { testOutbound } from "../outbound/names.ts";
import { wayOut } from "../outbound/way-out.ts";
import { faults } from "../products/given.ts";

const MESSAGES = [{ role: "user" as const, content: "Bonjour" }];
const SETTING = { temperature: 0.3, max_output_tokens: 2000, timeout_seconds: 60 };
const requests = (provider: string, model: string, isJson = false) =>
  chatRequest({ value: { ...SETTING, provider }, secret: "key" }, { provider, model, messages: MESSAGES, isJson });

describe("the requests of each provider", () => {
  const BEARER = { authorization: "Bearer key" };
  test.each([
    ["openai", "gpt-4o-mini", "https://api.openai.com/v1/chat/completions", BEARER],
    ["mistral", "mistral-small-latest", "https://api.mistral.ai/v1/chat/completions", BEARER],
    ["gemini", "gemini-2.5-flash", "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", BEARER],
    ["anthropic", "claude-haiku-4-5", "https://api.anthropic.com/v1/messages", { "x-api-key": "key" }],
  ])("S32.2 %s is called at its own address, with its own header", (provider, model, url, headers) => {
    const request = requests(provider, model);
    expect([request.url, request.timeoutMs]).toEqual([url, 60_000]);
    expect(request.headers).toMatchObject(headers);
    expect(request.body).toMatchObject({ model });
  });

  test.each([
    ["openai", "gpt-4o-mini", { temperature: 0.3, max_completion_tokens: 2000 }],
    ["openai", "gpt-5-mini", { max_completion_tokens: 2000 }],
    ["openai", "o3", { max_completion_tokens: 2000 }],
    ["mistral", "mistral-small-latest", { temperature: 0.3, max_tokens: 2000 }],
    ["gemini", "gemini-2.5-flash", { temperature: 0.3, max_tokens: 2000 }],
    ["openai_compatible", "gpt-5-like", { temperature: 0.3, max_tokens: 2000 }],
  ])("S32.1 %s takes limits for %s in its own words", (provider, model, limits) => {
    expect(requests(provider, model).body).toEqual({ model, messages: MESSAGES, ...limits });
    const isTold = provider !== "openai_compatible";
    expect(requests(provider, model, true).body).toEqual({
      model,
      messages: MESSAGES,
      ...limits,
      ...(isTold && { response_format: { type: "json_object" } }),
    });
  });
});

describe("a provider as strict as the real one", () => {
  test.each([
    ["openai", "gpt-5-mini", { inputTokens: 900, outputTokens: 120 }],
    ["mistral", "magistral-small-latest", { inputTokens: 900, outputTokens: 120 }],
    // What it has thought is in the total alone.
    ["gemini", "gemini-2.5-flash", { inputTokens: 900, outputTokens: 520 }],
  ] as const)("S34.21 %s answers, and its own count is what is paid for", async (kind, model, usage) => {
    const { baseUrl, stop } = await openStrictChat(kind);
    const ready = { value: { ...SETTING, provider: kind, base_url: baseUrl }, secret: "the-key" };
    const request = { provider: kind, model, messages: MESSAGES, isJson: true };
    expect(await completeChat(testOutbound(), ready, request)).toMatchObject({
      text: "Bonjour",
      isCut: false,
      ...usage,
    });
    const wrong = await completeChat(testOutbound(), { ...ready, secret: "other" }, request);
    expect(wrong).toMatchObject({ failure: { kind: "refused" } });
    stop();
  });

  test.each([
    ["Gemini says it in the body", 429, {}, [{ error: { details: [{ retryDelay: "2.5s" }] } }], [2500, 2500], "busy"],
    ["others in a header", 429, { "retry-after": "3" }, {}, [3000, 3000], "busy"],
    ["nobody says it", 500, {}, {}, [1000, 2000], "busy"],
    ["it is too long to wait", 429, { "retry-after": "61" }, {}, [], "busy"],
    ["the account has no money", 429, {}, { error: { code: "insufficient_quota" } }, [], "rejected"],
    ["a key is called invalid", 400, {}, [{ error: { details: [{ reason: "API_KEY_INVALID" }] } }], [], "refused"],
  ])("S32.7 is called again three times at most, with pauses: %s", async (_, status, headers, body, pauses, kind) => {
    const { outcome, waited, tries } = await answeredBy(status, headers, JSON.stringify(body));
    expect([waited, tries]).toEqual([pauses, pauses.length + 1]);
    expect(outcome).toMatchObject({ failure: { kind } });
  });

  test("S32.7 the third time the caller is to come back after four seconds, or when the provider says", async () => {
    expect((await answeredBy(503, {}, "")).outcome).toMatchObject({ failure: { retryAfterSeconds: 4 } });
    const said = await answeredBy(429, { "retry-after": "61" }, "");
    expect(said.outcome).toMatchObject({ failure: { retryAfterSeconds: 61 } });
  });

  test("S32.7 its name and sentence for the failure are shown, without what may be a key, and none about one", async () => {
    const error = { code: "model_not_found", message: "No model of sk-12345 is called so" };
    const { outcome } = await answeredBy(404, {}, JSON.stringify({ error }));
    const message = "The provider answered 404 (model_not_found): No model of … is called so";
    expect(outcome).toMatchObject({ failure: { kind: "rejected", message } });
    const wrong = { error: { code: "invalid_api_key", message: "Incorrect API key provided: abcdef" } };
    const refused = await answeredBy(401, {}, JSON.stringify(wrong));
    expect(refused.outcome).toMatchObject({ failure: { message: "The provider answered 401 (invalid_api_key)" } });
  });

  test("S32.1 S32.7 one that does not answer in time is called three times", async () => {
    const { outcome, waited } = await answeredBy("silent", {}, "");
    expect([outcome, waited]).toMatchObject([{ failure: { kind: "busy" } }, [1000, 2000]]);
  });
});

/** Asks a server that always answers so; no one waits. */
async function answeredBy(status: number | "silent", headers: Record<string, string>, body: string) {
  let tries = 0;
  const server = https.createServer(RECEIVER, (_, response) => {
    tries++;
    if (status !== "silent") response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const waited: number[] = [];
  const wait: CallOptions["wait"] = (ms) => Promise.resolve(waited.push(ms));
  const url = `https://receiver.test:${port}/v1`;
  const timeoutMs = status === "silent" ? 50 : 10_000;
  const once = () => sendOnce(testOutbound(), { url, headers: {}, body: {}, timeoutMs });
  const outcome = await untilAnswered(once, { wait });
  server.close();
  server.closeAllConnections();
  return { outcome, waited, tries };
}

describe("the AI provider setting", () => {
  test("S32.1 D0.13 a purpose is not assigned to a provider without a key", async () => {
    const { admin } = await newTenant();
    const setting = { enabled: true, provider: "openai", model: "gpt-4o-mini", api_key: "sk-0123456789abcdef" };
    const assignments = { seo: { provider: "mistral", model: "mistral-small-latest" } };
    const answer = await admin.put("/settings/ai-provider", { ...setting, assignments });
    expect([answer.status, faults(answer)]).toEqual([422, ["assignments.seo.provider"]]);
  });

  test("S32.1 S31.9 a model on a server of the LAN is called where the operator allows it, and nowhere else", async () => {
    const server = await openStrictChat("mistral", { isPlain: true });
    const value = { ...SETTING, provider: "openai_compatible", base_url: `http://models.lan:${server.port}/v1` };
    const request = { provider: "openai_compatible", model: "local", messages: MESSAGES };
    const send = (...open: string[]) => completeChat(wayOut({ open }).outbound, { value, secret: "the-key" }, request);
    expect(await send()).toMatchObject({ failure: { kind: "rejected" } });
    expect(server.asked()).toBe(0);
    expect(await send("models.lan")).toMatchObject({ text: "Bonjour" });
    server.stop();
  });

  test.each([1, 3])(
    "S32.1 concurrency %i: this many products of a batch are in the model's hands",
    async (concurrency) => {
      const { provider, run } = await givenProducts(9, { concurrency });
      let [now, most] = [0, 0];
      const full = Promise.withResolvers<void>();
      provider.says(async () => {
        most = Math.max(most, ++now);
        // No one is answered until all hands are full.
        if (now === concurrency) full.resolve();
        await full.promise;
        now--;
        return DESCRIPTION;
      });
      expect(await run()).toMatchObject({ status: "completed" });
      expect(most).toBe(concurrency);
    },
  );
});

test.each([1e308, -5, 1e9])(
  "S34.21 a count of tokens that cannot be, %d, is replaced by ours in the ledger",
  async (count) => {
    const { tenant, provider, run } = await givenModel();
    const choice = { message: { content: DESCRIPTION }, finish_reason: "stop" };
    const usage = { prompt_tokens: count, completion_tokens: 20 };
    provider.says(() => ({ raw: JSON.stringify({ choices: [choice], usage }) }));
    expect((await run("?types=descriptions")).status).toBe(200);
    const { items } = (await tenant.get("/enrichment/logs")).body;
    const cost = (await tenant.get("/enrichment/web/costs/summary")).body.total_cost_usd;
    expect(items?.length ?? 1).toBe(1);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(1);
  },
);

test("S32.7 an answer that was cut is not stored, and the setting that cuts it is named", async () => {
  const { tenant, id, provider, run } = await givenModel();
  const said = (content: string) => {
    const choice = { message: { content }, finish_reason: "length" };
    provider.says(() => ({ raw: JSON.stringify({ choices: [choice], usage }) }));
  };
  const usage = { prompt_tokens: 1000, completion_tokens: 2000 };
  for (const [type, content] of [
    ["descriptions", "Chai"],
    ["descriptions", `${DESCRIPTION.replace("</p>", "")} Elle est livr`],
    ["seo", '{"seo_title": "Chaise. Solide.", "seo_meta_desc'],
  ]) {
    said(content ?? "");
    const answer = await run(`?types=${type}`);
    expect(refusal(answer)).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
    expect(answer.body.error.details.reason).toContain("max_output_tokens");
  }
  // Nothing is called twice.
  expect(provider.asked.length).toBe(3);
  expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
  expect((await tenant.get("/enrichment/web/costs/summary")).body.total_cost_usd).toBe(0.015);
});
