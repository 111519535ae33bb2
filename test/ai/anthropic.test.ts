import { describe, expect, test } from "bun:test";
import { openAnthropic } from "../doubles/anthropic.ts";
import { answerOf, DESCRIPTION, refusal } from "../enrichment/given-provider.ts";
import { given } from "../products/given.ts";

const KEY = "sk-ant-0123456789";

async function givenClaude(more: object = {}) {
  const { tenant, id } = await given({ title: "Chaise", description: "Ancienne" });
  const anthropic = await openAnthropic();
  // The system prompt is not among the messages.
  anthropic.says((body) => {
    const { system } = JSON.parse(body);
    return answerOf(JSON.stringify({ messages: [{ content: system }] }));
  });
  const setting = { enabled: true, provider: "anthropic", model: "claude-sonnet-4", base_url: anthropic.baseUrl };
  const saved = await tenant.admin.put("/settings/ai-provider", { ...setting, api_key: KEY, ...more });
  expect(saved.status).toBe(200);
  expect(JSON.stringify(saved.body)).not.toContain(KEY);
  const run = (types = "descriptions") => tenant.post(`/enrichment/products/${id}?types=${types}`);
  return { tenant, anthropic, run, cost: async () => (await tenant.get("/enrichment/web/costs/summary")).body };
}

describe("Anthropic's own protocol", () => {
  test("S32.2 S34.21 is spoken with its headers, and paid for by its own count of tokens", async () => {
    const { anthropic, run, cost } = await givenClaude({ economy_model: "claude-3-5-haiku" });
    const { status, body } = await run("descriptions,seo");
    expect([status, body.descriptions]).toEqual([200, DESCRIPTION]);
    expect(anthropic.asked.map(({ model }) => model)).toEqual(["claude-sonnet-4", "claude-3-5-haiku"]);
    // What the cache has read or stored is input too, at its own price: 700, 200 stored and 100 read.
    const usage = { input_tokens: 1000, output_tokens: 50 };
    expect(body.ai_metadata.descriptions).toMatchObject({ provider: "anthropic", ...usage, cost_usd: 0.00363 });
    expect((await cost()).total_cost_usd).toBeCloseTo(0.00363 + 0.000968, 6);
  });

  test("S32.7 an overloaded provider (529) and one that requests a longer wait are called again", async () => {
    const { anthropic, run, cost } = await givenClaude();
    anthropic.faults.push(
      { status: 529, type: "overloaded_error", headers: { "retry-after": "0" } },
      { status: 429, type: "rate_limit_error", headers: { "retry-after": "0" } },
    );
    expect((await run()).body.descriptions).toBe(DESCRIPTION);
    expect(anthropic.asked.length).toBe(3);
    expect((await cost()).total_cost_usd).toBe(0.00363);
  });

  test("S32.7 three times overloaded is 503, with when to try again", async () => {
    const { anthropic, run } = await givenClaude();
    const overloaded = { status: 529, type: "overloaded_error", headers: { "retry-after": "0" } };
    anthropic.faults.push(overloaded, overloaded, { ...overloaded, headers: { "retry-after": "17" } });
    const answer = await run();
    expect(refusal(answer)).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
    expect(answer.headers.get("retry-after")).toBe("17");
    expect(anthropic.asked.length).toBe(3);
  });

  test("S32.7 a refused key and an unknown model are said plainly, and not called again", async () => {
    const wrongKey = await givenClaude({ api_key: "sk-ant-9999999999" });
    expect(refusal(await wrongKey.run())).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
    expect(wrongKey.anthropic.asked.length).toBe(1);
    const unknown = await givenClaude({ model: "claude-of-tomorrow" });
    const refused = await unknown.run();
    expect(refusal(refused)).toEqual([409, "AI_PROVIDER_REFUSED"]);
    expect(refused.headers.get("retry-after")).toBeNull();
    expect(refused.body.error.details.reason).toBe("The provider answered 404 (not_found_error): Not this time");
    expect(unknown.anthropic.asked.length).toBe(1);
  });

  test("S32.7 an answer of no use is requested once more, in turns", async () => {
    const { anthropic, run } = await givenClaude();
    const answers = ["", DESCRIPTION];
    anthropic.says(() => answers.shift() ?? "");
    expect((await run()).body.descriptions).toBe(DESCRIPTION);
    expect(anthropic.asked[1]?.messages?.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  test("S32.7 an answer in another language, twice, is stored nowhere", async () => {
    const { anthropic, run } = await givenClaude();
    anthropic.says(() => "<p>This is a solid and comfortable chair made of oak for your dining room.</p>");
    expect(refusal(await run())).toEqual([503, "SYSTEM_SERVICE_UNAVAILABLE"]);
    expect(anthropic.asked.length).toBe(2);
  });

  test.each(["claude-opus-4-8", "claude-sonnet-5", "claude-opus-5"])(
    "%s is asked without a temperature, which models after Opus 4.6 refuse",
    async (model) => {
      const { anthropic, run } = await givenClaude({ model });
      expect((await run()).status).toBe(200);
      expect(Object.keys(anthropic.asked[0] ?? {}).toSorted()).toEqual(["max_tokens", "messages", "model", "system"]);
    },
  );
});
