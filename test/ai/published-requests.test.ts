import { describe, expect, test } from "bun:test";
import { chatRequest } from "../../src/ai/provider/chat-request.ts";
import { completeChat } from "../../src/ai/provider/complete-chat.ts";
import { FAMILIES, MODEL_PRICES } from "../../src/ai/provider/model-prices.ts";
import { EFFORTS } from "../../src/ai/provider/request-rules.ts";
import { faultsOf, PUBLISHED, type PublishedProvider } from "../doubles/published-requests.ts";
import { openStrictChat } from "../doubles/strict-chat.ts";
import { givenModel } from "../enrichment/given-provider.ts";
import { testOutbound } from "../outbound/names.ts";

const MESSAGES = [
  { role: "system" as const, content: "You write." },
  { role: "user" as const, content: "Write." },
];
const SCHEMA = {
  name: "seo",
  schema: {
    type: "object",
    properties: { title: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
    required: ["title", "tags"],
    additionalProperties: false,
  },
};
const PROVIDERS = Object.keys(PUBLISHED) as PublishedProvider[]; // Object.keys forgets them
/** Models that no list has yet. */
const NEWER: Record<PublishedProvider, string[]> = {
  openai: ["gpt-7", "gpt-7-mini", "gpt-5.5-2026-04-23", "o5", "gpt-4o-2024-11-20", "gpt-5.3-chat-latest"],
  anthropic: ["claude-opus-7", "claude-sonnet-6-20270101", "claude-opus-4-1-20250805", "claude-haiku-4-5-20251001"],
  mistral: ["mistral-large-2612", "magistral-medium-2701"],
  gemini: ["gemini-4-pro", "gemini-2.5-flash-preview"],
};

describe.each(PROVIDERS)("what %s publishes", (provider) => {
  const models = [...Object.keys(MODEL_PRICES[provider] ?? {}), ...NEWER[provider]];

  test.each(models)("takes every request for %s, with any settings", (model) => {
    const faults = [0, 0.3, 2, null].flatMap((temperature) =>
      [undefined, ...EFFORTS].flatMap((effort) =>
        [{}, { isJson: true }, { isJson: true, schema: SCHEMA }].flatMap((form) => {
          const value = {
            provider,
            temperature,
            max_output_tokens: 500,
            timeout_seconds: 60,
            reasoning_effort: effort,
          };
          const { body } = chatRequest({ value, secret: "k" }, { provider, model, messages: MESSAGES, ...form });
          return faultsOf(provider, body as Record<string, unknown>).map((each) => ({ ...each, temperature, effort }));
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  test("refuses what it does not name", () => {
    const { body } = chatRequest(
      { value: { provider, temperature: null, max_output_tokens: 5, timeout_seconds: 1 }, secret: "k" },
      { provider, model: models[0] ?? "", messages: MESSAGES },
    );
    const sent = body as Record<string, unknown>;
    expect(faultsOf(provider, sent)).toEqual([]);
    expect(Object.keys(sent)).not.toContain("temperature");
    for (const wrong of [{ creativity: 1 }, { temperature: 3 }, { messages: [{ role: "boss", content: "x" }] }]) {
      expect(faultsOf(provider, { ...sent, ...wrong }).length).toBeGreaterThan(0);
    }
    for (const [, model] of FAMILIES[provider] ?? []) expect(models).toContain(model);
  });
});

test.each([
  ["openai", "gpt-4o", true, "json_schema"],
  ["openai", "gpt-4-turbo", true, "json_object"],
  ["mistral", "mistral-small-latest", true, "json_schema"],
  ["gemini", "gemini-2.5-flash", true, "json_schema"],
  ["openai_compatible", "local", true, undefined],
] as const)("%s %s holds answers to a schema where it can", (provider, model, isJson, type) => {
  const value = { provider, max_output_tokens: 5, timeout_seconds: 1 };
  const { body } = chatRequest(
    { value, secret: null },
    { provider, model, messages: MESSAGES, isJson, schema: SCHEMA },
  );
  expect(Object(body).response_format?.type).toBe(type);
});

test("a server of the tenant's own is asked in the words that the setting says it takes", () => {
  const value = { provider: "openai_compatible", temperature: null, max_output_tokens: 9, timeout_seconds: 1 };
  const more = {
    token_field: "max_completion_tokens",
    system_role: "developer",
    json_output: "schema",
    reasoning_effort: "low",
  };
  const request = { provider: "openai_compatible", model: "gpt-5", messages: MESSAGES, isJson: true, schema: SCHEMA };
  const { body } = chatRequest({ value: { ...value, ...more }, secret: null }, request);
  expect(body).toEqual({
    model: "gpt-5",
    max_completion_tokens: 9,
    reasoning_effort: "low",
    response_format: { type: "json_schema", json_schema: { ...SCHEMA, strict: true } },
    messages: [{ role: "developer", content: "You write." }, MESSAGES[1]],
  });
});

describe("a refusal that names a parameter", () => {
  test.each([
    ["OpenAI's", 400, { error: { message: "Unsupported value: 'temperature'", param: "temperature" } }],
    [
      "Anthropic's",
      400,
      { error: { type: "invalid_request_error", message: "temperature: is deprecated for this model" } },
    ],
    ["Mistral's", 422, { detail: [{ loc: ["body", "temperature"], msg: "Extra inputs are not permitted" }] }],
    ["Google's", 400, [{ error: { message: "Bad", details: [{ fieldViolations: [{ field: "temperature" }] }] } }]],
  ])("is answered by one try without it, in %s words, and said; it is not sent again", async (_, status, refused) => {
    const { tenant, provider, run } = await givenModel();
    const { openRefusing } = await import("../doubles/refusing-chat.ts");
    const server = await openRefusing(({ temperature }) => (temperature === undefined ? undefined : [status, refused]));
    const { body: setting } = await tenant.admin.get("/settings/ai-provider");
    const { api_key: __, ...rest } = { ...setting, api_key: undefined };
    expect(rest.provider).toBe("openai_compatible");
    await tenant.admin.put("/settings/ai-provider", {
      enabled: true,
      provider: "openai_compatible",
      model: "test-model",
      base_url: server.baseUrl,
      api_key: "sk-0123456789",
    });
    const { status: code, body } = await run("?types=descriptions");
    expect([code, server.bodies.length]).toEqual([200, 2]);
    expect(body.ai_metadata.descriptions.left_out).toEqual(["temperature"]);
    expect((await run("?types=descriptions")).status).toBe(200);
    expect(server.bodies.map(({ temperature }) => temperature)).toEqual([0.3, undefined, undefined]);
    expect(provider.asked.length).toBe(0);
  });

  test("that names nothing that can be left out is the answer, in the provider's words", async () => {
    const { openRefusing } = await import("../doubles/refusing-chat.ts");
    const server = await openRefusing(() => [400, { error: { message: "The model 'm' needs a subscription" } }]);
    const value = { provider: "openai_compatible", temperature: 0.3, max_output_tokens: 5, timeout_seconds: 9 };
    const ready = { value: { ...value, base_url: server.baseUrl }, secret: "k" };
    const answer = await completeChat(testOutbound(), ready, {
      provider: "openai_compatible",
      model: "m",
      messages: MESSAGES,
    });
    const message = "The provider answered 400: The model 'm' needs a subscription";
    expect(answer).toMatchObject({ failure: { kind: "rejected", message } });
    expect(server.bodies.length).toBe(1);
  });

  test("OpenAI's new name of the token limit is tried where the old one is refused", async () => {
    const { baseUrl, stop, asked } = await openStrictChat("openai");
    const value = { provider: "openai_compatible", temperature: 0.3, max_output_tokens: 5, timeout_seconds: 9 };
    const ready = { value: { ...value, base_url: baseUrl }, secret: "the-key" };
    const answer = await completeChat(testOutbound(), ready, {
      provider: "openai_compatible",
      model: "gpt-5",
      messages: MESSAGES,
    });
    expect([answer, asked()]).toMatchObject([{ text: "Bonjour", leftOut: ["temperature", "tokens"] }, 2]);
    stop();
  });
});

test("the program's own prompts are answered in the form of their schema, where the server holds to it", async () => {
  const { provider, run } = await givenModel({ json_output: "schema" });
  expect((await run("?types=seo,attributes,descriptions")).status).toBe(200);
  const forms = provider.asked.map(({ body }) => Object(body["response_format"]));
  expect(forms.map(({ type }) => type)).toEqual(["json_schema", "json_schema", undefined]);
  expect(forms[0].json_schema).toMatchObject({ name: "seo", strict: true });
  for (const { body } of provider.asked) {
    const { max_tokens: tokens, ...rest } = body;
    expect(faultsOf("openai", { ...rest, model: "gpt-4o", max_completion_tokens: tokens })).toEqual([]);
  }
});
